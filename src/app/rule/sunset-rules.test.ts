import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bringIntoForce } from "../../../test/active-rules.ts";
import { person } from "../../../test/examples/example-rule.ts";
import { runningCheck } from "../../../test/running-check.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { testPorts } from "../../../test/test-ports.ts";
import { composeEmend, type Emend } from "../../compose.ts";
import { daysAfter } from "../../core/time/time.ts";
import type { Store } from "../../ports/store.ts";

let store: Store;
let emend: Emend;
let start = "";
let now = "";
beforeEach(async () => {
  store = await openTestStore();
  emend = composeEmend(testPorts(store, { now: () => now }));
  const first = await bringIntoForce(store, "Close every file handle.", { clusterId: "cl_1" });
  start = (await store.rules.find(first))!.in_force_since!;
  now = start;
});
afterEach(() => store.close());

/** One run a day with a model, for some days after the start. */
async function work(from: number, to: number, model: string, each = 2): Promise<void> {
  for (let day = from; day < to; day += 1)
    for (let n = 0; n < each; n += 1) {
      now = daysAfter(start, day);
      const built = await emend.rules.buildPrompt({
        agent: "rio",
        base: "",
        run: `${day} ${n}`,
        model,
        files: ["src/a.ts"],
      });
      expect(built.ok).toBe(true);
    }
}

describe("rules that may no longer be needed", () => {
  it("21.1 flags what no run needed once, names what a check covers, and people decide", async () => {
    const unused = await bringIntoForce(store, "Name every migration.", {
      scope: { agents: [], paths: ["migrations/**"] },
    });
    const { rule_id: covered } = await runningCheck(emend, "nudging");
    await work(1, 62, "old");
    const { needless } = await emend.rules.sunset();
    expect(needless.map(({ rule_id, reason }) => [rule_id, reason])).toEqual([
      [unused, "never_relevant"],
      [covered, "covered_by_check"],
    ]);
    expect(await emend.rules.flagNeedless()).toEqual([needless[0]]);
    // Its check would end with it.
    expect(await store.rules.find(covered)).toMatchObject({ status: "active" });
    expect(await emend.rules.flagNeedless()).toEqual([]);
    expect(await store.rules.find(unused)).toMatchObject({
      status: "flagged",
      flag: { by: "emend", verdict: "needless", reason: needless[0]!.message },
    });
    const reason = "The next quarter needs it.";
    await emend.rules.decide(unused, { type: "keep", by: person("ana"), reason });
    await work(62, 80, "old");
    expect((await emend.rules.sunset()).needless).toMatchObject([{ rule_id: covered }]);
  });

  it("21.1 notices files that are gone, if it is shown the repository", async () => {
    const gone = await bringIntoForce(store, "Log every call.", {
      scope: { agents: [], paths: ["services/old/**"] },
    });
    now = daysAfter(start, 10);
    expect((await emend.rules.sunset()).needless).toEqual([]);
    expect((await emend.rules.sunset({ files: ["services/new/a.ts"] })).needless).toMatchObject([
      { rule_id: gone, reason: "folder_gone", message: "no file of the repository matches services/old/**" },
    ]);
  });

  it("21.1 offers rules to a new model, until they were tried with it", async () => {
    const rule = (await store.rules.inForce())[0]!;
    await work(1, 10, "old");
    await work(30, 45, "new", 3);
    const { offers, needless } = await emend.rules.sunset();
    expect(needless).toEqual([]);
    expect(offers).toMatchObject([
      { rule_id: rule.id, model: "new", since: daysAfter(start, 30).slice(0, 10) },
    ]);
    const cost = rule.versions[0]!.token_cost;
    expect(offers[0]!.saving).toBe(cost * 15 * 3);
    const started = await emend.trials.start({
      rule_id: rule.id,
      kind: "withdrawal",
      by: person("ana"),
      anyway: true,
    });
    expect(started.ok).toBe(true);
    expect((await emend.rules.sunset()).offers).toEqual([]);
    if (started.ok) await emend.trials.stop(started.value.id, { by: person("ana"), reason: "enough" });
    expect((await emend.rules.sunset()).offers).toEqual([]);
  });

  it("21.1 offers no rule that is exempt from trials", async () => {
    const [rule] = await store.rules.inForce();
    await work(1, 10, "old");
    await work(30, 45, "new", 3);
    await emend.trials.exempt(rule!.id, { by: person("ben"), reason: "It protects payments." });
    expect((await emend.rules.sunset()).offers).toEqual([]);
  });
});
