import { BY_PROVIDER } from "../person/known-people.ts";
import { tokenLogin } from "../person/login.ts";
import type { Role } from "./roles.ts";

/** Who asks: the holder of a token, or a person who is logged in. */
export interface Principal {
  /** The name that is shown, and written down with what they do. */
  readonly id: string;
  readonly role: Role;
  readonly kind: "token" | "session";
  /** Whose token it is; there for the role `agent` and no other. */
  readonly agent?: string;
  /** The token that was shown, or that the login came from. */
  readonly token_id?: string;
  /** Who a provider says it is: `oidc:`, the issuer, a space and the subject. */
  readonly login?: string;
}

/** What somebody is logged in with, as it is kept with what they decide. */
export const usedLogin = ({ token_id }: Principal): string =>
  token_id === undefined ? BY_PROVIDER : tokenLogin(token_id);
