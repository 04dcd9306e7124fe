import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { factsIn } from "../../../../test/observe-text.ts";
import type { SignalFacts } from "../signal.ts";
import { TOOLS } from "./all-tools.ts";

interface Row {
  readonly tool: string;
  readonly text: string;
  readonly facts: SignalFacts;
}

/** What is kept of a tool's output: test, place, error and both sides of a comparison. */
const ROWS = readFileSync(new URL("tool-facts.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Row);

it.each(ROWS)("$tool: facts of $text", ({ tool: name, text, facts }) => {
  const tool = TOOLS.find((each) => each.name === name);
  expect(factsIn(tool!, text)).toEqual(facts);
});
