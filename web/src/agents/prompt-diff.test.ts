import { expect, it } from "vitest";
import { changedLines } from "./prompt-diff.tsx";

const shown = (before: string, after: string) =>
  changedLines(before, after).map(({ kind, before: was, after: is }) =>
    kind === "changed" ? `${was} → ${is}` : `${kind} ${kind === "removed" ? was : is}`,
  );

it.each([
  ["", "# R\n\n- A.\n", ["added # R", "added ", "added - A."]],
  ["# R\n\n- A.\n", "", ["removed # R", "removed ", "removed - A."]],
  ["# R\n\n- A b.\n- C.\n", "# R\n\n- A d.\n- C.\n", ["same # R", "same ", "- A b. → - A d.", "same - C."]],
  ["# R\n\n- A.\n", "# R\n\n- A.\n- B.\n", ["same # R", "same ", "same - A.", "added - B."]],
  ["- A.\n- B.\n", "- C.\n", ["- A. → - C.", "removed - B."]],
])("a prompt changes line by line: %j to %j", (before, after, expected) => {
  expect(shown(before, after)).toEqual(expected);
});
