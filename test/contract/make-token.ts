import type { Token } from "../../src/core/access/token.ts";
import { sha256 } from "../../src/drivers/crypto/sha256.ts";
import type { TokenStore } from "../../src/ports/access-store.ts";
import { timeAt } from "./make-feedback.ts";

export const hashOf = (n: number): string => sha256(`token ${n}`);

/** Token number `n`, issued at that minute. */
export const makeToken = (n: number, over: Partial<Token> = {}): Token => ({
  id: `tk_${String(n).padStart(16, "0")}`,
  name: `holder ${n}`,
  role: "reviewer",
  created_at: timeAt(n),
  created_by: "root",
  expires_at: "2027-03-01T00:00:00.000Z",
  ...over,
});

export async function issueNumber(tokens: TokenStore, n: number, over: Partial<Token> = {}): Promise<Token> {
  const token = makeToken(n, over);
  await tokens.issue(token, hashOf(n));
  return token;
}
