import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RADIX, ruleFromCode } from "../../../test/corrected-rule.ts";
import { type HttpCaller, type HttpSession, openHttp } from "../../../test/http-session.ts";

let http: HttpSession;
let ana: HttpCaller;
let bo: HttpCaller;
let rule = "";
beforeEach(async () => {
  http = await openHttp();
  ana = http.as("approver", { name: "ana" });
  bo = http.as("approver", { name: "bo" });
  rule = (await ruleFromCode(http.context.emend)).id;
});
afterEach(() => http.close());

const draft = async (): Promise<string> => {
  const { status, body } = await ana.post(`rules/${rule}/checks`, {});
  expect(status).toBe(201);
  return (body as { readonly check_id: string }).check_id;
};
const codeOf = ({ body }: { readonly body: unknown }) => (body as { readonly code?: string }).code;

describe("/checks", () => {
  it("drafts a check, lists it and takes decisions up to blocking and back", async () => {
    const id = await draft();
    expect((await ana.get(`checks/${id}`)).body).toMatchObject({
      check_id: id,
      rule_id: rule,
      state: "drafted",
      pending: 1,
      trial: { before: { tried: 3, hit: 3 } },
      approval: { required: 2, given: 0, proposed_by: "ana" },
      versions: [{ version: 1 }],
    });
    expect((await ana.get("checks?state=drafted")).body).toMatchObject({ items: [{ id }], next: null });
    expect((await ana.get("checks?state=blocking")).body).toEqual({ items: [], next: null });
    expect(codeOf(await ana.post(`checks/${id}/nudge`, { version: 1 }))).toBe("check_not_approved");
    expect((await ana.post(`checks/${id}/watch`, { version: 1 })).body).toMatchObject({ state: "watching" });
    const cleo = http.as("approver", { name: "cleo" });
    for (const who of [bo, cleo])
      expect((await who.post(`checks/${id}/approve`, { version: 1 })).status).toBe(200);
    const etag = (await ana.get(`checks/${id}`)).headers.get("etag")!;
    const nudged = await ana.post(
      `checks/${id}/nudge`,
      { version: 1, reason: "all right" },
      { "if-match": etag },
    );
    expect(nudged.body).toMatchObject({ state: "nudging", last_move: { by: "ana", reason: "all right" } });
    const late = await bo.post(`checks/${id}/block`, { version: 1 }, { "if-match": etag });
    expect([late.status, codeOf(late)]).toEqual([412, "revision_changed"]);
    expect((await bo.post(`checks/${id}/block`, { version: 1 })).body).toMatchObject({ state: "blocking" });
    expect((await ana.get(`rules/${rule}`)).body).toMatchObject({
      checks: [{ check_id: id, state: "blocking", language: "javascript", figures: { fired: 0 } }],
    });
    expect((await ana.post(`checks/${id}/retire`, { reason: "noisy" })).body).toMatchObject({
      state: "retired",
    });
    expect(codeOf(await ana.post(`checks/${id}/retire`, { reason: "noisy" }))).toBe("check_retired");
  });

  it("tries a check on given code, and takes verdicts on its hits", async () => {
    const id = await draft();
    const tried = await ana.post(`checks/${id}/try`, {
      files: [
        { path: "src/a.js", text: "parseInt(a);\n" },
        { path: "src/b.py", text: "parseInt(a)\n" },
      ],
    });
    expect(tried.body).toMatchObject({ version: 1, files: 1, lines: 1, hits: 1, items: [{ verdict: null }] });
    const hit = (tried.body as { readonly items: readonly [{ readonly id: string }] }).items[0].id;
    const judge = (body: unknown) => ana.post(`check-hits/${hit}/judge`, body);
    expect(codeOf(await judge({ verdict: "overridden" }))).toBe("hit_reason_required");
    expect((await judge({ verdict: "wrong", reason: "a test" })).body).toMatchObject({ judged_by: "ana" });
    expect((await ana.get(`check-hits?check=${id}&verdict=wrong`)).body).toMatchObject({
      items: [{ id: hit }],
    });
    expect((await ana.get("check-hits?verdict=none")).body).toEqual({ items: [], next: null });
    expect(codeOf(await ana.post("check-hits/hi_1/judge", { verdict: "right" }))).toBe("hit_not_found");
    expect(
      codeOf(await ana.post(`checks/${id}/try`, { version: 4, files: [{ path: "a.js", text: "" }] })),
    ).toBe("no_such_check_version");
  });

  it("refuses a check that fails the gate, with what speaks against it", async () => {
    const own = (pattern: unknown, more = {}) =>
      ana.post(`rules/${rule}/checks`, {
        check: { kind: "structure", language: "javascript", rule: { pattern }, ...more },
      });
    const general = await own("parseInt($$$A)");
    expect([general.status, codeOf(general)]).toEqual([422, "check_refused"]);
    expect(general.body).toMatchObject({
      errors: [
        { path: "hits_after", message: expect.stringContaining("3 of the rule's 3 corrections: co_") },
      ],
    });
    expect(codeOf(await own("parseInt(("))).toBe("check_unreadable");
    expect(codeOf(await own(7))).toBe("invalid_check");
    expect((await own("parseInt($X)")).status).toBe(201);
    expect(codeOf(await own("parseInt($X)"))).toBe("same_check");
    expect(codeOf(await ana.post("rules/ru_none/checks", {}))).toBe("rule_not_found");
    const few = await ruleFromCode(http.context.emend, {
      text: "Be brief.",
      corrections: RADIX.slice(2),
      from: 9,
    });
    expect(codeOf(await ana.post(`rules/${few.id}/checks`, {}))).toBe("too_few_corrections");
  });

  it.each([
    ["a pattern that backtracks", { kind: "structure", language: "go", rule: { regex: "(a+)+$" } }],
    ["a rule that is nested without end", { kind: "structure", language: "go", rule: deep(200) }],
    ["a rule with thousands of parts", { kind: "structure", language: "go", rule: { any: wide(3_000) } }],
    ["keys that no rule has", { kind: "structure", language: "go", rule: { __proto__x: 1 } }],
    ["words without end", { kind: "text", tokens: Array.from({ length: 61 }, () => "x") }],
  ])("refuses %s", async (_what, check) => {
    const { status } = await ana.post(`rules/${rule}/checks`, { check });
    expect(status).toBe(422);
    expect((await ana.get("checks")).body).toMatchObject({ items: [] });
  });

  it("lets neither agents nor reviewers decide", async () => {
    const id = await draft();
    const agent = http.as("agent", { name: "rio" });
    const reviewer = http.as("reviewer", { name: "rita" });
    for (const who of [agent, reviewer])
      for (const act of ["approve", "watch", "nudge", "block"])
        expect((await who.post(`checks/${id}/${act}`, { version: 1 })).status).toBe(403);
    for (const path of ["checks", `checks/${id}`, "check-hits"])
      expect((await agent.get(path)).status).toBe(403);
    expect((await agent.post(`rules/${rule}/checks`, {})).status).toBe(403);
    expect((await agent.post("check-hits/x/judge", { verdict: "wrong" })).status).toBe(403);
    expect((await reviewer.get(`checks/${id}`)).status).toBe(200);
  });
});

function deep(levels: number): object {
  let nested: object = { kind: "a" };
  for (let level = 0; level < levels; level += 1) nested = { not: nested };
  return nested;
}

function wide(parts: number): readonly object[] {
  return Array.from({ length: parts }, () => ({ kind: "a" }));
}
