import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCommand } from "../../../test/run-command.ts";
import { addRollouts } from "../rollouts/rollouts.ts";
import { addReview } from "./review.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-review-prompt-"));
  writeFileSync(join(folder, "changed.txt"), "src/a.ts\n");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const prompt = (...args: readonly string[]) =>
  runCommand(addReview, ["review", "prompt", "--changed-files", "changed.txt", ...args], { cwd: folder });

describe("emend review prompt", () => {
  it.each([
    ["--schema-version", "2.0"],
    ["--schema-version", "0.9"],
    ["--prompt-version", "1.1"],
    ["--prompt-version", "7.3.1"],
  ])("17.5 refuses a version that no parser here accepts: %s %s", async (option, version) => {
    const run = await prompt(option, version);
    expect(run).toMatchObject({ code: 2, stdout: "" });
    expect(run.stderr).toContain("[incompatible_version]");
    expect(run.stderr).toContain(`"${version}"`);
    expect(run.stderr).toContain("accepted: schema_version 1.0");
  });

  it("17.5 takes its own versions, newer minors and patches without a store", async () => {
    for (const args of [[], ["--schema-version", "1.2"], ["--prompt-version", "1.0.4"]]) {
      expect(await prompt(...args)).toMatchObject({ code: 0, stderr: "" });
    }
  });

  it("17.5 takes the versions of a rollout, and says which those are", async () => {
    await runCommand(addRollouts, ["rollouts", "start", "--from", "1.0/1.0", "--to", "1.1/1.1"], {
      cwd: folder,
    });
    const pair = ["--schema-version", "1.1", "--prompt-version", "1.1"];
    expect((await prompt(...pair)).stdout).toContain('"prompt_version" to "1.1"');
    const refused = await prompt("--prompt-version", "1.2");
    expect(refused.stderr).toContain("in a rollout: 1.1 with prompt 1.1");
    expect(await prompt(...pair, "--store", "elsewhere.db")).toMatchObject({ code: 3 });
  });
});
