import { defined } from "../../core/defined.ts";
import type { DailyBudget } from "./daily-budget.ts";
import { evaluatorError, type EvaluatorError } from "./evaluator-error.ts";
import type { KeyGuard } from "../text/key-guard.ts";
import type { ModelEndpoint } from "./model-endpoint.ts";
import type { Question } from "./question.ts";
import { parseJson } from "../text/parse-json.ts";
import type * as Ai from "ai";
import type { APICallError } from "ai";
import { boundBody } from "../http/bound-body.ts";

/** What an answer may weigh: a good one has a few hundred bytes. */
const MAX_ANSWER_BYTES = 1_000_000;

/** An answer that is cut off because nobody asked for that much. */
class AnswerTooLarge extends Error {
  override readonly name = "AnswerTooLarge";
}

/**
 * Fetches without following redirects, which could carry the key elsewhere, and reads no more of an answer than
 * it may weigh.
 */
const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: "error" });
  return boundBody(response, MAX_ANSWER_BYTES, () => new AnswerTooLarge("the answer is too large"));
};

const MAX_SAID = 200;

/** What a server said is cut to this before it is looked at. */
const MAX_READ = 4_000;

const MAX_CAUSES = 8;

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

interface Failure {
  readonly error: EvaluatorError;
  /** How long to wait before asking again; undefined where that is no use. */
  readonly retryAfterMs?: number;
}

type ApiFailure = Pick<APICallError, "statusCode" | "responseHeaders" | "responseBody">;

/** What went wrong in one call, in words of ours: of what the server said no piece of the key remains. */
function explainFailure(
  thrown: unknown,
  asApiFailure: (error: unknown) => ApiFailure | undefined,
  { url, model }: ModelEndpoint,
  { withoutKey }: KeyGuard,
): Failure {
  const place = `${url} (${model.slice(0, 100)})`;
  if (causesOf(thrown).some((cause) => cause instanceof AnswerTooLarge)) {
    return {
      error: evaluatorError(
        "evaluator_answer_refused",
        `${place}: the answer is far too large; check the model`,
      ),
    };
  }
  const failure = asApiFailure(thrown);
  const status = failure?.statusCode;
  if (failure === undefined || status === undefined) {
    const code = networkCode(thrown);
    return {
      error: evaluatorError(
        "evaluator_unreachable",
        `${place}: the language model cannot be reached${code === undefined ? "" : ` (${code})`}; check the address and that the server is running`,
      ),
      retryAfterMs: 0,
    };
  }
  const wait = retryAfterOf(failure);
  if (status === 429) {
    return {
      error: evaluatorError(
        "evaluator_busy",
        `${place}: too many calls with this key (429); wait, or lower the daily budget`,
      ),
      retryAfterMs: wait,
    };
  }
  if (status >= 500 || status === 408) {
    return {
      error: evaluatorError(
        "evaluator_failed",
        `${place}: the language model failed (${status}); try again later`,
      ),
      retryAfterMs: wait,
    };
  }
  if (status < 400) {
    // The connection broke, or what came is no answer of this kind of server.
    return networkCode(thrown) === undefined
      ? {
          error: evaluatorError(
            "evaluator_answer_refused",
            `${place}: the answer is not in this provider's format; check the address`,
          ),
        }
      : {
          error: evaluatorError(
            "evaluator_failed",
            `${place}: the connection broke during the answer; try again later`,
          ),
          retryAfterMs: 0,
        };
  }
  if (status === 401 || status === 403) {
    return {
      error: evaluatorError("evaluator_refused", `${place}: the key was refused (${status}); check it`),
    };
  }
  const said = withoutKey((failure.responseBody ?? "").slice(0, MAX_READ))
    .replaceAll(/\s+/g, " ")
    .slice(0, MAX_SAID);
  return {
    error: evaluatorError(
      "evaluator_refused",
      `${place}: the request was refused (${status}); check the model's name and the settings (${said.toWellFormed()})`,
    ),
  };
}

function causesOf(thrown: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let at = thrown; at !== undefined && at !== null && causes.length < MAX_CAUSES;) {
    causes.push(at);
    at = at instanceof Error ? at.cause : undefined;
  }
  return causes;
}

/** Such as `ECONNREFUSED`: a word of the system's, never of the server's. */
function networkCode(thrown: unknown): string | undefined {
  return causesOf(thrown)
    .flatMap((cause) =>
      cause instanceof Error && "code" in cause && typeof cause.code === "string" ? [cause.code] : [],
    )
    .find((code) => /^(?:E[A-Z]{2,20}|UND_ERR_[A-Z_]{1,30})$/.test(code));
}

/** In seconds, as servers of this kind send it; a date is waited for like no hint at all. */
function retryAfterOf({ responseHeaders }: ApiFailure): number {
  const header = responseHeaders?.["retry-after"] ?? "";
  return /^\d{1,6}(?:\.\d{1,3})?$/.test(header) ? Number(header) * 1_000 : 0;
}
