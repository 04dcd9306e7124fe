import { setTimeout } from "node:timers/promises";
import { Redis } from "ioredis";
import { OUTCOMES } from "../../src/core/feedback/feedback.ts";
import { makeDecision } from "../make-decision.ts";
import type { Fact } from "./lab-facts.ts";
import { type Answers, type Asked, labClient, type LabClient, type Told } from "./lab-request.ts";
import type { LabSite } from "./lab-site.ts";
import type { Chance } from "./seeded-random.ts";

const STREAM = "asdlc:events:hitl_decisions";
const PEOPLE = { reviewer: ["rita", "rolf", "runa"], approver: ["ada", "abe", "ann"] } as const;
/** So many rules and submissions are open to decisions at a time. */
const OPEN = 12;

export interface People {
  readonly reviewers: readonly (readonly [name: string, token: string])[];
  readonly approvers: readonly (readonly [name: string, token: string])[];
}

/** Tokens for those who decide, made before anything breaks. */
export async function hirePeople(site: LabSite, chance: Chance): Promise<People> {
  const client = labClient(site.urls, chance, new Map());
  const hire = (role: "reviewer" | "approver") =>
    Promise.all(
      PEOPLE[role].map(async (name) => {
        const made = await client.once({ token: site.token, path: "/tokens", body: { name, role } });
        if (made.fate !== "acknowledged") throw new Error(`no token for ${name}: ${made.code}`);
        return [name, (made.body as { text: string }).text] as const;
      }),
    );
  return { reviewers: await hire("reviewer"), approvers: await hire("approver") };
}

interface Desk {
  readonly client: LabClient;
  readonly chance: Chance;
  readonly people: People;
  readonly admin: string;
  readonly write: (fact: Fact) => void;
  readonly number: () => number;
  readonly submissions: string[];
  readonly rules: string[];
  readonly redis: Redis | undefined;
}

type Act = (desk: Desk) => Promise<void>;

/** Asks, and at times asks the same again under the same key, which must be answered as before. */
async function askWithKey(
  { client, chance, write }: Desk,
  asked: Omit<Asked, "key">,
  n: number,
): Promise<Told> {
  const keyed = { ...asked, key: `key-${n}` };
  const told = await client.ask(keyed);
  if (told.fate !== "acknowledged" || chance.next() > 0.25) return told;
  const again = await client.once(keyed);
  if (again.fate === "unknown") return told;
  const [first, second] = [told, again].map(({ status, body, code }) =>
    JSON.stringify({ status, body, code }),
  );
  const fate = first === second ? "acknowledged" : "refused";
  write({ kind: "repeat", path: asked.path, first: first!, second: second!, fate });
  return told;
}

const recordFeedback: Act = async (desk) => {
  const { chance, write, number, people } = desk;
  const n = number();
  const [, token] = chance.pick(people.reviewers);
  const many = chance.pick([1, 1, 2, 4]);
  const named = chance.next() < 0.5;
  const comments = Array.from(
    { length: many },
    (_, at) => `Close handle ${n}.${at} before step ${n * 31 + at}`,
  );
  const items = comments.map((comment, at) => ({
    agent: `agent-${n % 5}`,
    comment,
    ...(named ? { id: `note-${n}-${at}` } : {}),
    ...(chance.next() < 0.5 ? { outcome: chance.pick(OUTCOMES), tags: ["resource_leak"] } : {}),
  }));
  const { fate } = await askWithKey(desk, { token, path: "/feedback", body: { items } }, n);
  write({ kind: "feedback", comments, fate });
};

const tellDecision: Act = async (desk) => {
  const { chance, write, number, admin, redis } = desk;
  const n = number();
  const decision = makeDecision(n, { decision_id: `elsewhere-${n}`, timestamp: new Date().toISOString() });
  const by = redis !== undefined && chance.next() < 0.5 ? "stream" : "http";
  const decisionId = decision.decision_id;
  if (by === "http") {
    const { fate } = await askWithKey(desk, { token: admin, path: "/decisions", body: decision }, n);
    return write({ kind: "decision", decisionId, by, fate });
  }
  let fate: Told["fate"] = "unknown";
  // Whoever publishes does so again until it is acknowledged, so that it may be there twice.
  for (let attempt = 0; attempt < 4 && fate === "unknown"; attempt += 1) {
    fate = await redis!.xadd(STREAM, "*", "event", JSON.stringify(decision)).then(
      () => "acknowledged" as const,
      () => "unknown" as const,
    );
    if (fate === "unknown") await setTimeout(500);
  }
  write({ kind: "decision", decisionId, by, fate });
};

const submitWork: Act = async (desk) => {
  const { chance, write, number, admin, submissions } = desk;
  const n = number();
  const title = `Work ${n}`;
  const own = chance.next() < 0.5 ? { id: `work-${n}` } : {};
  const body = {
    ...own,
    agent: `agent-${n % 5}`,
    gate: "Before merge",
    title,
    output: `Output of step ${n}`,
  };
  const { fate, body: made } = await askWithKey(desk, { token: admin, path: "/submissions", body }, n);
  const id = fate === "acknowledged" ? (made as { id: string }).id : undefined;
  write({ kind: "submission", title, fate, ...(id === undefined ? {} : { id }) });
  if (id !== undefined) remember(submissions, id);
};

