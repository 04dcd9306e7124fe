import { describe, expect, it } from "vitest";
import { headFor } from "../../core/rule/relate/weigh-relation.ts";
import { createLocalEmbedder } from "../../drivers/embedding/local-embedder.ts";
import { MODEL_NAME } from "../../drivers/embedding/model-name.ts";
import { createBuiltInJudge } from "../../drivers/judge/built-in-judge.ts";
import { relateByMeaning } from "./relate-by-meaning.ts";

const embedder = createLocalEmbedder();
const judge = createBuiltInJudge(undefined);

describe("relateByMeaning", () => {
  it("has weights for the model that is shipped; run node model/relations/fit-relations.ts if not", () => {
    expect(headFor(MODEL_NAME)).toHaveLength(3);
  });

  it.each([
    [
      "conflict",
      "Stub the mail server in tests.",
      "Tests must not stub the mail server; talk to the real one.",
    ],
    ["duplicate", "Push with --force to `main` is forbidden.", "Never force-push to the `main` branch."],
    [
      "duplicate",
      "A pull request that changes the schema is incomplete without a migration.",
      "Every schema change needs a migration in the same pull request.",
    ],
    ["independent", "Log in UTC.", "Buttons have a visible focus ring."],
  ])("%s: %j and %j", async (relation, a, b) => {
    const relate = relateByMeaning({ embedder, judge });
    expect((await relate({ text: a }, { text: b })).relation).toBe(relation);
    expect((await relate({ text: b }, { text: a })).relation).toBe(relation);
  });

  it("asks the judge about vectors of a model that the weights do not know", async () => {
    const other = { ...embedder, name: "another-model", embed: embedder.embed.bind(embedder) };
    const relate = relateByMeaning({ embedder: other, judge });
    const found = await relate({ text: "Use tabs." }, { text: "Indent with 2 spaces." });
    expect(found).toMatchObject({ relation: "conflict", score: 0.88 });
  });
});
