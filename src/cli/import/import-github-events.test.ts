import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCli } from "../../../test/run-cli.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-import-events-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (args: readonly string[], stdin?: string) =>
  runCli(args, {
    cwd: folder,
    now: "2026-05-03T12:00:00Z",
    ...(stdin === undefined ? {} : { stdin }),
  });
const runImport = async (args: readonly string[], stdin: string) => {
  const { code, stdout } = await run(["import", "-", "--json", ...args], stdin);
  return { code, tally: JSON.parse(stdout) as Record<string, unknown> };
};

const ana = { login: "ana", type: "User" };
const pull = {
  id: 700,
  number: 7,
  html_url: "https://github.com/acme/shop/pull/7",
  user: { login: "rio-app[bot]", type: "Bot" },
  merged: false,
  closed_at: "2026-05-02T08:00:00Z",
};
const repository = { id: 5, full_name: "acme/shop" };
const review = {
  id: 44,
  node_id: "n44",
  state: "changes_requested",
  body: "Close the file in every branch.",
  user: ana,
  author_association: "MEMBER",
  submitted_at: "2026-05-01T08:01:00Z",
  html_url: "https://github.com/acme/shop/pull/7#pullrequestreview-44",
};
const submitted = { action: "submitted", review, pull_request: pull, repository, sender: ana };
const closed = { action: "closed", pull_request: pull, repository, sender: ana };
const push = { ref: "refs/heads/main", before: "a", after: "b", repository };
const AS = ["--github-agent", "Rio-App[bot]=rio"];

describe("emend import of webhook payloads", () => {
  it.each([
    [
      "as they were sent, one a line",
      (all: readonly object[]) => all.map((one) => JSON.stringify(one)).join("\n"),
    ],
    [
      "one over several lines",
      (all: readonly object[]) => all.map((one) => JSON.stringify(one, null, 2)).join("\n"),
    ],
    ["in a list", (all: readonly object[]) => JSON.stringify(all)],
  ])("002.7: keeps what they decide: %s", async (_why, write) => {
    const { code, tally } = await runImport(AS, write([submitted, closed, push]));
    expect({ code, tally }).toMatchObject({
      code: 0,
      tally: { records: 2, new: 2, skipped: { count: 0 }, left_out: { count: 1 } },
    });
    const patterns = JSON.parse((await run(["patterns", "rio", "--json"])).stdout) as { agents: object[] };
    expect(patterns.agents).toMatchObject([{ decided: 2, rejected: 2 }]);
  });

  it.each([
    ["{event, payload}", (event: string, payload: object) => ({ event, payload })],
    [
      "a delivery as GitHub lists it",
      (event: string, payload: object) => ({
        id: 1,
        guid: "g",
        event,
        action: null,
        request: { headers: {}, payload },
      }),
    ],
  ])("reads %s, whichever format is named", async (_why, wrap) => {
    const line = JSON.stringify(wrap("pull_request_review", submitted));
    expect((await runImport(AS, line)).tally).toMatchObject({ records: 1, new: 1 });
    expect((await runImport(["--format", "github", ...AS], line)).tally).toMatchObject({ known: 1 });
  });

  it("takes a review as the one that `gh api` lists", async () => {
    const listed = JSON.stringify([{ ...review, state: "CHANGES_REQUESTED" }]);
    expect((await runImport(["--agent", "rio"], listed)).tally).toMatchObject({ new: 1 });
    expect((await runImport(AS, JSON.stringify(submitted))).tally).toMatchObject({ new: 0, known: 1 });
  });

  it("skips an event without what it tells of, and says so", async () => {
    const { code, tally } = await runImport(
      [],
      JSON.stringify({ event: "pull_request_review", payload: { action: "submitted" } }),
    );
    expect({ code, tally }).toMatchObject({
      code: 1,
      tally: { records: 0, skipped: { count: 1, reasons: [{ reason: "missing_field" }] } },
    });
  });

  it("takes several logins, the last word on each", async () => {
    const more = ["--github-agent", "other=zoe", "--github-agent", "rio-app[bot] = mia"];
    await runImport([...AS, ...more], JSON.stringify(submitted));
    const { agents } = JSON.parse((await run(["patterns", "--json"])).stdout) as {
      agents: { agent: string }[];
    };
    expect(agents.map(({ agent }) => agent)).toEqual(["mia"]);
  });

  it.each(["rio", "=rio", "rio=", " = "])("refuses %j as a login and a name", async (given) => {
    const { code, stderr } = await run(["import", "-", "--github-agent", given], "{}");
    expect(code).toBe(2);
    expect(stderr).toContain("[github_agent_malformed]");
  });
});
