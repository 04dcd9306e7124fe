import { describe, expect, it } from "vitest";
import { saysAllOf } from "./alike-rules.ts";

describe("17.5 saysAllOf", () => {
  it.each([
    ["Close file handles in a finally block.", "Always close file handles in a finally block."],
    ["Close file handles in a finally block and log the error.", "Close file handles in a finally block."],
    ["Never log secrets or personal data.", "Never log secrets."],
    ["Use the logger instead of console.log.", "Do not use console.log; use the logger."],
    ["Check the result for null before using it.", "Check for null before you use the result."],
  ])("%j holds all of %j", (one, other) => {
    expect(saysAllOf(one, other)).toBe(true);
  });

  it.each([
    ["Close file handles in a finally block.", "Close file handles in a finally block and log the error."],
    ["Validate user input.", "Validate user input and escape it before rendering."],
    ["Use named exports.", "Use named exports, and keep files under 300 lines."],
    [
      "Write tests for every new function.",
      "Write tests for every new function. Run them before you commit.",
    ],
    ["Use pnpm, never npm.", "Use pnpm 9, never npm."],
    ["Keep functions under 40 lines.", "Keep functions under 20 lines."],
    ["Never log secrets.", "Never log secrets or personal data."],
    [
      "Use the logger instead of console.log.",
      "Use the logger instead of console.log, with a request id in every line.",
    ],
    ["Name the unit in timeout variables.", "Name the unit in timeout variables in `src/net`."],
    ["Handle errors from fetch.", "Handle errors from fetch with a retry."],
    [
      "Add an index for every foreign key.",
      "Add an index for every foreign key and a migration that can be rolled back.",
    ],
    ["Use tabs.", "Use spaces."],
  ])("%j lacks a part of %j", (one, other) => {
    expect(saysAllOf(one, other)).toBe(false);
  });
});
