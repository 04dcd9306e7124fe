import { randomUUID } from "node:crypto";
import { composeEmend, type Emend } from "../src/compose.ts";
import { openKnownChecks, openSyntax } from "../src/compose/drivers.ts";
import { type Ports, once } from "../src/compose/ports.ts";
import { BUILT_IN_PACKS } from "../src/core/gate/built-in-packs.ts";
import { createGateCatalogue } from "../src/core/gate/gate.ts";
import { DEFAULT_ALERT_THRESHOLDS } from "../src/core/pattern/alert.ts";
import { DEFAULT_RULE_POLICY } from "../src/core/evaluation/rule-policy.ts";
import { DEFAULT_TRIAL_POLICY } from "../src/core/trial/trial-policy.ts";
import { DEFAULT_GATE_HOURS } from "../src/core/submission/read-submission.ts";
import { loadCatalogueMap } from "../src/drivers/catalogue/load-catalogue-map.ts";
import { randomText } from "../src/drivers/crypto/random-text.ts";
import { sha256 } from "../src/drivers/crypto/sha256.ts";
import { createLocalEmbedder } from "../src/drivers/embedding/local-embedder.ts";
import { createBuiltInEvaluator } from "../src/drivers/evaluator/built-in-evaluator.ts";
import { createBuiltInJudge } from "../src/drivers/judge/built-in-judge.ts";
import type { Store } from "../src/ports/store.ts";

/** Everything that use cases are made of, over a real store; the model is loaded when a test needs it. */
export function testPorts(store: Store, more: Partial<Ports> = {}): Ports {
  const policy = more.policy ?? DEFAULT_RULE_POLICY;
  return {
    store,
    events: store.events,
    learning: once(async () => {
      const embedder = createLocalEmbedder();
      const { name: model, dimensions } = embedder;
      return {
        embedder,
        judge: judgeOf(model),
        vectors: await store.openVectors({ model, dimensions }),
        evaluator: createBuiltInEvaluator({ policy }),
      };
    }),
    checking: once(async () => ({ syntax: await openSyntax(), known: await openKnownChecks() })),
    repository: async () => undefined,
    policy,
    trialPolicy: DEFAULT_TRIAL_POLICY,
    thresholds: DEFAULT_ALERT_THRESHOLDS,
    gates: async () => createGateCatalogue(BUILT_IN_PACKS),
    gateHours: DEFAULT_GATE_HOURS,
    now: () => new Date().toISOString(),
    createId: randomUUID,
    hash: sha256,
    random: randomText,
    ...more,
  };
}

const judges = new Map<string, ReturnType<typeof createBuiltInJudge>>();

/** Loading its map takes a while and it never changes, so tests share it. */
function judgeOf(model: string): ReturnType<typeof createBuiltInJudge> {
  const known = judges.get(model) ?? createBuiltInJudge(loadCatalogueMap(model));
  judges.set(model, known);
  return known;
}

/** The use cases over a store that a command does not close, so that a test can look into it afterwards. */
export const keptOpen = (store: Store): Emend => ({
  ...composeEmend(testPorts(store)),
  close: async () => undefined,
});
