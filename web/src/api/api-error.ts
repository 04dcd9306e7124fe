interface ToldProblem {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly { readonly path: string; readonly message: string }[];
}

/** Why the server refused, or that it could not be reached (status 0). */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  readonly status: number;
  readonly code: string;
  readonly errors: ToldProblem["errors"];

  constructor({ status, code, detail, errors }: ToldProblem) {
    super(detail);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

export async function readProblem(response: Response): Promise<ApiProblem> {
  const told = (await response.json().catch(() => ({}))) as Partial<ToldProblem>;
  return new ApiProblem({
    status: response.status,
    code: told.code ?? "unknown",
    detail: told.detail ?? `The server answered ${response.status}.`,
    errors: told.errors ?? [],
  });
}

/** Whether somebody has to log in again. */
export const isLoggedOut = (error: unknown): boolean => error instanceof ApiProblem && error.status === 401;
