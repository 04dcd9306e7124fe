import { defined } from "../defined.ts";
import { personKey } from "../access/person-key.ts";
import { BY_COMMAND, BY_PROVIDER, type KnownToken } from "./known-people.ts";
import type { ActedAs } from "./people.ts";

/** Somebody who issued a token, or issued the token of whoever did. */
export interface Issuer {
  readonly name: string;
  /** Through whom, where it is not the token itself; the name of the token's own issuer. */
  readonly through?: string;
}

/** More steps than this between two tokens are not followed. */
const MAX_STEPS = 1_000;

/** Finds everybody who could hold a token because they issued it, or issued the token that it was issued with. */
export function createIssuers(tokens: readonly KnownToken[]): (act: ActedAs) => readonly Issuer[] {
  const byId = new Map(tokens.map((token) => [token.id, token]));
  const byName = new Map<string, KnownToken[]>();
  for (const token of tokens) {
    const key = personKey(token.name);
    const named = byName.get(key);
    if (named === undefined) byName.set(key, [token]);
    else named.push(token);
  }
  /** Without a note of what was used, it may have been any token of that name. */
  const tokensOf = (name: string, login: string | undefined, until?: string): readonly KnownToken[] => {
    if (login === BY_PROVIDER || login === BY_COMMAND) return [];
    if (login !== undefined) return [byId.get(login.slice("token:".length))].flatMap((token) => token ?? []);
    const named = byName.get(personKey(name)) ?? [];
    return until === undefined ? named : named.filter(({ created_at }) => created_at <= until);
  };
  return ({ name, login }) => {
    const issuers: Issuer[] = [];
    const seen = new Set<string>();
    let steps: readonly Step[] = tokensOf(name, login).map((token) => ({ token }));
    while (steps.length > 0 && seen.size < MAX_STEPS) {
      const next: Step[] = [];
      for (const { token, through } of steps) {
        if (seen.has(token.id)) continue;
        seen.add(token.id);
        issuers.push({ name: token.created_by, ...defined({ through }) });
        const issuer = tokensOf(token.created_by, token.issued_with, token.created_at);
        for (const theirs of issuer) next.push({ token: theirs, through: through ?? token.created_by });
      }
      steps = next;
    }
    return issuers;
  };
}

interface Step {
  readonly token: KnownToken;
  readonly through?: string;
}
