import { evaluatorError } from "./evaluator-error.ts";

export interface ModelEndpointOptions {
  readonly provider: "openai-compatible" | "anthropic";
  /** For example `http://localhost:11434/v1`. Left out, Anthropic's own. */
  readonly url?: string;
  readonly model: string;
  readonly apiKey?: string;
}

export interface ModelEndpoint {
  readonly provider: ModelEndpointOptions["provider"];
  /** Without a trailing slash and without secrets, because it appears in errors and logs. */
  readonly url: string;
  readonly model: string;
  readonly apiKey: string | undefined;
}

const ANTHROPIC_URL = "https://api.anthropic.com/v1";

/** Validates the settings once. Throws an `EvaluatorError` that names the wrong one. */
export function modelEndpoint(options: ModelEndpointOptions): ModelEndpoint {
  const { provider, model } = options;
  if (model.trim() === "")
    throw evaluatorError("evaluator_misconfigured", "the name of the language model is not set");
  const apiKey = options.apiKey?.trim();
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw evaluatorError(
      "evaluator_misconfigured",
      "the language model's key contains spaces or other invalid characters; set it again",
    );
  }
  if (provider === "anthropic" && apiKey === undefined && options.url === undefined) {
    throw evaluatorError(
      "evaluator_misconfigured",
      "Anthropic needs a key; set one, or the address of a server that does not need it",
    );
  }
  return {
    provider,
    model: model.trim(),
    apiKey,
    url: baseOf(options.url ?? (provider === "anthropic" ? ANTHROPIC_URL : "")),
  };
}

function baseOf(url: string): string {
  const parsed = /^https?:\/\//i.test(url) && URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined) {
    throw evaluatorError(
      "evaluator_misconfigured",
      "the address of the language model is invalid; expected one such as http://localhost:11434/v1",
    );
  }
  if (parsed.username !== "" || parsed.password !== "" || parsed.search !== "") {
    throw evaluatorError(
      "evaluator_misconfigured",
      "the address of the language model contains a user, a password or a query; set the key separately",
    );
  }
  return `${parsed.origin}${parsed.pathname.replace(/\/$/, "")}`;
}
