import { Readable } from "node:stream";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { collectOutput } from "../../../test/collect-output.ts";
import { startReviewServer, type ReviewServer } from "../../../test/review-server.ts";
import { correctionId } from "../../core/correction/past-correction.ts";
import { readReviews } from "../../app/learn/read-reviews.ts";
import type { CliIo } from "../cli-io.ts";
import { openReviewHistory } from "./open-review-history.ts";

let server: ReviewServer;
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "history-"));
  server = await startReviewServer();
  server.pulls.push({
    number: 1,
    updatedAt: "2026-01-01T00:00:00Z",
    title: "Add a cart",
    by: "claude[bot]",
    comments: [{ id: 2, by: "bo", body: "Please rebase this.", at: "2026-01-01T00:00:00Z" }],
  });
});

afterEach(async () => {
  await server.stop();
});

const ioOf = (env: Readonly<Record<string, string>>): CliIo => ({
  stdin: Readable.from([]),
  stdout: collectOutput().stream,
  stderr: collectOutput().stream,
  env: { HOME: folder, XDG_STATE_HOME: join(folder, "state"), ...env },
  cwd: folder,
  now: () => new Date("2026-11-18T12:00:00Z"),
});

describe("the reviews of a repository", () => {
  it.each(["GH_TOKEN", "GITHUB_TOKEN"])("are read with %s", async (variable) => {
    const io = ioOf({ [variable]: "ghp_ofNobodyInParticular000000", GITHUB_API_URL: server.url });
    const read = readReviews({ reviews: await openReviewHistory(io) });
    const first = await read({ repository: "acme/shop" });
    expect(first).toMatchObject({ pulls: 1, pullsByAgents: 1, remarks: 1, isComplete: true, fromCache: 0 });
    expect(first.corrections).toMatchObject([
      { id: correctionId("review:github.com/comment/2"), agent: "claude-code" },
    ]);
    const author = { id: "me", trust: "person" } as const;
    expect(first.feedback({ now: "2026-11-18T12:00:00Z", author })).toMatchObject([
      { event_id: "github_comment:comment/2", agent: "claude-code", task: "acme/shop#1" },
    ]);
    expect(await read({ repository: "acme/shop" })).toMatchObject({ fromCache: 1 });
  });

  it("are not read without a token", async () => {
    await expect(openReviewHistory(ioOf({}))).rejects.toMatchObject({
      code: "host_credentials_missing",
      message: expect.stringContaining("GH_TOKEN or GITHUB_TOKEN"),
    });
  });

  it("are not read with a token of another server", async () => {
    const io = ioOf({ GH_TOKEN: "ghp_ofNobodyInParticular000000", EMEND_GITHUB_API_URL: server.url });
    await expect(openReviewHistory(io)).rejects.toMatchObject({ code: "host_token_of_another" });
    expect(server.requests).toEqual([]);
  });
});
