import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestStore } from "../../../test/open-test-store.ts";
import { runCommand, type RunCommandOptions } from "../../../test/run-command.ts";
import { keptOpen } from "../../../test/test-ports.ts";
import { ExternalError } from "../../ports/errors.ts";
import type { Store } from "../../ports/store.ts";
import { addImport } from "./import.ts";

let folder: string;
let store: Store;
let stop: (() => void) | undefined;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "emend-import-"));
  store = await openTestStore();
  stop = undefined;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (args: readonly string[], options: RunCommandOptions = {}) =>
  runCommand(
    (program, context) =>
      addImport(program, {
        ...context,
        ports: {
          onStop: (stopIt) => {
            stop = stopIt;
            return () => undefined;
          },
        },
      }),
    ["import", "--store", "s.db", ...args],
    { cwd: folder, openEmend: async () => keptOpen(store), ...options },
  );

const runJson = async (args: readonly string[], options: RunCommandOptions = {}) => {
  const { code, stdout, stderr } = await run([...args, "--json"], options);
  return { code, stderr, tally: JSON.parse(stdout) as Record<string, unknown> };
};

const write = (name: string, content: string | Buffer): string => {
  writeFileSync(join(folder, name), content);
  return name;
};

const lineOf = (id: number | string): string =>
  JSON.stringify({
    id: String(id),
    agent: "rio",
    outcome: "rejected",
    tags: ["naming"],
    comment: `remark ${id}`,
  });

const linesOf = (count: number): string =>
  Array.from({ length: count }, (_one, index) => `${lineOf(index)}\n`).join("");

const places = (): { files: Record<string, { offset: number; done: boolean }> } =>
  JSON.parse(readFileSync(join(folder, "s.db.import.json"), "utf8")) as never;

