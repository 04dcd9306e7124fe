import { fail, ok, type Result } from "../result.ts";

const LOGIN_KINDS = ["name", "github", "token", "oidc"] as const;
type LoginKind = (typeof LOGIN_KINDS)[number];

/** How a login came to belong to its person. */
export const LINKED_BY = ["administrator", "proof", "provider"] as const;
export type LinkedHow = (typeof LINKED_BY)[number];

export const MAX_LOGIN = 600;

/** One way in which a person acts here, or is named by what others send. */
export interface Login {
  /** `name:ana`, `github:ana-dev`, `token:tk_…`, or `oidc:`, the issuer, a space and the subject. */
  readonly login: string;
  readonly kind: LoginKind;
  readonly value: string;
}

export interface LoginProblem {
  readonly code: "invalid_login";
  readonly message: string;
}

const EXPECTED =
  "expected a login such as name:ana, github:ana-dev, token:tk_1a2b3c4d5e6f7a8b or oidc:<issuer> <subject>; a bare name means name:";

/** Reads a login as people write it; a name may stand alone. */
export function parseLogin(text: string): Result<Login, LoginProblem> {
  const trimmed = text.normalize("NFC").trim();
  const at = trimmed.indexOf(":");
  const kind = LOGIN_KINDS.find((each) => each === trimmed.slice(0, Math.max(0, at)));
  const value = (kind === undefined ? trimmed : trimmed.slice(at + 1)).trim();
  const fits = kind === "token" ? /^tk_[0-9a-f]{16}$/.test(value) : kind !== "oidc" || /^\S+ \S/.test(value);
  if (value === "" || value.length > MAX_LOGIN || !fits || !value.isWellFormed()) {
    return fail({ code: "invalid_login", message: EXPECTED });
  }
  return ok(loginOf(kind ?? "name", value));
}

const loginOf = (kind: LoginKind, value: string): Login => ({
  login: `${kind}:${value}`,
  kind,
  value,
});

export const tokenLogin = (tokenId: string): string => `token:${tokenId}`;

export const oidcLogin = (issuer: string, subject: string): string => `oidc:${issuer} ${subject}`;
