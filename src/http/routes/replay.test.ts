import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ruleFromCode } from "../../../test/corrected-rule.ts";
import { WRITER } from "../../../test/examples/example-rule.ts";
import { type HttpSession, openHttp } from "../../../test/http-session.ts";
import { type WrittenRepository, writeRepository } from "../../../test/past-repository.ts";

let past: WrittenRepository;
let http: HttpSession;
let rule = "";
beforeEach(async () => {
  past = writeRepository();
  http = await openHttp({}, { repository: async () => past });
  const { emend } = http.context;
  rule = (await ruleFromCode(emend, { isActive: false })).id;
  const made = await emend.checks.draft(rule, { by: WRITER });
  if (!made.ok) throw new Error(made.error.message);
});
afterEach(async () => {
  await http.close();
  past.remove();
});

describe("GET /rules/{rule_id}/replay", () => {
  it("says what a proposal would have done, and replays commits only if asked", async () => {
    const sha = past.commit("Add", {
      "src/a.js": "use(parseInt(port)); // token ghp_0123456789abcdefghijklmnopqrstuvwxyz\n",
    });
    const rex = http.as("reviewer", { name: "rex" });
    const { status, body } = await rex.get(`rules/${rule}/replay`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      rule_id: rule,
      version: 1,
      has_repository: true,
      checks: [{ corrected: { tried: 3, hit: 3, own: 3 }, mended: { hit: 0 }, history: null }],
      words: { covered: expect.any(Number), against: 0 },
    });
    const whole = await rex.get(`rules/${rule}/replay?commits=10`);
    const [check] = whole.body.checks;
    expect(check.history).toMatchObject({ commits: 1, hits: 1, stopped: null });
    expect(check.history.cases[0]).toMatchObject({ found_in: "commit", id: sha, path: "src/a.js", line: 1 });
    expect(JSON.stringify(whole.body)).not.toContain("ghp_0123");
  });

  it("is for people who may read corrections, and refuses what it cannot replay", async () => {
    expect((await http.as("agent", { name: "rio" }).get(`rules/${rule}/replay`)).status).toBe(403);
    const rex = http.as("reviewer", { name: "rex" });
    expect((await rex.get("rules/ru_none/replay")).body).toMatchObject({ code: "rule_not_found" });
    expect((await rex.get(`rules/${rule}/replay?commits=1001`)).status).toBe(400);
  });
});
