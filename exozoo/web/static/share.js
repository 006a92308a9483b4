// A line of play in a link: game, options, seed and actions, packed into the part behind "#".

async function through(stream, bytes) {
  const packed = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

export async function toLink(replay, ply) {
  const { game, version, options, seed } = replay;
  if (!Number.isSafeInteger(seed)) throw new Error("this seed is too large for a link: save a replay");
  const line = { game, version, options, seed, actions: replay.actions.slice(0, ply) };
  const bytes = new TextEncoder().encode(JSON.stringify(line));
  const packed = await through(new CompressionStream("deflate-raw"), bytes);
  const text = btoa(String.fromCharCode(...packed));
  const words = text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${location.origin}${location.pathname}#line=${words}`;
}

export async function fromLink(words) {
  try {
    const text = atob(words.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const line = JSON.parse(new TextDecoder().decode(
      await through(new DecompressionStream("deflate-raw"), bytes)));
    if (!Array.isArray(line.actions) || typeof line.game !== "string") throw new Error();
    return line;
  } catch {
    throw new Error("this link is damaged");
  }
}
