import { reasonOf } from "../../core/event/reason-of.ts";
import { configOf } from "../open/config-of.ts";
import { openStore } from "../open/open-store.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { RulesPorts } from "./rules-ports.ts";

/** The world as the command finds it; the model is loaded when there is something to learn. */
export const PROCESS_RULES_PORTS: RulesPorts = {
  openStore,
  openCatalogue: async (io) => {
    const { openCatalogue } = await import("../open/open-catalogue.ts");
    return (await openCatalogue(io)).catalogue;
  },
  reconsider: async (store, io, ruleId) => {
    const { openLearning } = await import("../open/open-learning.ts");
    const { rules } = await configOf(io);
    try {
      await (await openLearning(io, store, rules)).reconsider([ruleId]);
    } catch (error) {
      // The decision is made; its event waits for whoever learns next.
      io.stderr.write(
        `emend: feedback that the rule covers was not evaluated again: ${safeLine(reasonOf(error))}; \`emend rules propose\` does so\n`,
      );
    }
  },
  learn: async (store, io) => {
    const { openLearning } = await import("../open/open-learning.ts");
    const { rules, llm } = await configOf(io);
    const { learn, propose, expire } = await openLearning(io, store, rules);
    const expired = await expire();
    const { evaluated } = await learn();
    if (llm.command !== undefined && io.stderr.isTTY === true) {
      io.stderr.write(
        `emend: ${safeLine(llm.command[0])} is asked to word what is new; each rule may take a minute\n`,
      );
    }
    return { evaluated, expired, ...(await propose()) };
  },
};
