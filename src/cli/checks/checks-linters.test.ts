import { mkdirSync, mkdtempSync, realpathSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { ruleFromCode } from "../../../test/corrected-rule.ts";
import { git } from "../../../test/git-ledger.ts";
import { runCli } from "../../../test/run-cli.ts";
import { testPorts } from "../../../test/test-ports.ts";
import { composeEmend } from "../../compose.ts";
import { openSqliteStore } from "../../drivers/sql/sqlite/open-sqlite-store.ts";

let cwd: string;
const ruleWith = async (text: string): Promise<string> => {
  const store = await openSqliteStore({ file: join(cwd, ".emend/emend.db") });
  const emend = composeEmend(testPorts(store));
  const { id } = await ruleFromCode(emend, { text });
  await emend.close();
  return id;
};
const LOOSE = JSON.parse(
  readFileSync("catalogue/catalogue.jsonl", "utf8")
    .split("\n")
    .find((line) => line.includes('"id":"js-loose-equality"') || line.includes('"id": "js-loose-equality"'))!,
).rule as string;

beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), "emend-linters-")));
  git(cwd, "init", "-q", "-b", "main");
  mkdirSync(join(cwd, ".emend"), { mode: 0o700 });
});

describe("emend checks linters", () => {
  it("names the linters' rules for a known mistake, and the change that switches one on, and writes nothing", async () => {
    const settings = '{\n  "rules": {\n    "semi": "error"\n  }\n}\n';
    writeFileSync(join(cwd, ".eslintrc.json"), settings);
    const rule = await ruleWith(LOOSE);
    const { stdout, code } = await runCli(["checks", "linters", rule], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain("eslint/eqeqeq: off in .eslintrc.json");
    expect(stdout).toContain('+    "eqeqeq": "error"');
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(
      "biome/suspicious/noDoubleEquals: not known or not found in this repository",
    );
    expect(stdout).toContain(`emend checks draft ${rule.slice(0, 11)} --lint`);
    expect(readFileSync(join(cwd, ".eslintrc.json"), "utf8")).toBe(settings);
    const json = JSON.parse((await runCli(["checks", "linters", rule, "--json"], { cwd })).stdout);
    expect(json.mistakes[0]).toMatchObject({ entry: "js-loose-equality", exact: true });
    expect(json.mistakes[0].linters[0]).toMatchObject({
      tool: "eslint",
      rule: "eqeqeq",
      verified: "run",
      in_repository: "present",
      state: "off",
    });
  });

  it("says so if no linter has a rule for it", async () => {
    const rule = await ruleWith("Bring a cake on the first Monday of the month.");
    expect((await runCli(["checks", "linters", rule], { cwd })).stdout).toBe(
      "No linter is known to have a rule for this.\n",
    );
  });
});
