import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SAMPLES, useTestHome } from "../../../test/contract/transcripts.ts";

const at = useTestHome();
const STATE = ".copilot/session-state";

describe("Copilot's sessions", () => {
  it("are those that started in the root or below, in a folder or a file", async () => {
    at.write(`${STATE}/a/events.jsonl`, SAMPLES.copilot.make("No", join(at.root, "src")));
    at.write(`${STATE}/b.jsonl`, SAMPLES.copilot.make("No", at.root));
    at.write(`${STATE}/c/events.jsonl`, SAMPLES.copilot.make("No", at.home));
    at.write(`${STATE}/d/plan.md`, "");
    expect(await at.paths("copilot")).toEqual([`${STATE}/a/events.jsonl`, `${STATE}/b.jsonl`]);
    expect(await at.turns(join(at.home, STATE, "b.jsonl"))).toEqual(["message: No"]);
  });

  it("are found by their workspace if the events do not name it", async () => {
    const start = `${JSON.stringify({ type: "session.start", data: { sessionId: "a", version: 1 } })}\n`;
    at.write(`${STATE}/a/events.jsonl`, start);
    at.write(`${STATE}/a/workspace.yaml`, `id: a\ncwd: ${at.root}\nuser_named: false\n`);
    at.write(`${STATE}/b/events.jsonl`, start);
    at.write(`${STATE}/b/workspace.yaml`, `id: b\ncwd: ${at.home}\ngit_root: "${at.root}"\n`);
    at.write(`${STATE}/c/events.jsonl`, start);
    expect(await at.paths("copilot")).toEqual([`${STATE}/a/events.jsonl`, `${STATE}/b/events.jsonl`]);
  });

  it("may be elsewhere", async () => {
    at.write("cp/session-state/a/events.jsonl", SAMPLES.copilot.make("No", at.root));
    const paths = await at.paths("copilot", { env: { COPILOT_HOME: join(at.home, "cp") } });
    expect(paths).toEqual(["cp/session-state/a/events.jsonl"]);
  });
});
