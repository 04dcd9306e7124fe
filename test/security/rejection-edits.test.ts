import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { evaluateFeedback } from "../../src/app/evaluation/evaluate-feedback.ts";
import { writeLedger } from "../../src/app/ledger/write-ledger.ts";
import { createBuiltInEvaluator } from "../../src/drivers/evaluator/built-in-evaluator.ts";
import { ledgerIn, ledgerPlaces } from "../git-ledger.ts";
import { type HttpSession, openHttp } from "../http-session.ts";

const place = ledgerPlaces();
let http: HttpSession;
beforeEach(async () => {
  http = await openHttp();
});
afterEach(() => http.close());

const handIn = async (): Promise<string> => {
  const made = await http.as("agent", { name: "rio's token", agent: "rio" }).post("submissions", {
    gate: "Before merge",
    title: "Retry the charge",
    output: "charge();\nretry();\n",
    task: "payouts-78",
    files: ["src/pay.ts"],
  });
  return made.body.id as string;
};
const reject = (id: string, more: object = {}) =>
  http.as("reviewer", { name: "ana" }).post(`submissions/${id}/decision`, {
    decision: "rejected",
    comment: "Charge once only.",
    tags: ["double_charge"],
    edited_output: "charge();\n",
    ...more,
  });

describe("a rejection with an edit", () => {
  it("15.18 keeps the edit as the correction, and stays a rejection", async () => {
    const answered = await reject(await handIn());
    expect(answered).toMatchObject({ status: 200, body: { status: "decided" } });
    const { decision } = answered.body;
    expect(decision).toMatchObject({ decision: "rejected", edited_output: "charge();\n" });
    expect(decision.diff).toContain("-retry();");
    const record = (await http.as("reviewer").get(`feedback/${decision.feedback_id}`)).body;
    expect(record).toMatchObject({ outcome: "rejected", comment: "Charge once only." });
    expect(record.correction.diff).toBe(decision.diff);
    // Nothing was approved, so nothing may look like an approved text.
    expect(record.output.approved_sha).toBeUndefined();
    expect(JSON.parse(record.original.json)).toMatchObject({
      decision: "REJECTED",
      approved_output_sha: null,
    });
    const { pattern } = (await http.as("reviewer").get("agents/rio/patterns")).body;
    expect(pattern).toMatchObject({ decided: 1, rejected: 1, approval_rate: 0 });
  });

  it("15.18 reaches the ledger as corrections/<task>/correction.diff, and is evaluated as a correction", async () => {
    const { body } = await reject(await handIn());
    const { store } = http.context;
    const folder = place();
    await writeLedger({ store, ledger: ledgerIn(folder) })({});
    expect(readFileSync(join(folder, "corrections/payouts-78/correction.diff"), "utf8")).toBe(
      body.decision.diff,
    );
    const learning = await http.context.emend.learning();
    const evaluator = createBuiltInEvaluator();
    const evaluate = evaluateFeedback({ ...store, ...learning, evaluator, now: http.context.now });
    const [evaluated] = await evaluate([body.decision.feedback_id as string]);
    expect(evaluated).toMatchObject({ evaluation: { classification: "edge_case" } });
  });

  it("15.18 is sent again without harm, and another edit is another answer", async () => {
    const id = await handIn();
    await reject(id);
    expect((await reject(id)).status).toBe(200);
    expect(await reject(id, { edited_output: "chargeOnce();\n" })).toMatchObject({
      status: 409,
      body: { code: "already_decided" },
    });
    expect((await reject(id, { edited_output: undefined })).status).toBe(409);
  });

  it("15.18 still needs a reason, and an approval as written still refuses an edit", async () => {
    const id = await handIn();
    expect(await reject(id, { comment: undefined, tags: undefined })).toMatchObject({
      status: 422,
      body: { code: "comment_or_tag_missing" },
    });
    expect(await reject(id, { decision: "approved" })).toMatchObject({
      status: 422,
      body: { code: "edited_output_unexpected" },
    });
    const same = await reject(id, { edited_output: "charge();\nretry();\n" });
    expect(same.status).toBe(200);
    expect(same.body.decision.edited_output).toBeUndefined();
  });

  it("15.18 comes in by the decision event with its diff, too", async () => {
    const recorded = await http.as("reviewer", { name: "ana" }).post("decisions", {
      decision_id: "d-1",
      gate_id: "Before merge",
      epic_id: "e-1",
      task_id: "payouts-79",
      decision: "REJECTED",
      reviewer_id: "ana",
      timestamp: "2026-03-01T10:00:00Z",
      review_duration_seconds: 5,
      agent_output_sha: "a".repeat(64),
      reviewer_comment: "Charge once only.",
      agent: "rio",
      correction_diff: "--- a/src/pay.ts\n+++ b/src/pay.ts\n@@ -1,2 +1 @@\n charge();\n-retry();\n",
    });
    expect(recorded.status).toBeLessThan(300);
    const folder = place();
    await writeLedger({ store: http.context.store, ledger: ledgerIn(folder) })({});
    expect(readFileSync(join(folder, "corrections/payouts-79/correction.diff"), "utf8")).toContain(
      "-retry();",
    );
  });
});
