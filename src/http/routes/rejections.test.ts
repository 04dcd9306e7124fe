import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HttpSession, openHttp } from "../../../test/http-session.ts";
import { createHmacSigner } from "../../drivers/crypto/hmac-signer.ts";

let http: HttpSession;
let signed: HttpSession;
beforeAll(async () => {
  http = await openHttp();
  signed = await openHttp({ signer: createHmacSigner("a key of many random letters, here") });
});
afterAll(async () => {
  await http.close();
  await signed.close();
});

describe("/rejections", () => {
  it("writes a comment and reads it back, whatever the tags are", async () => {
    const ana = http.as("reviewer", { name: "ana" });
    const issues = ["missing_tests", "missing_test", "--> <script>", "zeile\n2"];
    const written = await ana.post("rejections/format", { issues, comment: "See line 3." });
    expect(written.body).toMatchObject({
      issues,
      unregistered: [
        { tag: "missing_test", nearest: "missing_tests" },
        { tag: "--> <script>", nearest: null },
        { tag: "zeile\n2", nearest: null },
      ],
      signed: false,
    });
    expect(written.body.comment).toContain("See line 3.");
    const read = await http.as("agent").post("rejections/parse", { comment: written.body.comment });
    expect(read.body).toMatchObject({
      rejection: { issues, source: "ana", version: 1, signed: false },
      guidance: [
        { tag: "missing_tests", registered: true, route: "llm_fix" },
        { tag: "missing_test", registered: false, fix: null },
        { registered: false },
        { registered: false },
      ],
      problem: null,
      diagnostics: [],
    });
  });

  it("no rejection goes out without a tag", async () => {
    const { body } = await http.as("reviewer").post("rejections/format", {});
    expect(body).toMatchObject({ issues: ["unspecified"], unregistered: [] });
  });

  it("17.4 a comment of warnings only is no rejection, written and read", async () => {
    const { body } = await http.as("reviewer").post("rejections/format", { issues: ["near_duplicate"] });
    expect(body).toMatchObject({ verdict: "warnings" });
    expect(body.comment).toContain("**Warnings** — 1 non-blocking issue");
    const read = await http.as("agent").post("rejections/parse", { comment: body.comment });
    expect(read.body).toMatchObject({
      rejection: { verdict: "warnings" },
      guidance: [{ severity: "warning" }],
    });
  });

  it.each([
    { why: "no block", comment: "Looks good.", code: "none" },
    { why: "a block that is cut off", comment: '<!-- REJECTION: {"issues": [', code: "malformed" },
    { why: "one of a later form", comment: '<!-- REJECTION: {"v":9} -->', code: "unsupported_version" },
  ])("says why there is no rejection: $why", async ({ comment, code }) => {
    const { status, body } = await http.as("agent").post("rejections/parse", { comment });
    expect({ status, ...body }).toMatchObject({
      status: 200,
      rejection: null,
      guidance: [],
      problem: { code },
    });
  });

  it("with a key it signs, and what is not signed with it does not count", async () => {
    const ana = signed.as("reviewer", { name: "ana" });
    const { body } = await ana.post("rejections/format", { issues: ["missing_tests"] });
    expect(body.signed).toBe(true);
    const parse = async (comment: string) => (await ana.post("rejections/parse", { comment })).body;
    expect(await parse(body.comment)).toMatchObject({ rejection: { source: "ana", signed: true } });
    expect(await parse(body.comment.replace("missing_tests", "flaky_test"))).toMatchObject({
      rejection: null,
      problem: { code: "bad_signature" },
    });
    const plain = await http.as("reviewer").post("rejections/format", {});
    expect(await parse(plain.body.comment)).toMatchObject({ problem: { code: "unsigned" } });
  });

  it("only an administrator signs for another source; without a key anybody may name one", async () => {
    const asked = { issues: ["missing_tests"], source: "validator" };
    expect(await signed.as("approver").post("rejections/format", asked)).toMatchObject({
      status: 403,
      body: { code: "not_yourself" },
    });
    expect((await signed.as("admin").post("rejections/format", asked)).status).toBe(200);
    expect((await http.as("reviewer").post("rejections/format", asked)).status).toBe(200);
  });

  it("an agent reads rejections and writes none", async () => {
    expect(await http.as("agent").post("rejections/format", {})).toMatchObject({
      status: 403,
      body: { code: "forbidden" },
    });
  });

  it.each([
    { why: "tags that are no texts", path: "format", body: { issues: [1] } },
    { why: "more tags than a record holds", path: "format", body: { issues: Array(65).fill("a") } },
    { why: "no comment", path: "parse", body: {} },
  ])("refuses $why", async ({ path, body }) => {
    expect(await http.as("reviewer").post(`rejections/${path}`, body)).toMatchObject({
      status: 422,
      body: { code: "invalid_body" },
    });
  });
});
