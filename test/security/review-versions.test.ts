import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseReview } from "../../src/core/review/parse-review.ts";
import { type HttpSession, openHttp } from "../http-session.ts";
import { anAnswer } from "../review-answer.ts";
import { runCli } from "../run-cli.ts";

const statusOf = (found: string, accepted: string, drift = false): string =>
  parseReview(JSON.stringify(anAnswer([], { prompt_version: found })), {
    accept: { schema_version: "1.0", prompt_version: accepted, allow_prompt_patch_drift: drift },
  }).status;

describe("a prompt version without a patch", () => {
  it.each([
    ["1.0.0", "1.0", "accepted"],
    ["1.0", "1.0.0", "accepted"],
    ["1.4.0", "1.4", "accepted"],
    ["1.0.1", "1.0", "rejected"],
    ["1.0", "1.0.1", "rejected"],
    ["1.0", "10.0", "rejected"],
    ["1", "1.0", "rejected"],
  ])("15.23 is that of patch 0: %s for %s is %s", (found, accepted, status) => {
    expect(statusOf(found, accepted)).toBe(status);
  });

  it("15.23 is accepted by the command", async () => {
    const cwd = mkdtempSync(join(tmpdir(), "emend-versions-"));
    const stdin = JSON.stringify(anAnswer([], { prompt_version: "2.1" }));
    const run = await runCli(["review", "check", "--prompt-version", "2.1.0"], { stdin, cwd });
    expect(run).toMatchObject({ code: 0 });
  });
});

describe("a rollout", () => {
  let http: HttpSession;
  beforeEach(async () => {
    http = await openHttp();
  });
  afterEach(() => http.close());

  const baseline = { schema_version: "1.0", prompt_version: "1.0" };
  const start = (candidate: string, from = "1.0") =>
    http.as("approver", { name: "ana" }).post("rollouts", {
      baseline: { ...baseline, prompt_version: from },
      candidate: { ...baseline, prompt_version: candidate },
    });
  const review = (prompt: string) =>
    http.as("reviewer", { name: "ben" }).post("reviews", {
      raw: JSON.stringify(anAnswer([], { prompt_version: prompt })),
      config: { schema_version: "1.0", prompt_version: prompt },
    });

  it("15.23 does not start from a version to the same one", async () => {
    const { status, body } = await start("1.0.0");
    expect([status, body.detail]).toEqual([422, expect.stringContaining("must differ from the baseline")]);
  });

  it("15.23 runs alone for a version, however it is written", async () => {
    expect((await start("1.1.0")).status).toBe(201);
    expect((await start("1.1", "0.9")).status).toBe(409);
  });

  it("15.23 counts an answer under its version, however it is written", async () => {
    await start("1.1.0");
    await review("1.1");
    await review("1.1.0");
    const { body } = await http.as("approver", { name: "ana" }).get("reviews/health");
    expect(body.versions).toMatchObject([{ version: { prompt_version: "1.1" }, reviews: 2 }]);
  });
});
