import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startReviewServer, type ReviewServer } from "../../../test/review-server.ts";
import { runCli } from "../../../test/run-cli.ts";

let server: ReviewServer;
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "learn-github-"));
  execFileSync("git", ["init", "--quiet", folder]);
  server = await startReviewServer();
  for (const [at, body] of [
    "Please use a named constant instead of 15000.",
    "Avoid magic numbers, use a named constant.",
    "Use a named constant here, too.",
  ].entries()) {
    server.pulls.push({
      number: at + 1,
      updatedAt: `2026-01-0${at + 1}T00:00:00Z`,
      title: "Add a cart",
      by: "claude[bot]",
      comments: [{ id: at + 10, by: "bo", body, at: `2026-01-0${at + 1}T00:00:00Z` }],
    });
  }
});

afterEach(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const learn = (...args: readonly string[]) =>
  runCli(["learn", "--github", "acme/shop", "--no-git", "--yes", ...args], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: folder,
      XDG_STATE_HOME: join(folder, "state"),
      GITHUB_TOKEN: "ghp_ofNobodyInParticular000000",
      GITHUB_API_URL: server.url,
    },
  });

describe("emend learn --github", () => {
  it("19 says whom it asks, and reports what reviewers keep saying", async () => {
    const { code, stdout, stderr } = await learn();
    expect(code).toBe(0);
    expect(stderr).toContain(`Emend only sends read requests for acme/shop to ${server.url}`);
    expect(stdout).toContain("Read 3 review comments on 3 pull requests.");
    expect(stdout).toMatch(/3 times in 3 pull requests, 2026-01-01 to 2026-01-03, by bo/);
  });

  it("19 records each remark once, and asks GitHub for nothing that has not changed", async () => {
    expect((await learn("--record")).stderr).toContain("3 new corrections, 0 changed, 0 known already");
    const again = await learn("--record");
    expect(again.stderr).toContain("0 pull requests from GitHub, 3 from the cache");
    expect(again.stderr).toContain("0 new corrections, 0 changed, 3 known already");
  });

  it("19 says what is missing without a token", async () => {
    const { code, stderr } = await runCli(["learn", "--github", "acme/shop", "--no-git", "--yes"], {
      cwd: folder,
      env: { PATH: process.env["PATH"] ?? "", HOME: folder, XDG_STATE_HOME: join(folder, "state") },
    });
    expect(code).not.toBe(0);
    expect(stderr).toContain("GH_TOKEN or GITHUB_TOKEN");
  });
});
