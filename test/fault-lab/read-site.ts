import { setTimeout } from "node:timers/promises";
import type { Feedback } from "../../src/core/feedback/feedback.ts";
import type { Rule } from "../../src/core/rule/rule.ts";
import type { Submission } from "../../src/core/submission/submission.ts";
import { openPostgresStore } from "../../src/drivers/sql/postgres/open-postgres-store.ts";
import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import type { LabSite } from "./lab-site.ts";

interface AuditRow {
  readonly seq: number;
  readonly action: string;
  readonly subject: string;
  readonly actor?: string;
}

interface History {
  readonly rule_id: string;
  readonly revision: number;
  readonly acts: readonly { readonly act: string; readonly by: string | null }[];
}

export interface AuditVerdict {
  readonly ok: boolean;
  readonly entries?: number;
  readonly head?: { readonly seq: number; readonly hash: string };
  readonly message?: string;
}

interface Backlog {
  readonly outbox: number;
  readonly groups: readonly { group: string; waiting: number; pending: number; dead: number }[];
}

/** Everything that is there once all is quiet, as the API tells it. */
export interface SiteState {
  readonly feedback: readonly Feedback[];
  readonly submissions: readonly Submission[];
  readonly rules: readonly Rule[];
  readonly histories: readonly History[];
  readonly tokens: readonly { readonly id: string; readonly name: string }[];
  readonly audit: readonly AuditRow[];
  readonly verdict: AuditVerdict;
  readonly evaluated: readonly string[];
  readonly dead: readonly { readonly group: string; readonly reason: string }[];
  /** Decided work as the roll-ups count it. */
  readonly counted: number;
}

export async function askSite<T>({ urls, token }: LabSite, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${urls[0]}/api/v1${path}`, {
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    signal: AbortSignal.timeout(60_000),
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

async function readPages<T>(site: LabSite, path: string): Promise<readonly T[]> {
  const all: T[] = [];
  for (let after: string | null = ""; after !== null;) {
    const query: string = `${path.includes("?") ? "&" : "?"}limit=200${after === "" ? "" : `&after=${encodeURIComponent(after)}`}`;
    const page: { items: T[]; next: string | null } = await askSite(site, `${path}${query}`);
    all.push(...page.items);
    after = page.next;
  }
  return all;
}

/** Waits until every event is published and read by every group. */
export async function waitUntilQuiet(site: LabSite, withinMs: number): Promise<string | undefined> {
  const deadline = Date.now() + withinMs;
  let quiet = 0;
  for (;;) {
    const backlog = await askSite<Backlog>(site, "/events/backlog").catch(() => undefined);
    const behind =
      backlog === undefined
        ? 1
        : backlog.outbox + backlog.groups.reduce((sum, { waiting, pending }) => sum + waiting + pending, 0);
    // What is read may make events of its own.
    quiet = behind === 0 ? quiet + 1 : 0;
    if (quiet >= 3) return undefined;
    if (Date.now() > deadline) return JSON.stringify(backlog ?? "the backlog cannot be asked for");
    await setTimeout(500);
  }
}

export async function readSite(site: LabSite, noted: AuditVerdict["head"]): Promise<SiteState> {
  const rules = await readPages<{ id: string }>(site, "/rules");
  const headers = await readPages<{ id: string }>(site, "/submissions?order=newest");
  const each = async <T>(
    ids: readonly { id: string }[],
    path: (id: string) => string,
  ): Promise<readonly T[]> => {
    const found: T[] = [];
    for (const { id } of ids) found.push(await askSite<T>(site, path(encodeURIComponent(id))));
    return found;
  };
  return {
    feedback: await readPages(site, "/feedback"),
    submissions: await each(headers, (id) => `/submissions/${id}`),
    rules: await each(rules, (id) => `/rules/${id}`),
    histories: await each(rules, (id) => `/rules/${id}/history`),
    tokens: await readPages(site, "/tokens"),
    audit: await readPages(site, "/audit"),
    verdict: await askSite(site, "/audit/verify", noted === undefined ? {} : { head: noted }),
    evaluated: (await readPages<{ feedback_id: string }>(site, "/evaluations")).map(
      ({ feedback_id }) => feedback_id,
    ),
    dead: await readPages(site, "/events/dead"),
    counted: await countDecided(site),
  };
}

/** No operation of the API adds up all hours, so the roll-ups are read where they lie. */
async function countDecided({ store: place, setup }: LabSite): Promise<number> {
  const store =
    setup === "embedded" ? await openSqliteStore({ file: place }) : await openPostgresStore({ url: place });
  try {
    const roll = await store.feedback.rollUp({ from: "2000-01-01T00:00:00Z", to: "2100-01-01T00:00:00Z" });
    return roll.hours.reduce(
      (sum, hour) => sum + hour.approved + hour.rejected + hour.approved_with_changes,
      0,
    );
  } finally {
    await store.close();
  }
}
