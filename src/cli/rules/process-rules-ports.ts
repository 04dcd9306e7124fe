import { configOf } from "../open/config-of.ts";
import { openStore } from "../open/open-store.ts";
import type { RulesPorts } from "./rules-ports.ts";

/** The world as the command finds it; the model is loaded when there is something to learn. */
export const PROCESS_RULES_PORTS: RulesPorts = {
  openStore,
  openCatalogue: async (io) => {
    const { openCatalogue } = await import("../open/open-catalogue.ts");
    return (await openCatalogue(io)).catalogue;
  },
  learn: async (store, io) => {
    const { openLearning } = await import("../open/open-learning.ts");
    const { learn, propose } = await openLearning(io, store, (await configOf(io)).rules);
    const { evaluated } = await learn();
    return { evaluated, ...(await propose()) };
  },
};
