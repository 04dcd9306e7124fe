import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openHttp, type HttpCaller, type HttpSession } from "../../../test/http-session.ts";

const NONE = `ru_${"0".repeat(32)}`;
const CLOSE = "Close every file handle in a finally block.";
const own = { text: CLOSE, reason: "Handles leak.", scope: { agents: ["rio"] } };

let http: HttpSession;
let bo: HttpCaller;
let known = "";

beforeAll(async () => {
  http = await openHttp();
  bo = http.as("approver", { name: "bo" });
  known = (await http.as("approver", { name: "ana" }).post("proposals", own)).body.rule_id as string;
});
afterAll(() => http.close());

describe("proposals: what is refused changes nothing", () => {
  it.each([
    { act: "approve", body: { version: 1 }, status: 404, code: "rule_not_found", id: NONE },
    { act: "modify", body: { version: 1, text: "x" }, status: 404, code: "rule_not_found", id: NONE },
    { act: "approve", body: { version: 9 }, status: 409, code: "stale_version" },
    { act: "modify", body: { version: 9, text: "Do it." }, status: 422, code: "no_such_version" },
    { act: "modify", body: { version: 1, text: CLOSE }, status: 422, code: "nothing_changed" },
    { act: "modify", body: { version: 1, text: "x".repeat(300) }, status: 422, code: "invalid_body" },
    { act: "modify", body: { version: 1, text: "\uD800" }, status: 422, code: "invalid_body" },
    { act: "approve", body: { version: "1" }, status: 422, code: "invalid_body" },
    { act: "approve", body: { version: 1, by: "bo" }, status: 422, code: "invalid_body" },
    { act: "reject", body: { version: 1 }, status: 422, code: "invalid_body" },
    { act: "reject", body: "[", status: 400, code: "malformed_json" },
  ])("refuses to $act with $code: $body", async ({ act, body, status, code, id }) => {
    expect(await bo.post(`proposals/${id ?? known}/${act}`, body)).toMatchObject({ status, body: { code } });
    expect((await http.context.store.rules.find(known))!.revision).toBe(1);
  });

  it.each([
    { why: "the same words again", body: own, status: 409, code: "already_proposed" },
    {
      why: "a cluster that is not there",
      body: { ...own, cluster_id: "cl-0" },
      status: 404,
      code: "cluster_not_found",
    },
    { why: "no words", body: { text: "  " }, status: 422, code: "invalid_body" },
    { why: "a type that is not one", body: { ...own, type: "law" }, status: 422, code: "invalid_body" },
    { why: "somebody else's name", body: { ...own, by: "bo" }, status: 422, code: "invalid_body" },
    {
      why: "too many agents",
      body: { ...own, scope: { agents: Array.from({ length: 65 }, String) } },
      status: 422,
      code: "invalid_body",
    },
  ])("refuses to propose $why", async ({ body, status, code }) => {
    expect(await bo.post("proposals", body)).toMatchObject({ status, body: { code } });
  });

  it.each(["zzz", "%25", encodeURIComponent("[1]"), encodeURIComponent("%5B%22a%22%5D")])(
    "refuses the cursor %j",
    async (after) => {
      expect(await bo.get(`proposals?after=${after}`)).toMatchObject({
        status: 400,
        body: { code: "invalid_cursor" },
      });
    },
  );
});
