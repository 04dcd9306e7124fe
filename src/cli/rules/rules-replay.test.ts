import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ruleFromCode } from "../../../test/corrected-rule.ts";
import { WRITER } from "../../../test/examples/example-rule.ts";
import { type WrittenRepository, writeRepository } from "../../../test/past-repository.ts";
import { runCommand } from "../../../test/run-command.ts";
import { testPorts } from "../../../test/test-ports.ts";
import { composeEmend, type Emend } from "../../compose.ts";
import { openSqliteStore } from "../../drivers/sql/sqlite/open-sqlite-store.ts";
import { addRules } from "./rules.ts";

let past: WrittenRepository;
let emend: Emend;
let rule = "";
beforeEach(async () => {
  past = writeRepository();
  emend = composeEmend(
    testPorts(await openSqliteStore({ file: ":memory:" }), {
      repository: async () => past,
      now: () => "2026-03-04T09:00:00.000Z",
    }),
  );
  rule = (await ruleFromCode(emend, { isActive: false })).id;
  const made = await emend.checks.draft(rule, { by: WRITER });
  if (!made.ok) throw new Error(made.error.message);
});
afterEach(async () => {
  await emend.close();
  past.remove();
});

const run = (...args: readonly string[]) =>
  runCommand((program, context) => addRules(program.version("0.0.0"), context), ["rules", ...args], {
    now: () => new Date("2026-03-04T09:00:00.000Z"),
    openEmend: async () => ({ ...emend, close: async () => undefined }),
  });

describe("emend rules replay", () => {
  it("says what the check would have done, with the commits", async () => {
    const first = past.commit("Add", { "src/a.js": "use(parseInt(port));\n\u001b[31mred\n" });
    past.commit("Mend", { "src/a.js": "use(parseInt(port, 10));\n" });
    const { code, stdout } = await run("replay", rule);
    expect(code).toBe(0);
    const shown = stdout
      .replaceAll(/r[u]_[0-9a-f]+/g, "ru_x")
      .replaceAll(/ck_[0-9a-f]+/g, "ck_x")
      .replace(first.slice(0, 10), "0123456789")
      .replaceAll(/\d{4}-\d\d-\d\d, in/g, "today, in");
    expect(shown).toMatchInlineSnapshot(`
      "ru_x  version 1, on what was recorded before 2026-03-04 09:00

      Check ck_x (javascript) would have fired
      Before    on 3 of 3 corrections, 3 of them its own
      After     on 0 of 3 of them after they were mended
      Accepted  on 0 of 0 pieces of accepted work
      Commits   1 time in 1 of 2 commits since today, in 3 lines added to 2 files
        commit 0123456789 src/a.js:1
          use(parseInt(port));

      Its words
      Covered   there is no past remark to compare it with
      Against   0 pieces of approved work
      "
    `);
  });

  it("answers machines, goes on where it stopped, and leaves commits out if told to", async () => {
    for (const n of [1, 2]) past.commit(`${n}`, { [`src/${n}.js`]: `parseInt(n${n});\n` });
    const read = async (...args: readonly string[]) =>
      JSON.parse((await run("replay", rule, "--json", ...args)).stdout).checks[0].history;
    expect(await read("--commits", "1")).toMatchObject({ commits: 1, stopped: "commits", next: 1 });
    expect(await read("--skip", "1")).toMatchObject({ commits: 1, stopped: null, next: null });
    expect(await read("--commits", "0")).toBeNull();
  });

  it("refuses what it cannot read, and says what was expected", async () => {
    const bad = await run("replay", rule, "--seconds", "0");
    expect([bad.code, bad.stderr]).toEqual([2, expect.stringContaining("a whole number from 1 to 3600")]);
    expect((await run("replay", "ru_none")).code).not.toBe(0);
  });

  it("is summed up by rules show, for a proposal", async () => {
    const { stdout } = await run("show", rule);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(
      "would have fired on 3 of 3 corrections, on 0 of 3 of them after they were mended, and on 0 of 0 pieces of accepted work",
    );
  });
});
