import { describe, expect, it } from "vitest";
import { parseHookArguments } from "./hook-arguments.ts";

describe("the arguments of an agent's hook", () => {
  it.each<{ argv: readonly string[]; given: unknown; why: string }>([
    { argv: [], given: { options: {} }, why: "nothing" },
    { argv: ["cursor"], given: { protocol: "cursor", options: {} }, why: "a program" },
    {
      argv: ["--agent", "rio", "cursor"],
      given: { protocol: "cursor", options: { agent: "rio" } },
      why: "an option first",
    },
    { argv: ["--agent=a=b"], given: { options: { agent: "a=b" } }, why: "a value in one word" },
    {
      argv: ["--store", "x.db", "--alone"],
      given: { options: { store: "x.db", alone: true } },
      why: "a switch",
    },
    {
      argv: ["claude-code", "--config", "e.yaml"],
      given: { protocol: "claude-code", options: { config: "e.yaml" } },
      why: "settings",
    },
    { argv: ["--agent"], given: { options: {} }, why: "an option without its value is none" },
    {
      argv: ["emacs", "--frob", "x"],
      given: { protocol: "emacs", options: {} },
      why: "what nobody knows is passed over",
    },
    { argv: ["--status"], given: undefined, why: "what people ask is read by the parser of all commands" },
    { argv: ["cursor", "--help"], given: undefined, why: "and so is help" },
  ])("$argv: $why", ({ argv, given }) => {
    expect(parseHookArguments(argv)).toEqual(given);
  });
});
