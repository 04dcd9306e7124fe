import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import type { RulePack } from "../src/core/rule-pack/rule-pack.ts";
import type { Rule } from "../src/core/rule/rule.ts";
import { packText } from "./example-pack.ts";
import { type CliRun, runCli } from "./run-cli.ts";

interface Listed {
  readonly items: readonly { readonly id: string; readonly text: string; readonly status: string }[];
}

/** Two teams with a repository and a store each, beside each other: one makes packs, the other one uses them. */
export function twoTeams() {
  let base: string;
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), "emend-packs-cli-"));
    for (const team of ["acme", "here"]) execFileSync("git", ["init", "-q", join(base, team)]);
  });
  afterEach(() => rmSync(base, { recursive: true, force: true }));

  const runIn = (team: string, args: readonly string[], now?: string): Promise<CliRun> =>
    runCli(args, {
      cwd: join(base, team),
      env: { PATH: process.env["PATH"] ?? "", HOME: base, USER: "dan" },
      ...(now === undefined ? {} : { now }),
    });
  /** Runs a command that has to succeed. */
  const succeedIn = async (team: string, args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await runIn(team, args);
    expect({ args, code, stderr: code === 0 ? "" : stderr }).toEqual({ args, code: 0, stderr: "" });
    return stdout;
  };
  const here = (...args: readonly string[]): Promise<string> => succeedIn("here", args);
  const list = async (...args: readonly string[]): Promise<Listed["items"]> =>
    (JSON.parse(await succeedIn(args[0]!, [...args.slice(1), "--json"])) as Listed).items;
  return {
    path: (...parts: readonly string[]): string => join(base, ...parts),
    runIn,
    here,
    acme: (...args: readonly string[]): Promise<string> => succeedIn("acme", args),
    /** Runs a command that is refused, and gives what it said. */
    refused: async (...args: readonly string[]): Promise<string> => {
      const { code, stderr } = await runIn("here", args);
      expect(code).toBe(1);
      return stderr;
    },
    writePack: (folder: string, fields: Partial<RulePack> = {}): void => {
      mkdirSync(join(base, folder), { recursive: true });
      writeFileSync(join(base, folder, "emend.pack.json"), packText(fields));
    },
    lockText: (): string => readFileSync(join(base, "here", "emend.lock.json"), "utf8"),
    rules: (team = "here") => list(team, "rules", "list"),
    checks: (team = "here") => list(team, "checks", "list"),
    idOf: async (text: string, team = "here"): Promise<string> =>
      (await list(team, "rules", "list")).find((rule) => rule.text.includes(text))!.id,
    versionsOf: async (id: string): Promise<Rule["versions"]> =>
      (JSON.parse(await here("rules", "history", id, "--json")) as Rule).versions,
  };
}
