import type { StartTrialParts } from "../app/trial/start-trial.ts";
import type { TendTrialsParts } from "../app/trial/tend-trials.ts";
import type { Store } from "../ports/store.ts";
import { lazily } from "./ports.ts";

/** The use cases of trials. Reading a policy that waits for trust throws, hence the function. */
export const composeTrials = (store: Store, parts: () => StartTrialParts & TendTrialsParts) => ({
  start: lazily(async () => (await import("../app/trial/start-trial.ts")).startTrial(parts())),
  stop: lazily(async () => (await import("../app/trial/stop-trial.ts")).stopTrial(parts())),
  list: lazily(async () => (await import("../app/trial/report-trials.ts")).listTrials(store)),
  show: lazily(async () => (await import("../app/trial/report-trials.ts")).showTrial(store)),
  /** Takes in new recurrences and ends trials whose evidence decides. */
  tend: lazily(async () => (await import("../app/trial/tend-trials.ts")).tendTrials(parts())),
  exempt: lazily(async () => (await import("../app/trial/stop-trial.ts")).exemptFromTrials(parts())),
  endExemption: lazily(async () => (await import("../app/trial/stop-trial.ts")).endExemption(parts())),
});
