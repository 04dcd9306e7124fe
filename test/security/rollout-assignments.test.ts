import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { assignVersion } from "../../src/core/rollout/review-assignment.ts";
import { isSameVersion, type VersionPair } from "../../src/core/rollout/rollout.ts";
import { BASELINE, CANDIDATE } from "../examples/example-rollout.ts";
import { type HttpCaller, type HttpSession, openHttp } from "../http-session.ts";

let http: HttpSession;
let ana: HttpCaller;
let rio: HttpCaller;
let id: string;
beforeEach(async () => {
  http = await openHttp();
  ana = http.as("approver", { name: "ana" });
  rio = http.as("agent", { name: "rio's token", agent: "rio" });
  const plan = { baseline: BASELINE, candidate: CANDIDATE, steps: [0.5, 1], slo: { min_reviews: 5 } };
  id = (await ana.post("rollouts", plan)).body.id as string;
});
afterEach(() => http.close());

const clean = (version: VersionPair): string => JSON.stringify({ ...version, findings: [] });
const send = (caller: HttpCaller, version: VersionPair, assignment?: string) =>
  caller.post("reviews", {
    raw: clean(version),
    changed_files: [],
    config: version,
    ...(assignment === undefined ? {} : { assignment }),
  });
const slices = async (): Promise<number> => {
  const { body } = await ana.get(`rollouts/${id}`);
  return (body.slices as readonly { reviews: number }[]).reduce((sum, { reviews }) => sum + reviews, 0);
};

/** A review that the rollout gives a version to, and that version. */
async function assigned(of: VersionPair, from = 0): Promise<{ assignment_id: string; key: string }> {
  const rollout = (await http.context.store.rollouts.find(id))!;
  const keys = Array.from({ length: 100 }, (_, n) => `acme/shop#${from + n}`);
  const key = keys.find((each) => isSameVersion(assignVersion(rollout, each), of))!;
  const { status, body } = await http
    .as("reviewer", { name: "ci" })
    .post(`rollouts/${id}/assignments`, { key });
  expect([status, body.version]).toEqual([201, of]);
  return body as { assignment_id: string; key: string };
}

describe("15.11 reviews that count for a rollout", () => {
  it("15.11 an agent's token cannot widen a rollout by sending good reviews of its own", async () => {
    for (let n = 0; n < 20; n += 1) {
      const { body } = await send(rio, n % 2 === 0 ? CANDIDATE : BASELINE);
      expect(body).toMatchObject({
        status: "accepted",
        counted: { rollout_id: null, reason: "no_assignment", message: expect.any(String) as string },
      });
    }
    expect(await slices()).toBe(0);
    expect((await ana.get(`rollouts/${id}`)).body.decision.action).toBe("hold");
    // They are known of all the same.
    const { body } = await ana.get("reviews/health?window=24h");
    expect(body.versions).toMatchObject([{ reviews: 10 }, { reviews: 10 }]);
  });

  it("15.11 an agent's token assigns nothing to itself", async () => {
    expect(await rio.post(`rollouts/${id}/assignments`, { key: "acme/shop#1" })).toMatchObject({
      status: 403,
      body: { code: "forbidden" },
    });
    expect((await rio.get(`rollouts/${id}/assignment?key=a`)).body).not.toHaveProperty("assignment_id");
  });

  it("15.11 a review that was assigned counts, once", async () => {
    const { assignment_id } = await assigned(CANDIDATE);
    const first = await send(rio, CANDIDATE, assignment_id);
    expect(first.body.counted).toEqual({ rollout_id: id, reason: null, message: null });
    const again = await send(rio, CANDIDATE, assignment_id);
    expect(again.body.counted).toMatchObject({ rollout_id: null, reason: "assignment_used" });
    const [one, other] = [await assigned(CANDIDATE, 100), await assigned(BASELINE, 100)];
    const many = await Promise.all(Array.from({ length: 5 }, () => send(rio, CANDIDATE, one.assignment_id)));
    expect(many.filter(({ body }) => body.counted.reason === null)).toHaveLength(1);
    expect((await send(rio, BASELINE, other.assignment_id)).body.counted.reason).toBeNull();
    expect(await slices()).toBe(3);
  });

  it.each([
    { why: "that nobody made", assignment: () => Promise.resolve("as_nobody"), reason: "assignment_unknown" },
    {
      why: "to the other version",
      assignment: async () => (await assigned(BASELINE)).assignment_id,
      reason: "assignment_of_other_version",
    },
  ])("15.11 an assignment $why counts for nothing, and says so", async ({ assignment, reason }) => {
    const { body } = await send(rio, CANDIDATE, await assignment());
    expect(body.counted).toMatchObject({ rollout_id: null, reason });
    expect(await slices()).toBe(0);
  });

  it("15.11 asking again for a review that was not sent yet gives the same assignment", async () => {
    const first = await assigned(CANDIDATE);
    expect(await assigned(CANDIDATE)).toEqual(first);
  });

  it("15.11 a promoted version is judged by assigned reviews alone", async () => {
    const reason = "trusted";
    await ana.post(`rollouts/${id}/advance`, { reason });
    await ana.post(`rollouts/${id}/promote`, { reason });
    for (let n = 0; n < 10; n += 1) {
      await rio.post("reviews", { raw: "I could not review this.", config: CANDIDATE });
    }
    expect((await ana.get(`rollouts/${id}`)).body.decision.action).toBe("hold");
    expect((await ana.get(`rollouts/${id}`)).body.versions).toMatchObject([{}, { reviews: 0 }]);
  });

  it("15.11 a review in a version that no rollout has needs none", async () => {
    const other = { schema_version: "1.0", prompt_version: "7.0" };
    expect((await send(rio, other)).body.counted).toEqual({ rollout_id: null, reason: null, message: null });
  });
});