describe("emend import", () => {
  it("says what was read, new, known and skipped, and why", async () => {
    const file = write(
      "mixed.jsonl",
      [lineOf(1), "{broken", "", lineOf(2), lineOf(1), '{"agent":"rio"}', "\u001b[31mred"].join("\n"),
    );
    const { code, stdout, stderr } = await run([file]);
    expect(stdout).toMatchInlineSnapshot(`
      "read                 6 entries
      new                  2
      known                1
      skipped              3
        invalid_json (2)
          line 2: is not valid JSON: Expected property name or '}' in JSON at position 1; expected one JSON object
          line 7: is not valid JSON: Unexpected token '\\u001b', "\\u001b[31mred" is not valid JSON; expected one JSON object
        nothing_said (1)
          line 6: expected at least one of wrong, fix, comment, diff or outcome
      for rules            0 of 3 can be used
        3 cannot: they do not say who wrote them
          Add "author": {"id": "<name>", "trust": "person"} to each line. If your team wrote all of them: emend import mixed.jsonl --store s.db --trust person
          Import them into a new store: the records in this one do not change, and patterns would count them twice.
      "
    `);
    expect(stderr).toBe("");
    expect(code).toBe(1);
  });

  it.each([
    ["an empty file", "", 0, 0],
    ["blank lines", "\n\r\n  \n", 0, 0],
    ["a byte order mark", `\ufeff${lineOf(1)}\n${lineOf(2)}`, 2, 0],
    ["Windows line ends", `${lineOf(1)}\r\n${lineOf(2)}\r\n`, 2, 0],
    [
      "UTF-16, as PowerShell writes it",
      Buffer.from(`\ufeff${lineOf(1)}\r\n${lineOf(2)}\r\n`, "utf16le"),
      2,
      0,
    ],
    ["a list", `[${lineOf(1)},\n${lineOf(2)}]`, 2, 0],
    ["lists one behind another", `[${lineOf(1)}][${lineOf(2)}]`, 2, 0],
    ["a list that was cut off keeps its good part", `[${lineOf(1)},${lineOf(2).slice(0, 20)}`, 1, 1],
    ["a first line that is broken", `{"id":\n${lineOf(1)}\n`, 1, 1],
    ["a line in the middle that is broken", `${lineOf(1)}\n${lineOf(2).slice(0, 20)}\n${lineOf(3)}`, 2, 1],
    ["binary junk", Buffer.from([0, 159, 146, 150, 10, 255, 0]), 0, 2],
    ["a line of 17 MiB between good ones", `${lineOf(1)}\n"${"x".repeat(17 << 20)}"\n${lineOf(2)}\n`, 2, 1],
  ])("%s", async (_why, content, recorded, skipped) => {
    const { code, tally } = await runJson([write("input", content)]);
    expect(tally).toMatchObject({ new: recorded, known: 0, skipped: { count: skipped } });
    expect(code).toBe(skipped > 0 ? 1 : 0);
  });

  it("tells the formats apart, and names the file of what it skipped", async () => {
    const remark = (id: number, body: string) => ({
      id,
      node_id: `n${id}`,
      user: { login: "dana", type: "User" },
      author_association: "MEMBER",
      body,
      created_at: "2026-03-09T08:00:00Z",
    });
    const review = { ...remark(4, ""), state: "COMMENTED" };
    const log = {
      $schema: "https://json.schemastore.org/sarif-2.1.0.json",
      version: "2.1.0",
      runs: [{ tool: { driver: { name: "lint" } }, results: [{ message: { text: "Do not." } }, "x"] }],
    };
    const decision = {
      decision_id: "d-1",
      gate_id: "design",
      epic_id: "shop",
      decision: "REJECTED",
      reviewer_id: "dana",
      timestamp: "2026-03-09T08:00:00Z",
      review_duration_seconds: 40,
      agent_output_sha: "0a1b",
    };
    const pages = [
      [remark(1, "a"), remark(2, "b")],
      [remark(3, "c"), review],
    ];
    const args = [
      write("scan.sarif", JSON.stringify(log, null, 2)),
      write("pages.json", pages.map((page) => JSON.stringify(page, null, 1)).join("")),
      write(
        "lines.json",
        pages
          .flat()
          .map((one) => `${JSON.stringify(one)}\n`)
          .join(""),
      ),
      write("decisions.jsonl", `${JSON.stringify(decision)}\n`),
    ];
    const agent = ["--agent", "rio"];
    const { code, stdout } = await run([...args, ...agent]);
    expect(stdout).toMatchInlineSnapshot(`
      "read                10 entries
      new                  5
      known                3
      skipped              1
        not_an_object (1)
          scan.sarif line 1: runs[0].results[1] expected a result as an object
      left out             2
        nothing_said (2)
          pages.json line 36: has no text and decides nothing
          lines.json line 4: has no text and decides nothing
      for rules            4 of 8 can be used
        4 cannot: they do not say what was wrong or what to do
          Add what is wrong or what to do as "comment", "wrong" or "fix", or the change as "diff"
        Next: emend rules propose
      "
    `);
    expect(code).toBe(1);
    const kinds = (await store.feedback.list({ limit: 9 })).items.map(({ source }) => source.kind);
    expect(kinds.toSorted()).toEqual([
      "decision",
      ...Array.from({ length: 3 }, () => "github_comment"),
      "sarif",
    ]);
    expect((await run([...args.slice(1), ...agent, "--restart"])).code).toBe(0);
  });

  it("reads standard input, named - or not at all", async () => {
    expect((await runJson([], { stdin: lineOf(1) })).tally).toMatchObject({ read: 1, new: 1 });
    expect((await runJson(["-"], { stdin: lineOf(2) })).tally).toMatchObject({ read: 1, new: 1 });
    const terminal = Object.assign(Readable.from([]), { isTTY: true });
    expect(await run([], { stdin: terminal })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("[input_missing]") as unknown,
    });
  });

  it("takes 10,000 lines once, in batches, however often they come", async () => {
    const sizes: number[] = [];
    const inner = store;
    store = {
      ...inner,
      feedback: {
        ...inner.feedback,
        record: (feedback) => {
          sizes.push(feedback.length);
          return inner.feedback.record(feedback);
        },
      },
    };
    const file = write("many.jsonl", linesOf(10_000));
    expect((await runJson([file])).tally).toMatchObject({ read: 10_000, new: 10_000, known: 0 });
    expect(sizes).toEqual(Array.from({ length: 20 }, () => 500));
    expect((await runJson([file, "--restart"])).tally).toMatchObject({ new: 0, known: 10_000 });
    expect(
      (await inner.feedback.rollUp({ from: "2026-03-10T11:00:00Z", to: "2026-03-10T12:00:00Z" })).hours,
    ).toMatchObject([{ agent: "rio", rejected: 10_000 }]);
  });

  it("writes nothing in a dry run", async () => {
    const inner = store;
    const refuse = () => Promise.reject(new Error("a dry run records nothing"));
    store = { ...inner, feedback: { ...inner.feedback, record: refuse } };
    const { code, tally } = await runJson([write("a.jsonl", linesOf(3)), "--dry-run"]);
    expect(tally).toMatchObject({ read: 3, records: 3, new: null, known: null, dry_run: true });
    expect(code).toBe(0);
    expect(() => places()).toThrow("ENOENT");
    expect((await run([write("a.jsonl", linesOf(3)), "--dry-run"])).stdout).toContain("nothing was written");
  });

  it("gives what the input leaves open from the options", async () => {
    const line = '{"id":"1","comment":"no"}';
    await runJson([
      write("a.jsonl", line),
      "--agent",
      "mia",
      "--run",
      "r1",
      "--task",
      "t1",
      "--gate",
      "g1",
      "--trust",
      "person",
    ]);
    expect((await store.feedback.list({ limit: 1 })).items).toMatchObject([
      { agent: "mia", run: "r1", task: "t1", gate: "g1", author: { trust: "person" } },
    ]);
  });

  it.each([
    ["a file that is not there", ["none.jsonl"], 3, "[file_unreadable]"],
    ["a folder", ["."], 3, "it is a folder"],
  ])("%s", async (_why, args, code, message) => {
    const ended = await run([write("good.jsonl", lineOf(1)), ...args]);
    expect(ended).toMatchObject({ code, stderr: expect.stringContaining(message) as unknown });
    expect((await store.feedback.list({ limit: 1 })).items).toEqual([]);
  });

  it("tells what was kept when the store fails in the middle, and goes on there", async () => {
    const inner = store;
    let batches = 0;
    const locked = new ExternalError("store_locked", "another process holds the store; try again");
    store = {
      ...inner,
      feedback: {
        ...inner.feedback,
        record: (feedback) => ((batches += 1) > 2 ? Promise.reject(locked) : inner.feedback.record(feedback)),
      },
    };
    const file = write("many.jsonl", linesOf(2_000));
    await expect(run([file])).rejects.toBe(locked);
    store = inner;
    expect((await runJson([file])).tally).toMatchObject({
      read: 1_000,
      new: 1_000,
      files: [{ file, state: "read", continued_at: 1_001 }],
    });
  });
});

