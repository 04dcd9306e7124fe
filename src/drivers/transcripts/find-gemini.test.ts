import { createHash } from "node:crypto";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SAMPLES, useTestHome } from "../../../test/contract/transcripts.ts";

const at = useTestHome();
const chat = (project: string, name = "session-1.json"): string => {
  const path = `.gemini/tmp/${project}/chats/${name}`;
  at.write(path, SAMPLES.gemini.make("No"));
  return path;
};

describe("Gemini's sessions", () => {
  it("are in a folder named after the root's hash", async () => {
    const hash = createHash("sha256").update(at.root).digest("hex");
    const own = [chat(hash), chat(hash, "session-2.jsonl")];
    chat(hash, "parent/session-3.json");
    chat(hash, "notes.json");
    chat(createHash("sha256").update(at.home).digest("hex"));
    expect(await at.paths("gemini")).toEqual(own);
  });

  it("are in a folder that the registry maps to the root", async () => {
    const own = [chat("shop-1"), chat("ui")];
    chat("shop");
    const projects = { [at.root]: "shop-1", [join(at.root, "ui")]: "ui", [at.home]: "shop" };
    at.write(".gemini/projects.json", JSON.stringify({ projects }));
    expect(await at.paths("gemini")).toEqual(own);
  });

  it("are in a folder that names its owner, whatever the registry says", async () => {
    const own = chat("one");
    chat("two");
    at.write(".gemini/tmp/one/.project_root", `${at.root}\n`);
    at.write(".gemini/tmp/two/.project_root", at.home);
    at.write(".gemini/projects.json", JSON.stringify({ projects: { [at.root]: "two" } }));
    expect(await at.paths("gemini")).toEqual([own]);
    expect(await at.paths("gemini", { env: { GEMINI_CLI_HOME: join(at.home, "none") } })).toEqual([]);
  });
});
