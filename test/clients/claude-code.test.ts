import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { CLAUDE_CODE } from "./all-clients.ts";
import { type ClientProject, startClientProject } from "./client-project.ts";
import { converses, holds } from "./conversations.ts";
import type { ModelStep } from "./scripted-model.ts";

converses(CLAUDE_CODE);

const CORRECTED = "Earlier corrections near";
const CHECK = `import { existsSync } from "node:fs";
import { test } from "node:test";
test("the basket adds up", () => {
  if (!existsSync("fixed")) throw new Error("the basket adds up wrongly");
});
`;

describe("what is forgotten, and what is never told", () => {
  let project: ClientProject;
  afterEach(() => project.end());

  const rewrites = (name: string, content: string): readonly ModelStep[] => [
    { tool: "Read", input: { file_path: project.path(name) } },
    CLAUDE_CODE.write(project.path(name), content),
  ];

  it("16.x a fixed failure is not told, and neither are the words that it fails", async () => {
    const first = randomUUID();
    let isFirst = true;
    project = await startClientProject({
      ...CLAUDE_CODE,
      // Going on means the first conversation, not the last one.
      turn: (prompt, isNew) => {
        const named = isFirst ? ["--session-id", first] : isNew ? [] : ["--resume", first];
        isFirst = false;
        return [...CLAUDE_CODE.turn(prompt, true), ...named];
      },
    });
    writeFileSync(project.path("check.mjs"), CHECK);
    await project.begin("Make the check pass.", CLAUDE_CODE.run("node --test check.mjs"));
    await project.goOn("No, that's wrong. The check still fails.");
    await project.recorded();
    const before = await project.begin("Look at the check.", ...rewrites("check.mjs", CHECK));
    expect(holds(before.join("\n"), "The check still fails", CORRECTED)).toEqual([true, true]);

    await project.goOn("Try again.", CLAUDE_CODE.run("touch fixed && node --test check.mjs"));
    await project.goOn("And once more.", CLAUDE_CODE.run("node --test check.mjs"));
    await project.recorded();
    const later = await project.begin("Look at the check.", ...rewrites("check.mjs", CHECK));
    expect(holds(later.join("\n"), "The check still fails", CORRECTED)).toEqual([false, false]);
  });

  it("16.x neither a reminder that somebody dismissed nor an outsider's words come to the model", async () => {
    project = await startClientProject(CLAUDE_CODE);
    const said = {
      agent: "claude-code",
      path: "src/money.ts",
      comment: "Always keep amounts as floating point zebras.",
      author: { id: "ada", trust: "outsider" },
    };
    writeFileSync(project.path("said.jsonl"), JSON.stringify(said));
    await project.emend("import", "said.jsonl");
    await project.begin("Write it.", CLAUDE_CODE.write(project.path("src/money.ts"), "export {};\n"));
    await project.goOn("No, keep amounts in whole cents, never floats.");
    await project.recorded();
    const told = await project.begin("Add a currency.", ...rewrites("src/money.ts", "export const x = 1;\n"));
    expect(holds(told.join("\n"), "in whole cents, never floats", "zebras")).toEqual([true, false]);
    // Once where the conversation begins, and again before the file is written.
    expect(told.at(-1)?.split("in whole cents, never floats").length).toBe(3);

    const { stdout } = await project.emend("reminders", "list", "--json");
    const [{ feedback_id: id }] = (JSON.parse(stdout) as { items: [{ feedback_id: string }] }).items;
    await project.emend("reminders", "dismiss", id, "--reason", "The type says it now.", "--as", "ada");
    expect(holds((await project.begin("Go on."))[0], "in whole cents, never floats")).toEqual([false]);
  });
});
