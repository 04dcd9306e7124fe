import { parseJson } from "../../core/json/json.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { defined } from "../../core/defined.ts";
import type { DailyBudget } from "./daily-budget.ts";
import { evaluatorError, type EvaluatorErrorCode, type EvaluatorError } from "./evaluator-error.ts";
import type { KeyGuard } from "../text/key-guard.ts";
import type { ModelEndpoint } from "./model-endpoint.ts";
import type { Question } from "./question.ts";
import type * as Ai from "ai";
import type { APICallError } from "ai";
import { boundBody } from "../http/bound-body.ts";

/** A good answer has a few hundred bytes. */
const MAX_ANSWER_BYTES = 1_000_000;

class AnswerTooLarge extends Error {
  override readonly name = "AnswerTooLarge";
}

/** Fetches with a size limit, and without following redirects, which could send the key elsewhere. */
const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: "error" });
  return boundBody(response, MAX_ANSWER_BYTES, () => new AnswerTooLarge("the answer is too large"));
};

const MAX_DETAIL = 200;

/** A server's error text is cut to this before it is processed. */
const MAX_READ = 4_000;

const MAX_CAUSES = 8;

/** The package prints warnings about settings that a model does not know, which help nobody here. */
const QUIET: Ai.LanguageModelMiddleware = {
  specificationVersion: "v4",
  wrapGenerate: async ({ doGenerate }) => ({ ...(await doGenerate()), warnings: [] }),
};

export interface ModelClientOptions {
  readonly endpoint: ModelEndpoint;
  /** For one question including all attempts. */
  readonly timeoutMs: number;
  readonly budget: DailyBudget;
  readonly guard: KeyGuard;
  readonly schemaOutput: boolean;
}

export interface ModelClient {
  /** Returns an answer of the requested form within the timeout. Always rejects with an `EvaluatorError`. */
  ask<Answer>(question: Question<Answer>): Promise<Answer>;
}

/** Minimum waits before the second and third attempt. */
const WAITS_MS: readonly number[] = [50, 250];
/** Anthropic requires a limit. Others get none, because some refuse the setting. */
const ANTHROPIC_TOKENS = 4_000;
const CHARACTERS_PER_TOKEN = 4;
/** Estimated tokens of an answer until the server reports the actual number. */
const ANSWER_TOKENS = 400;

/** Asks a language model with limits on attempts, time and budget. */
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
      await sleep(wait, undefined, { signal }).catch(() => undefined);
    }
  };
  return {
    ask: async (question) => {
      const controller = new AbortController();
      let timer: NodeJS.Timeout | undefined;
      const expired = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          controller.abort();
          const target = `${endpoint.url} (${endpoint.model.slice(0, 100)})`;
          reject(
            evaluatorError(
              "evaluator_timed_out",
              `${target}: no answer within ${timeoutMs} ms; allow more time, or choose a faster model`,
            ),
          );
        }, timeoutMs);
      });
      const asking = attempt(question, controller.signal);
      try {
        return await Promise.race([asking, expired]);
      } finally {
        clearTimeout(timer);
        // A failure after the timeout is ignored.
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

/** Models often wrap an object in prose or a code fence, so this parses what is between the outermost braces. */
function readAnswer<Answer>(text: string, { form }: Question<Answer>, { url, model }: ModelEndpoint): Answer {
  const read = form.safeParse(parseJson(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)));
  if (read.success) return read.data;
  throw evaluatorError(
    "evaluator_answer_refused",
    `${url} (${model.slice(0, 100)}): the answer is not in the requested format; choose a model that can write JSON`,
  );
}

/** Loaded on first use, because most installations never use a model. */
interface LoadedModel {
  readonly ai: typeof Ai;
  readonly model: Ai.LanguageModel;
}

/** `schemaOutput` says whether the server can enforce a JSON schema. Answers are validated in any case. */
async function loadModel(
  { provider, url, model, apiKey }: ModelEndpoint,
  schemaOutput: boolean,
): Promise<LoadedModel> {
  const ai = await import("ai");
  if (provider === "anthropic") {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    // An empty key keeps the package from reading one from the environment.
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
  /** How long to wait before the next attempt. Undefined if retrying is pointless. */
  readonly retryAfterMs?: number;
}

type ApiFailure = Pick<APICallError, "statusCode" | "responseHeaders" | "responseBody">;

/** Describes what went wrong in one call. No part of the key remains in what the server detail. */
function explainFailure(
  thrown: unknown,
  asApiFailure: (error: unknown) => ApiFailure | undefined,
  { url, model }: ModelEndpoint,
  { removeKey }: KeyGuard,
): Failure {
  const target = `${url} (${model.slice(0, 100)})`;
  const failed = (code: EvaluatorErrorCode, message: string, retryAfterMs?: number): Failure => ({
    error: evaluatorError(code, message),
    ...defined({ retryAfterMs }),
  });
  if (causesOf(thrown).some((cause) => cause instanceof AnswerTooLarge)) {
    return failed("evaluator_answer_refused", `${target}: the answer is far too large; check the model`);
  }
  const failure = asApiFailure(thrown);
  const status = failure?.statusCode;
  const code = networkCode(thrown);
  if (failure === undefined || status === undefined) {
    const reason = `${target}: the language model cannot be reached${code === undefined ? "" : ` (${code})`}`;
    return failed("evaluator_unreachable", `${reason}; check the address and that the server is running`, 0);
  }
  const wait = retryAfterOf(failure);
  if (status === 429) {
    const reason = `${target}: too many calls with this key (429); wait, or lower the daily budget`;
    return failed("evaluator_busy", reason, wait);
  }
  if (status >= 500 || status === 408) {
    return failed(
      "evaluator_failed",
      `${target}: the language model failed (${status}); try again later`,
      wait,
    );
  }
  if (status < 400) {
    // The connection broke, or the response is not from this kind of server.
    return code === undefined
      ? failed(
          "evaluator_answer_refused",
          `${target}: the answer is not in this provider's format; check the address`,
        )
      : failed("evaluator_failed", `${target}: the connection broke during the answer; try again later`, 0);
  }
  if (status === 401 || status === 403) {
    return failed("evaluator_refused", `${target}: the key was refused (${status}); check it`);
  }
  const detail = removeKey((failure.responseBody ?? "").slice(0, MAX_READ))
    .replaceAll(/\s+/g, " ")
    .slice(0, MAX_DETAIL)
    .toWellFormed();
  const hint = "check the model's name and the settings";
  return failed("evaluator_refused", `${target}: the request was refused (${status}); ${hint} (${detail})`);
}

function causesOf(thrown: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let at = thrown; at !== undefined && at !== null && causes.length < MAX_CAUSES;) {
    causes.push(at);
    at = at instanceof Error ? at.cause : undefined;
  }
  return causes;
}

/** For example `ECONNREFUSED`: reported by the system, never by the server. */
function networkCode(thrown: unknown): string | undefined {
  return causesOf(thrown)
    .flatMap((cause) =>
      cause instanceof Error && "code" in cause && typeof cause.code === "string" ? [cause.code] : [],
    )
    .find((code) => /^(?:E[A-Z]{2,20}|UND_ERR_[A-Z_]{1,30})$/.test(code));
}

/** In seconds, as such servers send it. A date is treated like a missing header. */
function retryAfterOf({ responseHeaders }: ApiFailure): number {
  const header = responseHeaders?.["retry-after"] ?? "";
  return /^\d{1,6}(?:\.\d{1,3})?$/.test(header) ? Number(header) * 1_000 : 0;
}
