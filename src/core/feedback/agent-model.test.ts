import { describe, expect, test } from "vitest";
import { MAX_MODEL, preferModel, readAgentModel } from "./agent-model.ts";

describe("readAgentModel", () => {
  test("keeps the names that agents report", () => {
    expect(readAgentModel({ model: "claude-opus-5", agent_version: "2.1.240" })).toEqual({
      model: "claude-opus-5",
      agent_version: "2.1.240",
    });
  });

  test("leaves out what is blank or not a text", () => {
    expect(readAgentModel({ model: " \n ", agent_version: 7 })).toEqual({});
    expect(readAgentModel({})).toEqual({});
  });

  test("removes control characters and hidden characters", () => {
    expect(readAgentModel({ model: "gpt\u001B[31m-5\n\u200Bsol\u202E" })).toEqual({
      model: "gpt [31m-5 sol",
    });
  });

  test("cuts long names without splitting a character", () => {
    const { model } = readAgentModel({ model: `${"m".repeat(MAX_MODEL - 1)}😀${"m".repeat(9_999)}` });
    expect(model!.length).toBeLessThanOrEqual(MAX_MODEL);
    expect(model!.isWellFormed()).toBe(true);
  });
});

test("a known name wins over a later one, name by name", () => {
  expect(preferModel({ model: "a" }, { model: "b", agent_version: "1" })).toEqual({
    model: "a",
    agent_version: "1",
  });
});
