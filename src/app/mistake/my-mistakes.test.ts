import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bringIntoForce } from "../../../test/active-rules.ts";
import { fillCluster } from "../../../test/fill-cluster.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { fromJsonl } from "../../core/feedback/from-jsonl.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { CODE_PACK } from "../../core/gate/built-in-packs.ts";
import { createGateCatalogue } from "../../core/gate/gate.ts";
import type { Store } from "../../ports/store.ts";
import { myMistakes } from "./my-mistakes.ts";

let store: Store;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

const said = (id: string, parts: Readonly<Record<string, unknown>> = {}): Feedback =>
  fromJsonl(
    {
      id,
      agent: "rio",
      path: "src/a.ts",
      comment: `remark ${id}`,
      author: { id: "ada", trust: "person" },
      ...parts,
    },
    { now: "2026-03-10T11:42:00Z" },
  ).feedback[0]!;

const ask = (agent = "rio") =>
  myMistakes({ ...store, gates: createGateCatalogue([CODE_PACK]) })({
    agent,
    files: ["src/a.ts"],
    limit: 10,
  });

describe("an agent's own mistakes near its files", () => {
  it("are its own: what others were told is not in it", async () => {
    await store.feedback.record([said("1"), said("2", { agent: "mia" })]);
    expect((await ask()).mistakes).toMatchObject([{ count: 1, example: { comment: "remark 1" } }]);
    expect(await ask("nobody")).toEqual({ mistakes: [], more: 0, looked_at: 0 });
  });

  it("17.4 untagged rejections have nothing in common, and no advice to ask where words say what is wanted", async () => {
    const untagged = { tags: ["unspecified"], outcome: "rejected" };
    await store.feedback.record([
      said("1", { ...untagged, comment: "Cite the survey." }),
      said("2", { ...untagged, comment: "Close the file." }),
    ]);
    const { mistakes } = await ask();
    expect(mistakes.map(({ about, count }) => ({ about, count }))).toEqual([
      { about: "feedback", count: 1 },
      { about: "feedback", count: 1 },
    ]);
    expect(JSON.stringify(mistakes)).not.toMatch(/which gate failed/);
  });

  it("say what to do by the surest source: a rule in force, what was said, the gate's guidance", async () => {
    const cluster = await fillCluster(store, [said("1", { fix: "Close it." }), said("2")]);
    const tag = CODE_PACK.gates[0]!;
    await store.feedback.record([
      said("3", { tags: [tag.tag] }),
      said("4", { tags: ["own"], fix: "Mend it." }),
    ]);
    const remedies = async () => (await ask()).mistakes.map(({ remedy }) => remedy);
    expect(await remedies()).toEqual(
      expect.arrayContaining([
        { from: "fix", text: "Close it." },
        { from: "gate", text: tag.fix },
        { from: "fix", text: "Mend it." },
      ]),
    );
    const id = await bringIntoForce(store, "Close every handle.", { clusterId: cluster });
    expect(await remedies()).toContainEqual({ from: "rule", text: "Close every handle.", rule_id: id });
  });

  it("another agent's rule is none of its remedies", async () => {
    const cluster = await fillCluster(store, [said("1"), said("2")]);
    await bringIntoForce(store, "Close it.", { clusterId: cluster, scope: { agents: ["mia"], paths: [] } });
    expect((await ask()).mistakes[0]).not.toHaveProperty("remedy");
  });
});
