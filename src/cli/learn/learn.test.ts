import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../../../test/run-cli.ts";
import { feedbackId } from "../../core/feedback/feedback.ts";
import { openSqliteStore } from "../../drivers/sql/sqlite/open-sqlite-store.ts";

/** Put together here, so that no scanner takes this file for a leak. */
const TOKEN = ["ghp_", "a1B2".repeat(9)].join("");

let folder = "";
let root = "";
let env: Record<string, string> = {};

/** A session of Claude Code: what the agent did and said, and what the person typed then. */
function session(
  id: string,
  day: number,
  turns: readonly (readonly [said: string, typed: string])[],
): string {
  let second = 0;
  const line = (type: string, uuid: string, message: object): string => {
    second += 1;
    const timestamp = new Date(Date.UTC(2026, 2, day, 9, 0, second)).toISOString();
    return JSON.stringify({
      parentUuid: null,
      isSidechain: false,
      userType: "external",
      cwd: root,
      sessionId: id,
      version: "2.1.40",
      gitBranch: "main",
      type,
      message,
      uuid,
      timestamp,
    });
  };
  return turns
    .flatMap(([said, typed], at) => [
      ...(said === ""
        ? []
        : [
            line("assistant", `${id}-e${at}`, {
              id: `${id}-m${at}`,
              role: "assistant",
              model: "claude-x",
              content: [
                {
                  type: "tool_use",
                  id: `${id}-t${at}`,
                  name: "Edit",
                  input: { file_path: "src/cart.ts", old_string: "a", new_string: "b" },
                },
                { type: "text", text: said },
              ],
            }),
          ]),
      line("user", `${id}-u${at}`, { role: "user", content: typed }),
    ])
    .join("\n");
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-learn-"));
  root = join(folder, "shop");
  const projects = join(folder, "claude", "projects", root.replaceAll(/[^a-zA-Z0-9]/g, "-"));
  mkdirSync(projects, { recursive: true });
  mkdirSync(root);
  execFileSync("git", ["init", "-q", root]);
  writeFileSync(
    join(root, "AGENTS.md"),
    "# Rules\n\n- Run the tests before you say that it works.\n- Write release notes in English.\n",
  );
  const write = (id: string, day: number, turns: readonly (readonly [string, string])[]): void =>
    writeFileSync(join(projects, `${id}.jsonl`), `${session(id, day, turns)}\n`);
  write("one", 2, [
    ["", "add coupons to the cart"],
    [
      "Done, the cart applies coupons now.",
      "did you run the tests? they fail. run the tests before you say it works",
    ],
    ["Fixed, all tests pass.", "great, commit it"],
  ]);
  write("two", 5, [
    ["", "show the tax in the cart"],
    [
      "Done: the tax is shown and everything works.",
      `it does not work, the tests fail again. please run the tests first. my token is ${TOKEN}`,
    ],
    ["Sorry, fixed.", "ok push"],
  ]);
  write("three", 9, [
    ["", "let people remove items"],
    [
      "I added a remove button. It works.",
      "<script>alert(1)</script> still broken, you did not run the tests before saying it works",
    ],
    ["Fixed.", "thanks"],
  ]);
  env = {
    CLAUDE_CONFIG_DIR: join(folder, "claude"),
    HOME: join(folder, "home"),
    USER: "ana",
    XDG_STATE_HOME: join(folder, "state"),
  };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const learn = (...args: readonly string[]) => runCli(["learn", ...args], { cwd: root, env });

describe("emend learn", () => {
  it("asks before it reads, and shows what it would read", async () => {
    const { code, stdout, stderr } = await learn();
    expect(stderr).toContain("Emend would read, about");
    expect(stderr).toContain("claude-code  3 transcripts");
    expect(stderr).toContain("not_confirmed");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });

  it("reports what recurs with quotes and places, and what the instructions said already", async () => {
    const { code, stdout } = await learn("--yes");
    expect(code).toBe(0);
    expect(stdout).toContain(
      "Read 3 conversations (claude-code 3) with 9 turns of yours.\n3 corrections, 3 of them recur in 1 group.",
    );
    expect(stdout).toContain("3 times in 3 conversations, 2026-03-02 to 2026-03-09");
    expect(stdout).toContain(
      "corrected all the same\n  Run the tests before you say that it works.\n     AGENTS.md:3, corrected 2 times",
    );
    expect(stdout).toMatch(/two\.jsonl:3/);
    expect(stdout).toContain("Never corrected\n  1 line of your instruction files");
  });

  it("masks secrets wherever something is shown", async () => {
    for (const form of [["--yes"], ["--yes", "--json"]]) {
      const { stdout, stderr } = await learn(...form);
      expect(stdout + stderr).not.toContain(TOKEN.slice(0, 12));
      expect(stdout).toContain("[secret]");
    }
  });

  it("answers each human turn with --jsonl, by the names of the files as given", async () => {
    const project = join(folder, "claude", "projects", root.replaceAll(/[^a-zA-Z0-9]/g, "-"));
    const [one, two, three] = ["one", "two", "three"].map((name) => join(project, `${name}.jsonl`));
    const { stdout } = await learn("--jsonl", one!, two!, three!);
    const turns = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(turns).toMatchObject([
      { file: one, turn: "one-u0", correction: false },
      { file: one, turn: "one-u1", correction: true, kind: "defect", group: "g1" },
      { file: one, turn: "one-u2", correction: false },
      { file: two, turn: "two-u0", correction: false },
      { file: two, turn: "two-u1", correction: true, kind: "defect", group: "g1" },
      { file: two, turn: "two-u2", correction: false },
      { file: three, turn: "three-u0", correction: false },
      { file: three, turn: "three-u1", correction: true, kind: "defect", group: "g1" },
      { file: three, turn: "three-u2", correction: false },
    ]);
  });

  it("writes the report as one page that runs nothing", async () => {
    const file = join(folder, "report.html");
    const { code, stderr } = await learn("--yes", "--html", file);
    const page = readFileSync(file, "utf8");
    expect({ code, told: stderr.includes("report.html") }).toEqual({ code: 0, told: true });
    expect(page).toContain("default-src 'none'");
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt; still broken");
    expect(page).not.toContain("<script");
    expect(page).not.toContain(TOKEN.slice(0, 12));
  });

  it("does not record again what the hook heard, and names the person as the hook does", async () => {
    const store = join(folder, "heard.db");
    const first = await learn("--yes", "--record", "--store", store);
    expect(first.stderr).toContain("3 new pieces of feedback");
    const opened = await openSqliteStore({ file: store });
    const { items } = await opened.feedback.list({ limit: 10 });
    await opened.close();
    expect(new Set(items.map(({ author }) => author.id))).toEqual(new Set(["ana"]));
    const heard = join(folder, "hook.db");
    const hook = await openSqliteStore({ file: heard });
    await hook.feedback.record(
      items.map((record) => ({
        ...record,
        id: feedbackId(`heard ${record.id}`),
        event_id: `heard ${record.id}`,
      })),
    );
    await hook.close();
    expect((await learn("--yes", "--record", "--store", heard)).stderr).toContain("0 new pieces of feedback");
  });

  it("records each correction once", async () => {
    const store = join(folder, "learned.db");
    expect((await learn("--yes", "--record", "--store", store)).stderr).toContain(
      "3 new corrections, 0 changed, 0 known already; 3 new pieces of feedback",
    );
    expect((await learn("--yes", "--record", "--store", store)).stderr).toContain(
      "0 new corrections, 0 changed, 3 known already; 0 new pieces of feedback",
    );
    const { stdout } = await runCli(["feedback", "list", "--store", store, "--json"], { cwd: root, env });
    const { items } = JSON.parse(stdout) as {
      items: readonly { agent: string; run: string; author: { id: string; trust: string } }[];
    };
    expect(items.map(({ run }) => run).toSorted()).toEqual(["one", "three", "two"]);
    expect(items[0]).toMatchObject({ agent: "claude-code", author: { id: "ana", trust: "person" } });
    expect(stdout).not.toContain(TOKEN.slice(0, 12));
  });

  it("prints the report as JSON", async () => {
    const report = JSON.parse((await learn("--yes", "--json")).stdout) as {
      readonly read: object;
      readonly recurring: readonly { readonly corrections: readonly unknown[] }[];
    };
    expect(report.read).toMatchObject({
      files: 3,
      conversations: 3,
      turns: 9,
      corrections: 3,
      lines_not_understood: 0,
    });
    expect(report.recurring[0]?.corrections).toHaveLength(3);
  });

  it.each([
    ["a file that is not there", ["nowhere.jsonl"], "transcript_not_found"],
    ["a folder", ["."], "transcript_not_found"],
    ["a limit that is none", ["--yes", "--limit", "many"], "invalid_number"],
  ])("says what is wrong with %s", async (_, args, says) => {
    expect(await learn(...args)).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining(says),
    });
  });

  it("says so if it finds no transcripts, or does not know a file", async () => {
    const empty = await runCli(["learn", "--yes"], {
      cwd: folder,
      env: { ...env, CLAUDE_CONFIG_DIR: join(folder, "none") },
    });
    expect(empty).toMatchObject({
      code: 0,
      stdout: "",
      stderr: expect.stringContaining("nothing to learn from in"),
    });
    const { stdout } = await learn(join(root, "AGENTS.md"));
    expect(stdout).toContain("AGENTS.md: unknown format. Expected a transcript");
  });
});
