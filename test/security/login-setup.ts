import { openHttp, type HttpSession } from "../http-session.ts";
import { openTestStore } from "../open-test-store.ts";
import { makeLoginLink } from "../../src/app/access/open-session.ts";
import { openAccess } from "../../src/app/access/open-access.ts";
import { principalOf } from "../../src/core/access/token.ts";
import { randomText } from "../../src/drivers/crypto/random-text.ts";
import { sha256 } from "../../src/drivers/crypto/sha256.ts";
import type { HttpContext } from "../../src/http/http-context.ts";

/** A request that comes from an address, as the server's socket tells it. */
export const from = (address: string) => ({ incoming: { socket: { remoteAddress: address } } });

export interface LoginSetup {
  readonly http: HttpSession;
  /** Makes a token; answers its text and its id. */
  readonly issue: (input?: object) => Promise<{ readonly text: string; readonly id: string }>;
  /** Makes a login link; answers its secret. */
  readonly link: () => Promise<string>;
}

/** A server in process whose tokens and login links are real. */
export async function openLogins(more: Partial<HttpContext> = {}): Promise<LoginSetup> {
  const store = await openTestStore();
  const now = more.now ?? (() => new Date().toISOString());
  const access = openAccess({ store, random: randomText, hash: sha256, now });
  const http = await openHttp({ store, access, now, ...more });
  const issued = async (input: object) => {
    const made = await access.issueToken({ name: "ana", role: "approver", ...input }, "root");
    if (!made.ok) throw new Error(made.error.message);
    return made.value;
  };
  return {
    http,
    issue: async (input = {}) => {
      const { text, token } = await issued(input);
      return { text, id: token.id };
    },
    link: async () => {
      const { token } = await issued({ role: "admin" });
      const make = makeLoginLink({ sessions: store.sessions, random: randomText, hash: sha256, now });
      return (await make(principalOf(token))).secret;
    },
  };
}
