import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { detectSignal } from "./detect-signal.ts";
import { SIGNAL_TYPES, type SignalType } from "./signal.ts";

/** Each phrase that the description of the detector names, in sentences that mean it and in some that do not. */
const ROWS = JSON.parse(readFileSync(new URL("named-phrases.json", import.meta.url), "utf8")) as readonly {
  readonly type: SignalType;
  readonly phrase: string;
  readonly heard: readonly string[];
  readonly none: readonly string[];
}[];
const typeOf = (text: string, kind?: "user_message"): SignalType | null =>
  detectSignal(text, kind === undefined ? {} : { kind })?.type ?? null;

describe("001.1 the named phrases", () => {
  it("covers the 51 alternatives of its twelve expressions", () => {
    expect(SIGNAL_TYPES.map((type) => ROWS.filter((row) => row.type === type).length)).toEqual([
      15, 11, 13, 12,
    ]);
  });

  it.each(ROWS.flatMap(({ type, phrase, heard }) => heard.map((text) => [phrase, text, type] as const)))(
    "17.2 %s: %j is %s",
    (_phrase, text, type) => {
      const isWords = type === "user_rejection" || type === "partial_success";
      expect([typeOf(text), isWords ? typeOf(text, "user_message") : type]).toEqual([type, type]);
    },
  );

  it.each(ROWS.flatMap(({ phrase, none }) => none.map((text) => [phrase, text] as const)))(
    "17.2 %s: %j is none",
    (_phrase, text) => {
      expect([typeOf(text), typeOf(text, "user_message")]).toEqual([null, null]);
    },
  );
});

describe("001.3 the facts of a named phrase", () => {
  it.each([
    ["Validation error: name is required", { error_message: "name is required" }],
    [
      "lint error in src/cart.ts: unused variable total",
      { error_message: "unused variable total", file: "src/cart.ts" },
    ],
    ["Minor issue: the footer overlaps the text", { gap: "the footer overlaps the text" }],
    ["small change: use 14px for the label", { gap: "use 14px for the label" }],
    ["Expected status to be 200 but got 404", { expected: "200", actual: "404" }],
  ])("17.2 %j has %j", (text, facts) => {
    expect(detectSignal(text)?.facts).toMatchObject(facts);
  });
});
