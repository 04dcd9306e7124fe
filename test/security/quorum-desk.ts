import { type HttpCaller, openHttp, type HttpSession } from "../http-session.ts";
import type { Role } from "../../src/core/access/permission.ts";

/** A server with real tokens, each issued by somebody, and rules that wait for approval. */
export interface QuorumDesk {
  readonly http: HttpSession;
  /** An administrator who decides nothing. */
  readonly root: HttpCaller;
  /** Somebody who proposes and issues nothing. */
  readonly writer: HttpCaller;
  /** Somebody with a real token that `issuer` made through the API. */
  readonly issue: (name: string, role: Role, issuer?: HttpCaller) => Promise<HttpCaller>;
  /** The id of a rule that the caller proposed. */
  readonly propose: (who: HttpCaller, text?: string) => Promise<string>;
  readonly approve: (who: HttpCaller, id: string) => ReturnType<HttpCaller["post"]>;
  readonly isInForce: (id: string) => Promise<boolean>;
}

export async function openQuorumDesk(more: Parameters<typeof openHttp>[0] = {}): Promise<QuorumDesk> {
  const http = await openHttp(more);
  const root = http.as("admin", { name: "root" });
  return {
    http,
    root,
    writer: http.as("reviewer", { name: "writer" }),
    issue: async (name, role, issuer = root) => {
      const { status, body } = await issuer.post("tokens", { name, role });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return withToken(http, body.text as string);
    },
    propose: async (who, text = "Close every file handle in a finally block.") => {
      const { body } = await who.post("proposals", { text, reason: "Handles leak." });
      return body.rule_id as string;
    },
    approve: (who, id) => who.post(`proposals/${id}/approve`, { version: 1 }),
    isInForce: async (id) => (await root.get(`rules/${id}`)).body.in_force === 1,
  };
}

function withToken({ anybody }: HttpSession, text: string): HttpCaller {
  const authorization = `Bearer ${text}`;
  return {
    get: (path) => anybody.get(path, { authorization }),
    post: (path, body) => anybody.post(path, body, { authorization }),
    put: (path, body) => anybody.put(path, body, { authorization }),
    patch: (path, body) => anybody.patch(path, body, { authorization }),
    delete: (path, body) => anybody.delete(path, body, { authorization }),
  };
}