const answerWork: Act = async (desk) => {
  const { chance, write, number, people, submissions } = desk;
  const submissionId = submissions.length === 0 ? undefined : chance.pick(submissions);
  if (submissionId === undefined) return submitWork(desk);
  const both = chance.shuffled(people.reviewers).slice(0, chance.pick([1, 1, 2]));
  if (chance.next() < 0.8) submissions.splice(submissions.indexOf(submissionId), 1);
  await Promise.all(
    both.map(async ([reviewer, token]) => {
      const n = number();
      const decision = chance.pick(OUTCOMES);
      const edited = decision === "approved_with_changes" ? { edited_output: `Better output ${n}` } : {};
      const body = { decision, comment: `Answer ${n} to ${submissionId}`, ...edited };
      const path = `/submissions/${encodeURIComponent(submissionId)}/decision`;
      const { fate } = await askWithKey(desk, { token, path, body }, n);
      write({ kind: "answer", submissionId, reviewer, decision, fate });
    }),
  );
};

const proposeRule: Act = async (desk) => {
  const { chance, write, number, people, rules } = desk;
  const n = number();
  const [, token] = chance.pick(people.reviewers);
  const text = `Close handle ${n} before you return from step ${n * 31}.`;
  const { fate, body } = await askWithKey(desk, { token, path: "/proposals", body: { text } }, n);
  const ruleId = fate === "acknowledged" ? (body as { rule_id?: string; id?: string }) : undefined;
  const id = ruleId?.rule_id ?? ruleId?.id;
  write({ kind: "proposal", text, fate, ...(id === undefined ? {} : { ruleId: id }) });
  if (id !== undefined) remember(rules, id);
};

const approveRule: Act = async (desk) => {
  const { chance, write, number, people, rules } = desk;
  const ruleId = rules.length === 0 ? undefined : chance.pick(rules);
  if (ruleId === undefined) return proposeRule(desk);
  // At times all three approve at once, of whom two suffice, or one does twice.
  const chosen = chance.shuffled(people.approvers).slice(0, chance.pick([1, 1, 2, 3]));
  const voters = chance.next() < 0.2 ? [...chosen, chosen[0]!] : chosen;
  await Promise.all(
    voters.map(async ([by, token]) => {
      const path = `/proposals/${ruleId}/approve`;
      const { fate } = await askWithKey(desk, { token, path, body: { version: 1 } }, number());
      write({ kind: "approval", ruleId, by, fate });
    }),
  );
};

const retireRule: Act = async (desk) => {
  const { chance, write, number, people, rules } = desk;
  const ruleId = rules.length === 0 ? undefined : chance.pick(rules);
  if (ruleId === undefined) return proposeRule(desk);
  const [, token] = chance.pick(people.approvers);
  const asked = { token, path: `/rules/${ruleId}/retire`, body: { reason: "No longer needed" } };
  const { fate } = await askWithKey(desk, asked, number());
  write({ kind: "retirement", ruleId, fate });
  if (fate !== "refused") rules.splice(rules.indexOf(ruleId), 1);
};

const makeToken: Act = async ({ client, write, number, admin }) => {
  const name = `holder-${number()}`;
  const asked = { token: admin, path: "/tokens", body: { name, role: "reviewer" } };
  const { fate, attempts, body } = await client.ask(asked);
  const made = fate === "acknowledged" ? (body as { token: { id: string }; text: string }) : undefined;
  const kept = made === undefined ? {} : { id: made.token.id, text: made.text };
  write({ kind: "token", name, attempts, fate, ...kept });
};

const ACTS: readonly Act[] = [
  recordFeedback,
  recordFeedback,
  recordFeedback,
  tellDecision,
  tellDecision,
  submitWork,
  submitWork,
  answerWork,
  answerWork,
  proposeRule,
  approveRule,
  approveRule,
  approveRule,
  retireRule,
  makeToken,
];

function remember(list: string[], id: string): void {
  list.push(id);
  if (list.length > OPEN) list.shift();
}

export interface ClientsPlan {
  readonly clients: number;
  readonly chance: Chance;
  readonly people: People;
  readonly signal: AbortSignal;
}

/** Clients that ask for all kinds of things until they are stopped, and write down what they were told. */
export async function runClients(site: LabSite, { clients, chance, people, signal }: ClientsPlan) {
  const facts: Fact[] = [];
  const answers: Answers = new Map();
  let last = 0;
  const redis =
    site.redis === undefined
      ? undefined
      : new Redis(site.redis.url, { maxRetriesPerRequest: 0, commandTimeout: 8_000 });
  redis?.on("error", () => {});
  const shared = { people, redis, admin: site.token, submissions: [], rules: [] };
  const ends = Array.from({ length: clients }, async () => {
    const own = chance.fork();
    const desk: Desk = {
      ...shared,
      client: labClient(site.urls, own, answers),
      chance: own,
      write: (fact) => void facts.push(fact),
      number: () => (last += 1),
    };
    while (!signal.aborted) {
      await own.pick(ACTS)(desk);
      await setTimeout(own.between(100, 700));
    }
  });
  await Promise.all(ends);
  redis?.disconnect();
  return { facts, answers };
}