describe("emend import, stopped with Ctrl-C", () => {
  const stoppingAfter = (count: number): Store => {
    const inner = store;
    let batches = 0;
    return {
      ...inner,
      feedback: {
        ...inner.feedback,
        record: (feedback) => {
          if ((batches += 1) === count) stop?.();
          return inner.feedback.record(feedback);
        },
      },
    };
  };

  it.each([
    ["lines", 1, linesOf(5_000)],
    ["a list, behind an object on its own line", 0, `[${linesOf(5_000).trim().replaceAll("\n", ",\n")}]`],
  ])("keeps what it has and goes on from there: %s", async (_why, ahead, content) => {
    const inner = store;
    store = stoppingAfter(2);
    const args = [write("many.json", content), write("second.jsonl", lineOf("last"))];
    const first = await runJson(args);
    expect(first.code).toBe(3);
    expect(first.stderr).toContain("run the same command again to continue [interrupted]");
    expect(first.tally).toMatchObject({
      interrupted: true,
      files: [{ state: "stopped" }, { state: "stopped" }],
    });
    const kept = first.tally["new"] as number;
    expect(kept).toBeGreaterThanOrEqual(1_000);
    expect(kept).toBeLessThan(5_000);

    store = inner;
    const second = await runJson(args);
    expect(second).toMatchObject({ code: 0, tally: { read: 5_001 - kept, new: 5_001 - kept, known: 0 } });
    expect(second.tally["files"]).toEqual([
      { file: "many.json", state: "read", continued_at: kept + ahead },
      { file: "second.jsonl", state: "read" },
    ]);

    const third = await run(args);
    expect(third.stdout).toContain(
      "many.json was already imported and has not changed; --restart reads it again",
    );
    expect(third.code).toBe(0);
  });

  it("stops waiting for standard input", async () => {
    const endless = new Readable({ read: () => undefined });
    const running = runJson(["-"], { stdin: endless });
    endless.push(`${lineOf(1)}\n`);
    await expect.poll(() => stop !== undefined && endless.readableLength === 0).toBe(true);
    stop?.();
    const tally = { new: 1, interrupted: true, skipped: { count: 0 } };
    expect(await running).toMatchObject({ code: 3, tally });
  });

  it("begins anew when the file, the options or the store are others", async () => {
    const file = write("a.jsonl", linesOf(3));
    await runJson([file]);
    expect((await runJson([file])).tally).toMatchObject({ read: 0, files: [{ state: "unchanged" }] });
    expect((await runJson([file, "--task", "t"])).tally).toMatchObject({ read: 3, known: 3 });
    expect((await runJson([file])).tally).toMatchObject({ read: 3, known: 3 });
    utimesSync(join(folder, file), new Date(), new Date(1_000));
    expect((await runJson([file])).tally).toMatchObject({ read: 3, known: 3 });
    write("a.jsonl", linesOf(4));
    expect((await runJson([file])).tally).toMatchObject({ read: 4, new: 1, known: 3 });
    store = await openTestStore();
    expect((await runJson([file])).tally).toMatchObject({ read: 4, new: 4 });
    expect(Object.values(places().files)).toMatchObject([{ done: true }]);
  });

  it.each(["", "{", '{"version":1,"files":{"a":{"offset":-1}}}', "[]"])(
    "takes no harm from a broken list of places: %s",
    async (broken) => {
      write("s.db.import.json", broken);
      expect((await runJson([write("a.jsonl", linesOf(2))])).tally).toMatchObject({ new: 2 });
    },
  );

  it("imports on where it cannot remember its place, and says so once", async () => {
    const file = write("a.jsonl", linesOf(1_200));
    const { code, stderr } = await run([file, "--store", "missing-folder/s.db"]);
    expect(code).toBe(0);
    expect(stderr.split("[place_unsaved]")).toHaveLength(2);
  });
});

