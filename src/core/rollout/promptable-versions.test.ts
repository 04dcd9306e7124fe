import { describe, expect, it } from "vitest";
import { promptableVersions } from "./promptable-versions.ts";

const NONE = [] as const;
const CANDIDATE = { schema_version: "1.1", prompt_version: "1.4" };

describe("the versions that a prompt may ask for", () => {
  it.each([
    { schema: "1.0", prompt: "1.0", running: NONE, accepted: true },
    { schema: "1.0", prompt: "1.0.0", running: NONE, accepted: true },
    { schema: "1.0", prompt: "1.0.7", running: NONE, accepted: true },
    { schema: "1.3", prompt: "1.0", running: NONE, accepted: true },
    { schema: "0.9", prompt: "1.0", running: NONE, accepted: false },
    { schema: "2.0", prompt: "1.0", running: NONE, accepted: false },
    { schema: "1.0", prompt: "1.4", running: NONE, accepted: false },
    { schema: "9.9", prompt: "9.9", running: NONE, accepted: false },
    { schema: "1.1", prompt: "1.4", running: [CANDIDATE], accepted: true },
    { schema: "1.1", prompt: "1.4.0", running: [CANDIDATE], accepted: true },
    { schema: "1.0", prompt: "1.4", running: [CANDIDATE], accepted: false },
    { schema: "2.0", prompt: "1.4", running: [{ ...CANDIDATE, schema_version: "2.0" }], accepted: false },
  ])("17.5 schema $schema, prompt $prompt: $accepted", ({ schema, prompt, running, accepted }) => {
    const asked = { schema_version: schema, prompt_version: prompt };
    expect(promptableVersions(asked, running).ok).toBe(accepted);
  });

  it("17.5 a refusal says which are accepted", () => {
    const refused = promptableVersions({ schema_version: "1.0", prompt_version: "3.0" }, [CANDIDATE]);
    expect(refused).toEqual({
      ok: false,
      error: {
        code: "incompatible_version",
        message:
          'no parser here accepts prompt_version "3.0"; accepted: schema_version 1.0 or a newer minor of it with prompt_version 1.0 or a patch of it; in a rollout: 1.1 with prompt 1.4',
      },
    });
  });
});
