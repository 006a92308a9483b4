// Requests to the server. Every fault is an Error with the server's one line.

export async function call(method, path, { token = "", body, raw } = {}) {
  const headers = { "X-Exozoo-Token": token };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await fetch(path, {
      method, headers, body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
    });
  } catch {
    throw new Error("the server does not answer");
  }
  const found = await answer.json().catch(() => null);
  if (!answer.ok) throw new Error(found?.error ?? `the server says ${answer.status}`);
  return found;
}

// The tokens of games begun here stay in this tab, so that a reload finds them again.
const key = (id) => `exozoo:${id}`;

export function keep(table) {
  sessionStorage.setItem(key(table.id), JSON.stringify(table));
}

export function kept(id) {
  const text = sessionStorage.getItem(key(id));
  return text ? JSON.parse(text) : null;
}

// One table, as one of its seats ("all" where nothing is hidden).
export class Link {
  constructor(table) {
    this.table = table;
    this.path = `/api/tables/${encodeURIComponent(table.id)}`;
  }

  token(seat) {
    return this.table.open ? this.table.owner : this.table.tokens[seat] ?? "";
  }

  get owner() { return this.table.owner ?? ""; }

  get(what, seat, query = {}) {
    const asked = new URLSearchParams({ seat, ...query });
    return call("GET", `${this.path}/${what}?${asked}`, { token: this.token(seat) });
  }

  act(seat, action, ply) {
    return call("POST", `${this.path}/act`, { token: this.token(seat), body: { action, ply } });
  }

  undo(ply) {
    return call("POST", `${this.path}/undo`, { token: this.owner, body: { ply } });
  }

  study(seat, agent, ply) {
    const path = `${this.path}/study?${new URLSearchParams({ seat })}`;
    return call("POST", path, { token: this.token(seat), body: { agent, ply } });
  }

  replay() {
    return call("GET", `${this.path}/replay`, { token: this.owner });
  }
}
