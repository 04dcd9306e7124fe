import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeFeedback } from "../contract/make-feedback.ts";
import { fillCluster } from "../fill-cluster.ts";
import { type HttpSession, openHttp } from "../http-session.ts";
import { rulesCli } from "../rules-cli.ts";

const APPROVED = "Close every file handle in a finally block.";
const WAITING = "Never close a file handle.";

let http: HttpSession;
let rule = "";
let cluster = "";

/** A rule in force for rio, and a change of it that nobody has approved: other words, for another agent. */
beforeEach(async () => {
  http = await openHttp();
  const { store } = http.context;
  const said = [1, 2, 3].map((n) => makeFeedback(n, { agent: "rio", comment: APPROVED }));
  cluster = await fillCluster(store, said);
  const cli = rulesCli(store, () => new Date().toISOString());
  await cli(["propose"]);
  rule = (await store.rules.ofCluster(cluster))[0]!.id;
  for (const name of ["ana", "ben"]) {
    await http.as("approver", { name }).post(`proposals/${rule}/approve`, { version: 1 });
  }
  const changed = await http
    .as("approver", { name: "cleo" })
    .post(`proposals/${rule}/modify`, { version: 1, text: WAITING, agents: ["kai"] });
  if (changed.body.pending !== 2) throw new Error(JSON.stringify(changed.body));
});
afterEach(() => http.close());

const reviewer = () => http.as("reviewer", { name: "rex" });
const both = { in_force: 1, version: 1, text: APPROVED, change: { version: 2, text: WAITING } };

describe("words that nobody approved", () => {
  it("15.19 are not the text of a rule in force in any list; they stand apart as a change", async () => {
    const { items } = (await reviewer().get("rules?effect=true")).body;
    expect(items).toMatchObject([{ ...both, effect: { version: 1 }, approval: { given: 0 } }]);
    const { rules } = (await reviewer().get(`clusters/${cluster}`)).body;
    expect(rules).toMatchObject([both]);
    expect(rules[0].change).toMatchObject({ proposed_by: "cleo", scope: { agents: ["kai"] } });
    expect(rules[0].scope.agents).not.toContain("kai");
  });

  it("15.19 do not take a rule from the list of the agent that has it", async () => {
    const of = async (agent: string) => (await reviewer().get(`rules?agent=${agent}`)).body.items;
    expect(await of("rio")).toMatchObject([both]);
    expect(await of("kai")).toMatchObject([both]);
  });

  it("15.19 are distinguished by emend rules list and show", async () => {
    const cli = rulesCli(http.context.store, () => new Date().toISOString());
    const { items: rules } = JSON.parse((await cli(["list", "--json"])).stdout) as {
      items: readonly object[];
    };
    expect(rules).toMatchObject([{ version: 1, text: APPROVED, change: { version: 2, text: WAITING } }]);
    const lines = (await cli(["list"])).stdout.split("\n");
    expect(lines.find((line) => line.includes("Close every"))).toMatch(/ active /);
    expect(lines.find((line) => line.includes("Never close"))).toMatch(/ change +0\/2 /);
    const shown = (await cli(["show", rule])).stdout;
    expect(shown).toContain("version 2 is waiting for approval");
    expect(shown).toMatch(/In force +version 1: Close every file handle/);
    expect(shown).toMatch(/Effect +of version 1, /);
    expect(JSON.parse((await cli(["show", rule, "--json"])).stdout)).toMatchObject({
      version: { version: 2, text: WAITING },
      in_force: { version: 1, text: APPROVED },
    });
  });

  it("15.19 leave a rule that was never in force as it was: its only words wait", async () => {
    const made = await http
      .as("approver", { name: "cleo" })
      .post("proposals", { text: "Sort the imports.", scope: { agents: ["rio"] } });
    const { items } = (await reviewer().get("rules?status=proposed")).body;
    expect(items).toMatchObject([
      { id: made.body.rule_id, version: 1, text: "Sort the imports.", change: null },
    ]);
  });
});
