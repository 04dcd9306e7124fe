import { createHmac } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Feedback } from "../../../src/core/feedback/feedback.ts";
import { openSqliteStore } from "../../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import { listen } from "../../../src/http/listen.ts";
import type { Store } from "../../../src/ports/store.ts";
import { readAll } from "../../contract/read-all.ts";
import { GITHUB, SECRET } from "../../github-deliveries.ts";
import { type HookSession, startHookSession } from "../../hook-session.ts";
import { type HttpSession, openHttp } from "../../http-session.ts";

/** The agent whose work all words are about, and the file that they are about. */
export const AGENT = "claude-code";
export const FILE = "src/a.ts";

/** One project with a store, a hook and a server over the same store. */
export interface World {
  readonly http: HttpSession;
  readonly store: Store;
  readonly hook: HookSession;
  /** Where the server listens. */
  readonly url: string;
  readonly records: () => Promise<readonly Feedback[]>;
  /** Sends an event as GitHub would. */
  readonly github: (event: string, payload: object) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function openWorld(): Promise<World> {
  const hook = startHookSession();
  mkdirSync(join(hook.folder, ".emend"), { mode: 0o700 });
  const store = await openSqliteStore({ file: join(hook.folder, ".emend/emend.db") });
  const agents = { "rio-app[bot]": AGENT };
  // The widest setting: whatever it lets out, an outsider's words must not be among it.
  const http = await openHttp({ store, github: { ...GITHUB, agents }, reminders: "team" });
  const listening = await listen(http.app.fetch, { host: "127.0.0.1", port: 0 });
  let deliveries = 0;
  return {
    http,
    store,
    hook,
    url: `http://127.0.0.1:${listening.port}`,
    records: () => readAll(store.feedback),
    github: async (event, payload) => {
      const body = JSON.stringify(payload);
      deliveries += 1;
      await http.app.request("/webhooks/github", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-github-event": event,
          "x-github-delivery": `d-${deliveries}`,
          "x-hub-signature-256": `sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`,
        },
        body,
      });
    },
    close: async () => {
      await listening.stop();
      await http.close();
      hook.end();
    },
  };
}

/** Words that mean the same each time and hold one word that nobody else says. */
export const words = (marker: string): string => `Name every ledger column after its unit, ${marker}.`;