describe("emend import on a terminal", () => {
  const ticking = (step: number): (() => Date) => {
    let time = Date.UTC(2026, 2, 10);
    return () => new Date((time += step));
  };
  const draws = (text: string): readonly string[] =>
    text.split("\r").filter((line) => line.includes("records"));

  it("draws over one line and wipes it in the end", async () => {
    const { stderr } = await run([write("a.jsonl", linesOf(5_000))], { terminal: 60, now: ticking(200) });
    expect(draws(stderr).length).toBeGreaterThan(5);
    expect(draws(stderr)[4]).toMatch(/^\[#{9}-{11}\] {2}49% {2}2,500 records/);
    expect(stderr.endsWith("\r\u001b[K")).toBe(true);
    expect(stderr).not.toContain("\n");
    for (const line of draws(stderr)) expect(line.replace("\u001b[K", "").length).toBeLessThan(60);
  });

  it("draws ten times a second at most", async () => {
    const { stderr } = await run([write("a.jsonl", linesOf(5_000))], { terminal: 60, now: ticking(20) });
    expect(draws(stderr).length).toBeLessThanOrEqual(5);
  });

  it.each([
    ["when asked not to", ["--no-progress"], { terminal: 60 }],
    ["where there is no terminal", [], {}],
  ])("draws nothing %s", async (_why, args, options) =>
    expect((await run([write("a.jsonl", linesOf(600)), ...args], options)).stderr).toBe(""),
  );
});
