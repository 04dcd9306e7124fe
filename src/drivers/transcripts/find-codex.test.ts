import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { SAMPLES, useTestHome } from "../../../test/contract/transcripts.ts";

const at = useTestHome();
const DAY = ".codex/sessions/2026/03/01";
const sample = (folder: string): string => SAMPLES.codex.make("No", folder);

describe("Codex's rollouts", () => {
  it("are those whose session began in the root or below, archived ones too", async () => {
    at.write(`${DAY}/rollout-a.jsonl`, sample(at.root));
    at.write(`${DAY}/rollout-b.jsonl`, sample(join(at.root, "src")));
    at.write(`${DAY}/rollout-c.jsonl`, sample(`${at.root}-ui`));
    at.write(`${DAY}/rollout-d.jsonl`, sample("shop"));
    at.write(`${DAY}/notes.jsonl`, sample(at.root));
    at.write(".codex/archived_sessions/rollout-e.jsonl", sample(at.root));
    expect((await at.find("codex")).map(({ place }) => place)).toEqual([
      "~/.codex/sessions",
      "~/.codex/archived_sessions",
    ]);
    expect(await at.paths("codex")).toEqual([
      `${DAY}/rollout-a.jsonl`,
      `${DAY}/rollout-b.jsonl`,
      ".codex/archived_sessions/rollout-e.jsonl",
    ]);
  });

  it("are found by the first line alone, however long it is", async () => {
    const meta = (instructions: string, folder: string): string =>
      `${JSON.stringify({ type: "session_meta", payload: { base_instructions: instructions, cwd: folder } })}\n`;
    at.write(`${DAY}/rollout-a.jsonl`, meta("x".repeat(200_000), at.root));
    at.write(`${DAY}/rollout-b.jsonl`, `{"type":"other"}\n${meta("", at.root)}`);
    at.write(`${DAY}/rollout-c.jsonl`, meta("x".repeat(2_000_000), at.root));
    at.write(`${DAY}/rollout-d.jsonl`, meta("", at.root).slice(0, -20));
    at.write(`${DAY}/rollout-e.jsonl`, "");
    expect(await at.paths("codex")).toEqual([`${DAY}/rollout-a.jsonl`]);
  });

  it("may be compressed, and count once if they are not yet removed", async () => {
    const bytes = zstdCompressSync(Buffer.from(sample(at.root)));
    at.write("home/sessions/2025/12/31/rollout-a.jsonl.zst", bytes);
    at.write("home/sessions/2025/12/31/rollout-b.jsonl", sample(at.root));
    at.write("home/sessions/2025/12/31/rollout-b.jsonl.zst", bytes);
    const paths = await at.paths("codex", { env: { CODEX_HOME: join(at.home, "home") } });
    expect(paths).toEqual([
      "home/sessions/2025/12/31/rollout-a.jsonl.zst",
      "home/sessions/2025/12/31/rollout-b.jsonl",
    ]);
  });
});
