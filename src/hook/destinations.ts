import type { CommitRun } from "../core/why/commit-run.ts";
import type { CommittedEntry } from "./committed-entry.ts";
import type { Emend } from "../compose.ts";
import { feedbackId } from "../core/feedback/feedback.ts";
import { toItem } from "../core/feedback/to-item.ts";
import { fieldOf, listOf, textOf } from "../core/json/json.ts";
import { hash64 } from "../core/hash.ts";
import { ExternalError } from "../ports/errors.ts";
import type { Destination } from "./deliver-spool.ts";
import type { SpooledDelivery } from "./read-spool-entry.ts";

const TIMEOUT_MS = 10_000;

type FindCommits = (entry: CommittedEntry) => Promise<readonly CommitRun[]>;

export interface ServerAddress {
  readonly url: string;
  readonly token?: string | undefined;
}

/** Records into the store. A record that the store already has changes nothing. */
export const storeDestination = (
  { store, feedback, reminders, checks }: Emend,
  findCommits: FindCommits,
): Destination => ({
  deliver: async (delivery) => {
    if (delivery.kind === "model") {
      await store.runs.recordModel(delivery.record);
      return {};
    }
    if (delivery.kind === "commit") {
      for (const commit of await findCommits(delivery.record)) await store.runs.recordCommit(commit);
      return {};
    }
    if (delivery.kind === "checked") {
      await checks.receive(delivery.record);
      return {};
    }
    if (delivery.kind === "injection") {
      await store.rules.recordInjection(delivery.record);
      return {};
    }
    if (delivery.kind === "fixed") {
      const { agent, events, command, at } = delivery.record;
      await reminders.markFixed({
        feedback_ids: events.map(feedbackId),
        agent,
        by: agent,
        reason: command,
        at,
      });
      return {};
    }
    try {
      await feedback.record([delivery.record]);
      return {};
    } catch (error) {
      if (error instanceof ExternalError && error.code === "record_refused")
        return { refused: error.message };
      throw error;
    }
  },
});

/** Statuses that reject the entry itself; any other failure may be temporary. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 415, 422]);

/** Sends each entry to the server under its own idempotency key. */
export const serverDestination = ({ url, token }: ServerAddress, findCommits: FindCommits): Destination => ({
  deliver: async (delivery) => {
    const { kind, id } = delivery;
    if (kind === "injection") return { refused: "the server itself records which rules it gave" };
    const base = `${url.replace(/\/+$/, "")}/api/v1`;
    const request = await requestOf(delivery, findCommits);
    if (request === undefined) return {};
    const { path, body } = request;
    const answer = await send(`${base}${path}`, {
      method: "POST",
      redirect: "error",
      headers: {
        "content-type": "application/json",
        "idempotency-key": `hook-${hash64(id)}${hash64(`#${id}`)}`,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (answer.ok) return rejectionIn(await readJson(answer));
    await answer.body?.cancel();
    // An older server does not know about fixed failures, models, commits and checks.
    if (kind !== "feedback" && answer.status === 404) return { refused: "the server has no such route" };
    if (REFUSALS.has(answer.status)) return { refused: `the server answered ${answer.status}` };
    throw new ExternalError(
      answer.status === 401 || answer.status === 403 ? "server_refused" : "server_failed",
      `the server answered ${answer.status}; check server.url and server.token; Emend will try again later`,
    );
  },
});

/** Undefined if there is nothing to send. */
async function requestOf(
  delivery: Exclude<SpooledDelivery, { readonly kind: "injection" }>,
  findCommits: FindCommits,
): Promise<{ readonly path: string; readonly body: unknown } | undefined> {
  if (delivery.kind === "feedback") return { path: "/feedback", body: { items: [toItem(delivery.record)] } };
  if (delivery.kind === "checked") return { path: "/check-reports", body: delivery.record };
  const agent = `/agents/${encodeURIComponent(delivery.record.agent)}`;
  if (delivery.kind === "model") {
    const { run, model, agent_version } = delivery.record;
    return { path: `${agent}/runs`, body: { run, model, agent_version } };
  }
  if (delivery.kind === "commit") {
    const commits = (await findCommits(delivery.record)).map(
      ({ schema: _schema, agent: _agent, source: _source, ...commit }) => commit,
    );
    return commits.length === 0 ? undefined : { path: `${agent}/commits`, body: { commits } };
  }
  const { events, command } = delivery.record;
  return { path: `${agent}/fixed`, body: { event_ids: events, command } };
}

/** The server accepts a request and may still reject the one record in it. */
function rejectionIn(answer: unknown): { readonly refused?: string } {
  const [item] = listOf(fieldOf(answer, "items"));
  if (fieldOf(item, "state") !== "refused") return {};
  const [problem] = listOf(fieldOf(item, "problems"));
  return { refused: textOf(fieldOf(problem, "message")) ?? "the server rejected it" };
}

/** An accepted request counts even if its response cannot be parsed. */
async function readJson(answer: Response): Promise<unknown> {
  try {
    return await answer.json();
  } catch {
    return undefined;
  }
}

async function send(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (cause) {
    throw new ExternalError("server_away", "the server cannot be reached; Emend will try again later", cause);
  }
}
