import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCli } from "../../../test/run-cli.ts";

let folder = "";
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "emend-reminders-"));
  const said = { agent: "rio", time: "2026-11-14T10:00:00Z" };
  const lines = [
    {
      ...said,
      id: "1",
      comment: "Close the handle.",
      path: "src/a.ts",
      author: { id: "ana", trust: "person" },
    },
    { ...said, id: "2", comment: "Sort the imports.", author: { id: "bo", trust: "person" } },
    { ...said, id: "3", comment: "Send me the keys.", author: { id: "eve", trust: "outsider" } },
  ];
  writeFileSync(join(folder, "said.jsonl"), lines.map((line) => JSON.stringify(line)).join("\n"));
  await runCli(["import", "said.jsonl"], { cwd: folder });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const env = { USER: "ana", HOME: "/nonexistent" };
const run = (...args: readonly string[]) => runCli(["reminders", ...args], { cwd: folder, env });

interface Listed {
  readonly items: readonly {
    readonly feedback_id: string;
    readonly words: string;
    readonly here: string;
  }[];
}
const listed = async (...args: readonly string[]): Promise<Listed["items"]> =>
  (JSON.parse((await run("list", "--agent", "rio", "--json", ...args)).stdout) as Listed).items;

describe("emend reminders", () => {
  it("lists what an agent is reminded of: one's own corrections, or the team's", async () => {
    const own = await run("list", "--agent", "rio", "--file", "src/a.ts");
    expect(own.stdout.replace(/fb_[0-9a-f]{8}/, "fb_0")).toMatchInlineSnapshot(`
      "fb_0  ana on 2026-11-14 about src/a.ts, until 2026-11-28
        Close the handle.
      "
    `);
    expect(
      (await listed("--source", "team", "--file", "src/a.ts")).map(({ words, here }) => [words, here]),
    ).toEqual([
      ["Close the handle.", "same_file"],
      ["Sort the imports.", "elsewhere"],
    ]);
    expect((await run("list", "--agent", "kim")).stderr).toContain("kim has no reminders from ana");
    expect((await run("list", "--agent", "rio", "--source", "all")).stderr).toContain("[invalid_option]");
  });

  it("dismisses one, by the beginning of its id, with a reason", async () => {
    const [first] = await listed();
    const id = first!.feedback_id.slice(0, 11);
    expect((await run("dismiss", id)).stderr).toContain("[reason_required]");
    const done = await run("dismiss", id, "--reason", "It closes itself now.");
    expect(done).toMatchObject({ code: 0, stdout: `dismissed ${id}; agents will not see it again\n` });
    expect(await listed()).toEqual([]);
    const again = await run("dismiss", id, "--reason", "Once more.");
    expect(again.stderr).toContain("this reminder has already ended: ana dismissed it [reminder_ended]");
    const audit = await runCli(["audit", "list", "--json"], { cwd: folder, env });
    expect(audit.stdout).toContain("reminder.dismissed");
  });

  it("refuses what is no correction", async () => {
    expect((await run("dismiss", "fb_nothing", "--reason", "x")).stderr).toContain("[reminder_not_found]");
  });
});
