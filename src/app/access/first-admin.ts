import { createToken } from "../../core/access/issue-token.ts";
import { BY_COMMAND } from "../../core/person/known-people.ts";
import type { TokenStore } from "../../ports/token-store.ts";
import { EMEND_ACTOR } from "../rule/emend-actor.ts";
import type { IssueTokenPorts, NewToken } from "./issue-token.ts";

/** A year. */
const FIRST_HOURS = 8_760;

export interface FirstAdminPorts extends Omit<IssueTokenPorts, "tokens" | "people"> {
  readonly tokens: Pick<TokenStore, "countAdmins" | "issueFirst">;
}

/**
 * A first admin's token for a store that never had one, so that somebody gets in; nothing for any other store. Of
 * several servers that start at once, one is answered with it.
 */
export const createFirstAdmin =
  ({ tokens, random, hash, now }: FirstAdminPorts) =>
  async (): Promise<NewToken | undefined> => {
    if ((await tokens.countAdmins()) > 0) return undefined;
    const input = { name: "first admin", role: "admin", expires_in_hours: FIRST_HOURS };
    const made = createToken(input, { now: now(), by: EMEND_ACTOR.id, issuedWith: BY_COMMAND, random, hash });
    if (!made.ok) throw new TypeError(made.error.message);
    const { token, text } = made.value;
    return (await tokens.issueFirst(token, made.value.hash)) ? { token, text } : undefined;
  };
