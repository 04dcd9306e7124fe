import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LOG_RULE, PARSE_RULE } from "../../../test/example-pack.ts";
import { twoTeams } from "../../../test/two-teams.ts";
import type { RulePack } from "../../core/rule-pack/rule-pack.ts";

const { path, runIn, here, acme, lockText, checks, idOf } = twoTeams();

describe("a pack of one's own", () => {
  async function approveAt(text: string, glob?: string): Promise<string> {
    const where = glob === undefined ? [] : ["--path", glob];
    await acme(
      "rules",
      "propose",
      "--text",
      text,
      "--reason",
      "ana@corp.example said so",
      ...where,
      "--as",
      "ana",
    );
    const id = await idOf(text, "acme");
    for (const name of ["ben", "cy"]) await acme("rules", "approve", id, "--as", name);
    return id;
  }
  const HEAD = ["--name", "@acme/rules", "--license", "MIT", "--version"];
  const written = (): RulePack =>
    JSON.parse(readFileSync(path("made", "emend.pack.json"), "utf8")) as RulePack;

  it("goes round: npm packs it, git tags it, and others add it", async () => {
    const id = await approveAt(PARSE_RULE.text, "src/**/*.ts");
    await approveAt("Mail results to ana@corp.example.");
    await acme("checks", "draft", id, "--pattern", "parseInt($X)", "--language", "typescript", "--as", "ana");
    const check = (await checks("acme"))[0]!.id;
    for (const name of ["ben", "cy"]) await acme("checks", "approve", check, "--as", name);
    const { stdout, stderr } = await runIn("acme", ["packs", "create", "../made", ...HEAD, "1.0.0"]);
    expect(stdout).toContain("wrote @acme/rules 1.0.0 to ../made: 1 rule, 1 check\n");
    expect(stderr).toMatch(/left out ru_\w+: could turn .*an e-mail address/);
    expect(JSON.stringify(written())).not.toMatch(/ana|ben|corp/);
    expect(readFileSync(path("made", "README.md"), "utf8")).toContain("the npm package `npm:@acme/rules`");

    const made = path("made");
    execFileSync("npm", ["pack", "--silent"], { cwd: made, env: { ...process.env, HOME: path() } });
    const git = (...args: readonly string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], { cwd: made });
    git("init", "-q", "-b", "main");
    git("add", "emend.pack.json", "package.json", "README.md");
    git("commit", "-qm", "1.0.0");
    git("tag", "v1.0.0");
    const added = await here("packs", "add", "../made/acme-rules-1.0.0.tgz", "--yes", "--json");
    const rules = [
      { step: "propose", rule_id: id, checks: [expect.stringMatching(/^ck_/) as string], left_out: [] },
    ];
    expect(JSON.parse(added)).toMatchObject({ name: "@acme/rules", is_applied: true, rules });
    const tagged = `git+file://${made}#v1.0.0`;
    const moved = await here("packs", "update", "@acme/rules", tagged, "--yes", "--json");
    expect(JSON.parse(moved)).toMatchObject({ items: [{ rules: [{ step: "unchanged" }] }] });
    expect(lockText()).toMatch(/"resolved": "git\+file:[^"]+#[0-9a-f]{40}"/);
    expect(await here("packs", "verify", "--yes")).toContain("has the locked content");

    // The next version keeps the ids, so that an amended rule stays the same rule.
    await acme("rules", "modify", id, "--text", "Parse numbers with Number() only.", "--as", "ana");
    for (const name of ["ben", "cy"]) await acme("rules", "approve", id, "--as", name);
    await acme("packs", "create", "../made", "--version", "1.1.0");
    expect(written().rules).toMatchObject([{ id, text: "Parse numbers with Number() only." }]);
    git("commit", "-qam", "1.1.0");
    git("tag", "v1.1.0");
    expect(await here("packs", "update", "@acme/rules", `git+file://${made}#v1.1.0`, "--yes")).toContain(
      "changed in the pack",
    );
    // What came from a pack is not given away as one's own.
    await here("rules", "approve", id, "--as", "eve");
    await here("rules", "approve", id, "--as", "fay");
    expect((await runIn("here", ["packs", "create", "../other", ...HEAD, "1.0.0"])).stderr).toContain(
      "pack_empty",
    );
  });

  it("says what is missing, and changes no version that is out", async () => {
    await approveAt(LOG_RULE.text);
    const create = (...args: readonly string[]) => runIn("acme", ["packs", "create", "../made", ...args]);
    expect((await create("--name", "a", "--version", "1.0.0")).stderr).toContain("--license is missing");
    expect((await create("--name", "A b", "--version", "1.0.0", "--license", "MIT")).stderr).toContain(
      "--name: expected a name",
    );
    expect((await create(...HEAD, "1")).stderr).toContain("--version: expected a version of three numbers");
    await acme("packs", "create", "../made", ...HEAD, "1.0.0");
    expect((await create("--version", "1.0.0")).stderr).toContain("version_taken");
    writeFileSync(path("made", "README.md"), "our own words\n");
    writeFileSync(path("made", "package.json"), '{"private": true, "files": ["docs"]}\n');
    const { stderr } = await create("--version", "1.0.1", "--quotes");
    expect(stderr).toContain("README.md is yours and was not changed");
    expect(JSON.parse(readFileSync(path("made", "package.json"), "utf8"))).toMatchObject({
      private: true,
      version: "1.0.1",
      files: ["docs", "emend.pack.json"],
    });
    expect(written().rules[0]!.reason).toBe("[email] said so");
  });
});
