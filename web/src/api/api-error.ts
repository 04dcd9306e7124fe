interface ProblemDocument {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly { readonly path: string; readonly message: string }[];
}

/** A problem response of the server; status 0 if it could not be reached. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string;
  readonly errors: ProblemDocument["errors"];

  constructor({ status, code, detail, errors }: ProblemDocument) {
    super(detail);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

export async function readError(response: Response): Promise<ApiError> {
  const problem = (await response.json().catch(() => ({}))) as Partial<ProblemDocument>;
  return new ApiError({
    status: response.status,
    code: problem.code ?? "unknown",
    detail: problem.detail ?? `The server responded with ${response.status}.`,
    errors: problem.errors ?? [],
  });
}

export const isLoggedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;
