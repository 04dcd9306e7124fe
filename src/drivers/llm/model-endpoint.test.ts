import { describe, expect, it } from "vitest";
import { modelEndpoint, type ModelEndpointOptions } from "./model-endpoint.ts";

const MODEL = { provider: "openai-compatible", url: "http://localhost:11434/v1/", model: " qwen " } as const;

describe("modelEndpoint", () => {
  it.each([
    {
      why: "slashes and blanks at the end go",
      options: { ...MODEL, apiKey: " key\n" },
      endpoint: { url: "http://localhost:11434/v1", model: "qwen", apiKey: "key" },
    },
    { why: "a local server wants no key", options: MODEL, endpoint: { apiKey: undefined } },
    {
      why: "Anthropic has an address of its own",
      options: { provider: "anthropic", model: "m", apiKey: "key" },
      endpoint: { url: "https://api.anthropic.com/v1" },
    },
  ] as readonly { why: string; options: ModelEndpointOptions; endpoint: object }[])(
    "$why",
    ({ options, endpoint }) => {
      expect(modelEndpoint(options)).toMatchObject(endpoint);
    },
  );

  it.each([
    {
      why: "no address",
      options: { provider: "openai-compatible", model: "m" },
      says: "expected one such as",
    },
    {
      why: "an address that is none",
      options: { ...MODEL, url: "localhost:11434" },
      says: "expected one such as",
    },
    { why: "a file", options: { ...MODEL, url: "file:///etc/hosts" }, says: "expected one such as" },
    {
      why: "a password in it",
      options: { ...MODEL, url: "http://me:secret-9@localhost/v1" },
      says: "set the key separately",
    },
    {
      why: "a key in its query",
      options: { ...MODEL, url: "http://localhost/v1?key=secret-9" },
      says: "set the key separately",
    },
    { why: "no model", options: { ...MODEL, model: " " }, says: "the name of the language model" },
    { why: "a key in two lines", options: { ...MODEL, apiKey: "secret-9\nsecret-9" }, says: "set it again" },
    { why: "no key for Anthropic", options: { provider: "anthropic", model: "m" }, says: "needs a key" },
  ] as readonly { why: string; options: ModelEndpointOptions; says: string }[])(
    "refuses $why",
    ({ options, says }) => {
      let thrown: unknown;
      try {
        modelEndpoint(options);
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toMatchObject({
        code: "evaluator_misconfigured",
        message: expect.stringContaining(says),
      });
      expect(String(thrown)).not.toContain("secret-9");
    },
  );
});
