import { defined } from "../../core/defined.ts";
import type { DailyBudget } from "./daily-budget.ts";
import { evaluatorError } from "./evaluator-error.ts";
import { explainFailure, type Failure } from "./explain-failure.ts";
import type { KeyGuard } from "../text/key-guard.ts";
import type { ModelEndpoint } from "./model-endpoint.ts";
import type { Question } from "./question.ts";
import { parseJson } from "../text/parse-json.ts";
import type * as Ai from "ai";
import { boundedFetch } from "./bounded-fetch.ts";

/** The package prints warnings about settings that a model does not know; here they are of no use to anyone. */
const QUIET: Ai.LanguageModelMiddleware = {
  specificationVersion: "v4",
  wrapGenerate: async ({ doGenerate }) => ({ ...(await doGenerate()), warnings: [] }),
};

export interface ModelClientOptions {
  readonly endpoint: ModelEndpoint;
  /** For one question, with all its attempts. */
  readonly timeoutMs: number;
  readonly budget: DailyBudget;
  readonly guard: KeyGuard;
  readonly schemaOutput: boolean;
}

export interface ModelClient {
  /** An answer of the form asked for, within the time; rejects with an `EvaluatorError`, whatever happens. */
  ask<Answer>(question: Question<Answer>): Promise<Answer>;
}

/** Waits before a second and a third attempt, where the server names no longer one. */
const WAITS_MS: readonly number[] = [50, 250];
/** Anthropic has to be told; the others are left alone, since some refuse the setting. */
const ANTHROPIC_TOKENS = 4_000;
const CHARACTERS_PER_TOKEN = 4;
/** What an answer is taken to cost until the server has told. */
const ANSWER_TOKENS = 400;

/** Asks a language model, a bounded number of times, for a bounded time and within the budget. */
export function createModelClient(options: ModelClientOptions): ModelClient {
  const { endpoint, timeoutMs, guard } = options;
  let loading: Promise<LoadedModel> | undefined;
  const load = (): Promise<LoadedModel> => (loading ??= loadModel(endpoint, options.schemaOutput));

  const attempt = async <Answer>(question: Question<Answer>, signal: AbortSignal): Promise<Answer> => {
    const until = performance.now() + timeoutMs;
    for (let made = 0; ; made += 1) {
      const outcome = await askOnce(question, await load(), options, signal);
      if ("text" in outcome) return readAnswer(outcome.text, question, endpoint);
      const wait = Math.max(WAITS_MS[made] ?? Infinity, outcome.retryAfterMs ?? Infinity);
      if (signal.aborted || performance.now() + wait >= until) throw outcome.error;
      await pause(wait, signal);
    }
  };
  return {
    ask: async (question) => {
      const controller = new AbortController();
      let timer: NodeJS.Timeout | undefined;
      const expired = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          controller.abort();
          const place = `${endpoint.url} (${endpoint.model.slice(0, 100)})`;
          reject(
            evaluatorError(
              "evaluator_timed_out",
              `${place}: no answer within ${timeoutMs} ms; allow more time, or choose a faster model`,
            ),
          );
        }, timeoutMs);
      });
      const asking = attempt(question, controller.signal);
      try {
        return await Promise.race([asking, expired]);
      } finally {
        clearTimeout(timer);
        // Lost races end unheard.
        void asking.catch(() => {});
      }
    },
  };

  async function askOnce<Answer>(
    { name, instructions, prompt, form }: Question<Answer>,
    { ai, model }: LoadedModel,
    { budget }: ModelClientOptions,
    signal: AbortSignal,
  ): Promise<{ readonly text: string } | Failure> {
    const estimated = Math.ceil((instructions.length + prompt.length) / CHARACTERS_PER_TOKEN) + ANSWER_TOKENS;
    const settle = budget.take(estimated);
    if (settle === undefined) {
      return {
        error: evaluatorError(
          "evaluator_over_budget",
          "today's budget for the language model is used up; evaluations continue without it until midnight UTC",
        ),
      };
    }
    try {
      const { text, usage } = await ai.generateText({
        model,
        instructions,
        prompt,
        output: ai.Output.object({ schema: form, name }),
        maxRetries: 0,
        abortSignal: signal,
        telemetry: { isEnabled: false, recordInputs: false, recordOutputs: false },
        ...(endpoint.provider === "anthropic" ? { maxOutputTokens: ANTHROPIC_TOKENS } : {}),
      });
      settle(usage.totalTokens ?? estimated);
      return { text };
    } catch (error) {
      if (ai.NoObjectGeneratedError.isInstance(error)) {
        settle(error.usage?.totalTokens ?? estimated);
        return { text: error.text ?? "" };
      }
      return explainFailure(
        error,
        (thrown) => (ai.APICallError.isInstance(thrown) ? thrown : undefined),
        endpoint,
        guard,
      );
    }
  }
}

/** Models like to wrap an object in prose or a fence; what stands between the outermost braces is the answer. */
function readAnswer<Answer>(text: string, { form }: Question<Answer>, { url, model }: ModelEndpoint): Answer {
  const read = form.safeParse(parseJson(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)));
  if (read.success) return read.data;
  throw evaluatorError(
    "evaluator_answer_refused",
    `${url} (${model.slice(0, 100)}): the answer is not in the requested format; choose a model that can write JSON`,
  );
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
    signal.addEventListener("abort", done);
  });
}

/** The package that talks to models, and the model; loaded when first asked, since most never do. */
interface LoadedModel {
  readonly ai: typeof Ai;
  readonly model: Ai.LanguageModel;
}

/** `schemaOutput` says whether the server can hold a model to a JSON schema; every answer is checked anyway. */
async function loadModel(
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
    ...defined({ apiKey }),
  })(model);
  return { ai, model: ai.wrapLanguageModel({ model: chosen, middleware: QUIET }) };
}
