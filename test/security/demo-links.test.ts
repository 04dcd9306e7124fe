import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCli } from "../run-cli.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-demo-links-"));
  mkdirSync(join(folder, "clone/.git"), { recursive: true });
  mkdirSync(join(folder, "outside"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("15.1 emend demo follows no link of a clone", () => {
  it.each<{ why: string; name: string; target: string }>([
    { why: "its folder is a link", name: ".emend-demo", target: "outside" },
    { why: "its settings are a link", name: ".emend-demo/emend.yaml", target: "outside/new.yaml" },
    { why: "its mark is a link", name: ".emend-demo/demo.json", target: "outside/new.json" },
    { why: "its store is a link", name: ".emend-demo/emend.db", target: "outside/new.db" },
  ])("15.1 $why", async ({ name, target }) => {
    const clone = join(folder, "clone");
    mkdirSync(join(clone, name, ".."), { recursive: true });
    symlinkSync(join(folder, target), join(clone, name));
    const run = runCli(["demo", "--days", "7"], { cwd: clone, env: { HOME: folder } });
    expect(await run).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("[behind_a_link]") as string,
    });
    expect(readdirSync(join(folder, "outside"))).toEqual([]);
  });
});
