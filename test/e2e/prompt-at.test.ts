import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { BUILT_BIN } from "../bin.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-prompt-at-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const BASE = "You are rio.\r\n\r\n```\nopen";

function emend(args: readonly string[], input = ""): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BUILT_BIN, ...args], {
    cwd: folder,
    input,
    encoding: "utf8",
  });
  expect({ args, status, stderr: status === 0 ? "" : stderr }).toEqual({ args, status: 0, stderr: "" });
  return stdout;
}

interface Answered {
  readonly at: string;
  readonly prompt: string;
}

function ask(): Answered {
  const prompt = emend(["rules", "prompt", "--agent", "rio", "--task", "ISSUE-7"], BASE);
  return { at: new Date().toISOString(), prompt };
}

const idOf = (text: string): string =>
  (
    JSON.parse(emend(["rules", "list", "--json"])) as { items: { rule_id: string; text: string }[] }
  ).items.find((rule) => rule.text === text)!.rule_id;

it("prints every prompt that the built command answered, to the byte, whatever happened since", () => {
  const answered: Answered[] = [];
  const rules: string[] = [];
  for (const text of ["Write money as cents.", "Close every handle."]) {
    emend(["rules", "propose", "--text", text, "--reason", "It came back.", "--as", "ana"]);
    const id = idOf(text);
    rules.push(id);
    for (const by of ["ana", "ben"]) emend(["rules", "approve", id, "--as", by]);
    answered.push(ask());
  }
  const [first = "", second = ""] = rules;
  emend(["rules", "modify", first, "--text", "Write money as whole cents.", "--as", "ana"]);
  answered.push(ask());
  for (const by of ["ana", "ben"]) emend(["rules", "approve", first, "--as", by]);
  answered.push(ask());
  emend(["rules", "retire", second, "--reason", "The linter finds it.", "--as", "cy"]);
  answered.push(ask());
  expect(new Set(answered.map(({ prompt }) => prompt)).size).toBe(4);
  for (const { at, prompt } of answered) {
    const args = ["prompt", "--agent", "rio", "--task", "ISSUE-7", "--at", at, "-"];
    expect(emend(args, BASE)).toBe(prompt);
  }
}, 60_000);
