import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type HttpCaller, type HttpSession, openHttp } from "../../../test/http-session.ts";
import { runningCheck } from "../../../test/running-check.ts";
import { person } from "../../../test/examples/example-rule.ts";

let http: HttpSession;
let rio: HttpCaller;
beforeEach(async () => {
  http = await openHttp();
  rio = http.as("agent", { name: "rio's token", agent: "rio" });
});
afterEach(() => http.close());

const FILES = [{ path: "src/a.js", text: "start();\na == b;\nc == d; // emend-ignore: null as well\n" }];

describe("POST /check-files", () => {
  it("finds the mistakes in the given files and shows a correction", async () => {
    const { id, rule_id } = await runningCheck(http.context.emend, "nudging");
    const { status, body } = await rio.post("check-files", { files: FILES });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        files: 1,
        checks: 1,
        notices: [],
        hits: [
          {
            path: "src/a.js",
            line: 2,
            column: 1,
            code: "a == b;",
            check_id: id,
            rule_id,
            rule: "Compare with ===.",
            state: "nudging",
            example: { before: "if (a == b) go();", after: "if (a === b) go();" },
            replacement: "a === b",
          },
          { line: 3, ignored: "null as well" },
        ],
      },
    });
    expect((await http.context.emend.store.checks.figures([id])).size).toBe(0);
  });

  it("keeps what it found if it is asked to, once for a run", async () => {
    const { id } = await runningCheck(http.context.emend, "blocking");
    for (let time = 0; time < 2; time++)
      expect((await rio.post("check-files", { files: FILES, report: true, run: "r-1" })).status).toBe(200);
    const { items } = await http.context.emend.checks.hits({ check: id, limit: 10 });
    expect(items.map(({ agent, run, line, verdict, reason }) => [agent, run, line, verdict, reason])).toEqual(
      expect.arrayContaining([
        ["rio", "r-1", 2, null, undefined],
        ["rio", "r-1", 3, "overridden", "null as well"],
      ]),
    );
    expect((await http.context.emend.store.checks.figures([id])).get(id)).toMatchObject({
      fired: 2,
      overridden: 1,
    });
  });

  it("runs no check whose rule is gone", async () => {
    const { rule_id } = await runningCheck(http.context.emend, "nudging");
    await http.context.emend.rules.decide(rule_id, { type: "retire", by: person("ana"), reason: "No more." });
    expect((await rio.post("check-files", { files: FILES })).body).toMatchObject({ checks: 0, hits: [] });
    expect((await rio.get("running-checks")).body).toEqual({ checks: [] });
  });

  it.each([
    { why: "no files", body: { files: [] } },
    { why: "lines before the first", body: { files: [{ ...FILES[0], changed: [{ from: 0, to: 1 }] }] } },
    { why: "another agent's name", body: { files: FILES, agent: "clay" }, status: 403 },
  ])("refuses $why", async ({ body, status = 422 }) => {
    expect((await rio.post("check-files", body)).status).toBe(status);
  });
});

describe("POST /check-reports", () => {
  it("keeps what a hook found and leaves out checks that do not exist", async () => {
    const { id } = await runningCheck(http.context.emend, "nudging");
    const hit = {
      check_id: id,
      version: 1,
      state: "nudging",
      path: "a.js",
      line: 2,
      code: "a == b",
      verdict: null,
    };
    const report = {
      time: "2026-11-15T12:00:00.000Z",
      checked_in: "hook",
      run: "s-1",
      ran: [
        { check_id: id, files: 2 },
        { check_id: `ck_${"0".repeat(32)}`, files: 1 },
      ],
      hits: [hit, { ...hit, version: 7, code: "x" }],
    };
    for (let time = 0; time < 2; time++) expect((await rio.post("check-reports", report)).status).toBe(204);
    expect((await http.context.emend.store.checks.figures([id])).get(id)).toMatchObject({
      fired: 1,
      caught: 1,
    });
    expect((await rio.post("check-reports", { ...report, agent: "clay" })).status).toBe(403);
  });
});

describe("GET /running-checks", () => {
  it("gives all that running them needs", async () => {
    const { id } = await runningCheck(http.context.emend, "nudging");
    expect((await rio.get("running-checks")).body).toMatchObject({
      checks: [{ check_id: id, version: 1, state: "nudging", may_fix: true, check: { kind: "structure" } }],
    });
  });
});
