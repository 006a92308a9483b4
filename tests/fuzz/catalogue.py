"""All targets, by name."""

from __future__ import annotations

from tests.fuzz.target import Target
from tests.fuzz.targets import calls, files, lines, page, records, texts

TARGETS: dict[str, type[Target]] = {
    target.name: target
    for target in (
        calls.Options,
        calls.Seeds,
        calls.Actions,
        records.Replays,
        records.Logs,
        records.Lines,
        records.Cards,
        texts.Specs,
        texts.Configs,
        texts.Answers,
        lines.Requests,
        lines.Bots,
        lines.Assistants,
        files.Checkpoints,
        files.Runs,
        files.Shards,
        files.Manifests,
        files.Results,
        files.Kernels,
        page.Page,
    )
}
