import type { APICallError } from "ai";
import { AnswerTooLarge } from "./bounded-fetch.ts";
import { type EvaluatorError, evaluatorError } from "./evaluator-error.ts";
import type { KeyGuard } from "../text/key-guard.ts";
import type { ModelEndpoint } from "./model-endpoint.ts";

export interface Failure {
  readonly error: EvaluatorError;
  /** How long to wait before asking again; undefined where that is no use. */
  readonly retryAfterMs?: number;
}

type ApiFailure = Pick<APICallError, "statusCode" | "responseHeaders" | "responseBody">;

const MAX_SAID = 200;
/** What a server said is cut to this before it is looked at. */
const MAX_READ = 4_000;

/** What went wrong in one call, in words of ours: of what the server said no piece of the key remains. */
export function explainFailure(
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

const MAX_CAUSES = 8;

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
