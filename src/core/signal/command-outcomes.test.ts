import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { detectSignal } from "./detect-signal.ts";
import type { SignalHints, SignalType } from "./signal.ts";

interface Row extends SignalHints {
  readonly text: string;
  readonly type: SignalType | null;
}

/** Written down before the detector was asked. */
const ROWS = JSON.parse(
  readFileSync(new URL("command-outcomes.json", import.meta.url), "utf8"),
) as readonly Row[];

const heard = ({ text, ...hints }: Row): SignalType | null => detectSignal(text, hints)?.type ?? null;
const given = ({ text, exit_code: code, kind }: Row): string =>
  `${JSON.stringify(text)}${code === undefined ? "" : `, exit code ${code}`}${kind === undefined ? "" : `, ${kind}`}`;

describe("001.2 exit codes and summaries settle it", () => {
  it("holds at least 120 cases", () => {
    expect(new Set(ROWS.map(given)).size).toBeGreaterThanOrEqual(120);
  });

  it.each(ROWS.map((row) => [given(row), row.type, row] as const))("17.2 %s is %s", (_title, type, row) => {
    expect([heard(row), heard({ ...row, kind: row.kind ?? "tool_output" })]).toEqual([type, type]);
  });

  it("17.2 the exit code is among the facts, and a person has none", () => {
    expect(detectSignal("ok", { exit_code: 3 })?.facts).toEqual({ exit_code: 3 });
    expect(detectSignal("that is wrong", { kind: "user_message", exit_code: 3 })?.facts).not.toHaveProperty(
      "exit_code",
    );
  });
});
