import { type Operations, ENDPOINTS } from "./contract.ts";
import { ApiError, readError } from "./api-error.ts";
import { defined } from "../lib/defined.ts";

type OperationInput<O extends keyof Operations> = {
  readonly [
    P in "params" | "query" | "body" as Operations[O][P] extends undefined ? never : P
  ]: Operations[O][P];
} & {
  readonly signal?: AbortSignal;
  readonly ifMatch?: string;
  readonly key?: string;
  /** Browsers limit keepalive bodies to 64 KiB in total. */
  readonly keepalive?: boolean;
};

export type Answer<O extends keyof Operations> = Operations[O]["answer"];

/** Required for every request that changes something; known after login. */
let csrf: string | null = null;

export const setCsrf = (value: string | null): void => {
  csrf = value;
};

export async function api<O extends keyof Operations>(
  operation: O,
  input: OperationInput<O>,
): Promise<Answer<O>> {
  const { params, query, body, signal, ifMatch, key, keepalive = false }: LooseInput = input;
  const [method, path] = ENDPOINTS[operation];
  const response = await fetch(addressOf(path, params, query), {
    method,
    credentials: "same-origin",
    keepalive,
    headers: defined({
      accept: "application/json",
      "content-type": body === undefined ? undefined : "application/json",
      "x-emend-csrf": method === "GET" ? undefined : (csrf ?? undefined),
      "if-match": ifMatch === undefined ? undefined : `"${ifMatch}"`,
      "idempotency-key": key,
    }),
    ...defined({ body: body === undefined ? undefined : JSON.stringify(body), signal }),
  }).catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw new ApiError({
      status: 0,
      code: "unreachable",
      detail: "Can’t reach the server.",
      errors: [],
    });
  });
  if (!response.ok) throw await readError(response);
  return (response.status === 204 ? null : await response.json()) as Answer<O>;
}

interface LooseInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly ifMatch?: string;
  readonly key?: string;
  readonly keepalive?: boolean;
}

export function addressOf(
  path: string,
  params: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === "") continue;
    for (const each of Array.isArray(value) ? value : [value]) search.append(name, String(each));
  }
  const input = search.toString();
  return input === "" ? filled : `${filled}?${input}`;
}
