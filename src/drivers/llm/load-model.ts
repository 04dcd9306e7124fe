import type * as Ai from "ai";
import { boundedFetch } from "./bounded-fetch.ts";
import type { ModelEndpoint } from "./model-endpoint.ts";

/** The package that talks to models, and the model; loaded when first asked, since most never do. */
export interface LoadedModel {
  readonly ai: typeof Ai;
  readonly model: Ai.LanguageModel;
}

/** `schemaOutput` says whether the server can hold a model to a JSON schema; every answer is checked anyway. */
export async function loadModel(
  { provider, url, model, apiKey }: ModelEndpoint,
  schemaOutput: boolean,
): Promise<LoadedModel> {
  const ai = await import("ai");
  if (provider === "anthropic") {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    // An empty key keeps the package from looking for one in the environment.
    const chosen = createAnthropic({ baseURL: url, apiKey: apiKey ?? "", fetch: boundedFetch })(model);
    return { ai, model: ai.wrapLanguageModel({ model: chosen, middleware: QUIET }) };
  }
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const chosen = createOpenAICompatible({
    name: "evaluator",
    baseURL: url,
    fetch: boundedFetch,
    supportsStructuredOutputs: schemaOutput,
    ...(apiKey === undefined ? {} : { apiKey }),
  })(model);
  return { ai, model: ai.wrapLanguageModel({ model: chosen, middleware: QUIET }) };
}

/** The package prints warnings about settings that a model does not know; here they are of no use to anyone. */
const QUIET: Ai.LanguageModelMiddleware = {
  specificationVersion: "v4",
  wrapGenerate: async ({ doGenerate }) => ({ ...(await doGenerate()), warnings: [] }),
};
