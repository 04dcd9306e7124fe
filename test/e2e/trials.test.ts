import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { injectedArms } from "../../src/core/rule/injection.ts";
import { openPostgresStore } from "../../src/drivers/sql/postgres/open-postgres-store.ts";
import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import type { Store } from "../../src/ports/store.ts";
import { type PostgresServer, startPostgres } from "../postgres-server.ts";
import { type RedisServer, startRedis } from "../redis-server.ts";
import { type StartedServer, startServer } from "../start-server.ts";
import { startWebhookServer, TEST_SECRET, type WebhookServer } from "../webhook-server.ts";

let folder: string;
let postgres: PostgresServer;
let redis: RedisServer;
let webhooks: WebhookServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "emend-trials-"));
  [postgres, redis, webhooks] = await Promise.all([startPostgres(), startRedis(), startWebhookServer()]);
}, 60_000);
afterAll(async () => {
  await Promise.all([postgres?.stop(), redis?.stop(), webhooks?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

/** What reviewers say of each mistake; `n` makes it another place each time. */
const MISTAKES = {
  works: (n: number) => `Check the result of find${nameOf(n)}() for null before you use it.`,
  needless: (n: number) => `Magic number in ${nameOf(n).toLowerCase()}: name the constant.`,
  harms: (n: number) =>
    `Close the file in a finally block, ${nameOf(n).toLowerCase()}.csv stays open when it throws.`,
} as const;
type Mistake = keyof typeof MISTAKES;
const TEXTS: Readonly<Record<Mistake, string>> = {
  works: "Check the result of a lookup for null before you use it.",
  needless: "Give every magic number a name.",
  harms: "Close files in a finally block.",
};
const NAMES = "User Order Invoice Ticket Account Session Parcel Voucher Refund Address".split(" ");
const nameOf = (n: number): string => NAMES[n % NAMES.length]!;

interface Rule {
  readonly id: string;
  readonly text: string;
}
type Wire = Readonly<Record<string, unknown>>;

/** Recurrences that show with a margin of 100 % that a rule makes no difference. */
const ENOUGH = 94;
const BATCH = 25;
/** What a killed worker had in hand is taken over after 15 to 30 seconds. */
const WAIT_MS = 120_000;
const AGENT = "rio";

class Team {
  #server: StartedServer;
  readonly #args: readonly string[];
  readonly #env: Readonly<Record<string, string>>;
  readonly #admin: string;
  readonly #tokens = new Map<string, string>();

  static async open(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Team> {
    const server = await startServer(args, { cwd: folder, env });
    const team = new Team(server, args, env);
    for (const name of ["ana", "ben", "cleo"])
      team.#tokens.set(
        name,
        String((await team.ask("admin", "POST", "tokens", { name, role: "approver" }))["text"]),
      );
    const agent = await team.ask("admin", "POST", "tokens", { name: AGENT, role: "agent", agent: AGENT });
    team.#tokens.set(AGENT, String(agent["text"]));
    return team;
  }

  private constructor(server: StartedServer, args: readonly string[], env: Readonly<Record<string, string>>) {
    this.#server = server;
    this.#args = args;
    this.#env = env;
    this.#admin = server.token!;
  }

  async ask(who: string, method: "GET" | "POST", path: string, body?: unknown): Promise<Wire> {
    const token = who === "admin" ? this.#admin : this.#tokens.get(who)!;
    const response = await fetch(`${this.#server.url}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Wire;
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  }

  /** Kills the server as a crash would, and starts it again on the same store. */
  async crash(): Promise<void> {
    const ended = once(this.#server.child, "exit");
    this.#server.child.kill("SIGKILL");
    await ended;
    this.#server = await startServer(this.#args, { cwd: folder, env: this.#env });
  }

  stop(): Promise<unknown> {
    return this.#server.stop();
  }

  /** Corrections by people about runs of the agent. */
  async correct(about: readonly { readonly mistake: Mistake; readonly n: number; readonly run?: string }[]) {
    for (const [at, who] of ["ana", "ben"].entries()) {
      const items = about
        .filter(({ n }) => n % 2 === at)
        .map(({ mistake, n, run }) => ({
          event_id: `${mistake} ${n}`,
          agent: AGENT,
          comment: MISTAKES[mistake](n),
          outcome: "rejected",
          ...(run === undefined ? {} : { run }),
        }));
      if (items.length > 0) await this.ask(who, "POST", "feedback", { items });
    }
  }

  async until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
    for (const deadline = Date.now() + WAIT_MS; Date.now() < deadline; await setTimeout(100)) {
      const found = await look();
      if (found !== undefined) return found;
    }
    const { items } = await this.ask("ana", "GET", "trials");
    const seen = (items as readonly Wire[]).map(
      ({ text, state, e_value, recurrences, tasks, reduction, waits_for }) => ({
        text,
        state,
        e_value,
        recurrences,
        tasks,
        reduction,
        waits_for,
      }),
    );
    throw new Error(`${what} did not happen in two minutes: ${JSON.stringify(seen, null, 1)}`);
  }

  /** A rule for each mistake, as soon as its corrections form a cluster. The worker may propose one first. */
  async rules(): Promise<Readonly<Record<Mistake, Rule>>> {
    const names = Object.keys(MISTAKES) as Mistake[];
    await this.correct(names.flatMap((mistake) => [900, 901, 902].map((n) => ({ mistake, n }))));
    const rules: Partial<Record<Mistake, Rule>> = {};
    for (const name of names) {
      const cluster = await this.until(`a cluster of ${name}`, async () => {
        const { items } = await this.ask("ana", "GET", "clusters?limit=50&min_size=3");
        return (items as readonly { readonly id: string; readonly text: string | null }[]).find(({ text }) =>
          [900, 901, 902].some((n) => MISTAKES[name](n) === text),
        );
      });
      await this.ask("cleo", "POST", "proposals", { text: TEXTS[name], cluster_id: cluster.id }).catch(
        () => undefined,
      );
      const { items } = await this.ask("ana", "GET", "proposals?limit=20");
      const found = (items as readonly Wire[]).find(({ cluster_id }) => cluster_id === cluster.id);
      rules[name] = { id: String(found?.["rule_id"]), text: String(found?.["text"]) };
    }
    return rules as Readonly<Record<Mistake, Rule>>;
  }

  async approve({ id }: Rule): Promise<void> {
    for (const who of ["ana", "ben"]) await this.ask(who, "POST", `proposals/${id}/approve`, { version: 1 });
  }

  async try({ id }: Rule, parts: Wire = {}): Promise<string> {
    return String((await this.ask("ana", "POST", "trials", { rule_id: id, anyway: true, ...parts }))["id"]);
  }

  /** Which of the rules the prompt of a run has. */
  async prompt(run: string, task: string, rules: Readonly<Record<Mistake, Rule>>) {
    const { prompt } = await this.ask(AGENT, "POST", `agents/${AGENT}/prompt`, { run, task });
    const has = (rule: Rule): boolean => String(prompt).includes(rule.text.replace(/\.$/, ""));
    return { works: has(rules.works), needless: has(rules.needless), harms: has(rules.harms) };
  }
}

const STORES = [
  {
    store: "SQLite",
    retire: true,
    place: async (attempt: number) => {
      const file = join(folder, `team-${attempt}.db`);
      return { args: ["--store", file], open: file, env: {} };
    },
    openStore: (file: string): Promise<Store> => openSqliteStore({ file }),
  },
  {
    store: "PostgreSQL with Redis",
    retire: false,
    place: async (attempt: number) => {
      const url = await postgres.urlOf(`trials_${attempt}`);
      const streams = { EMEND_STREAM: `decisions-${attempt}`, EMEND_EVENTS_OWN_STREAM: `emend-${attempt}` };
      return { args: ["--store", url, "--redis", redis.url], open: url, env: streams };
    },
    openStore: (url: string): Promise<Store> => openPostgresStore({ url, maxConnections: 2 }),
  },
] as const;

describe("trials in daily work", () => {
  let attempt = 0;
  let latest: Team | undefined;
  const stopLatest = async (): Promise<void> => {
    await latest?.stop().catch(() => undefined);
  };
  afterAll(stopLatest);

  it.each(STORES)(
    "21.1 over $store: one rule works, one is needless, one harms, and the server is killed in between",
    // On a busy machine, what the killed server had in hand may not be taken over in the time that is waited.
    { retry: 1, timeout: 300_000 },
    async ({ retire, place, openStore }) => {
      await stopLatest();
      attempt += 1;
      const { args, open, env } = await place(attempt);
      const told = webhooks.received.length;
      const team = await Team.open(["--port", "0", ...args], {
        ...env,
        EMEND_TRIALS_RETIRE: String(retire),
        EMEND_SERVER_RECORDS_PER_MINUTE: "0",
        EMEND_SERVER_PROPOSALS_PER_HOUR: "0",
        EMEND_WEBHOOKS_URLS: webhooks.url,
        EMEND_WEBHOOKS_SECRET: TEST_SECRET,
      });
      latest = team;
      const rules = await team.rules();
      // Before the last approval, so that every task is in the trial; the third rule is asked to leave.
      const trials = { works: await team.try(rules.works), harms: await team.try(rules.harms), needless: "" };
      for (const rule of Object.values(rules)) await team.approve(rule);
      trials.needless = await team.try(rules.needless, { kind: "withdrawal", margin: 1 });
      const ended = async () => {
        const { items } = await team.ask("ana", "GET", "trials?state=stopped");
        return items as readonly { readonly id: string; readonly verdict: string }[];
      };

      const runs: { readonly run: string; readonly task: string }[] = [];
      const arms = new Map<string, string>();
      const moved: string[] = [];
      const counts = { works: 0, harms: 0 };
      const needless = { given: 0, withheld: 0 };
      let crashed = false;
      let tasks = 0;
      for (; needless.given + needless.withheld < ENOUGH && (await ended()).length < 3; tasks += BATCH) {
        const made: { mistake: Mistake; n: number; run: string }[] = [];
        for (let n = tasks; n < tasks + BATCH; n += 1) {
          const [task, run] = [`T-${n}`, `R-${n}`];
          const has = await team.prompt(run, task, rules);
          runs.push({ run, task });
          arms.set(task, JSON.stringify(has));
          // The agent reacts to the first rule, to the third in the wrong way, and not to the second.
          // A dozen of each decide, and some corrections are not taken for the same mistake.
          if (!has.works && (counts.works += 1) <= 24) made.push({ mistake: "works", n, run });
          if (has.harms && (counts.harms += 1) <= 24) made.push({ mistake: "harms", n, run });
          const arm = has.needless ? "given" : "withheld";
          // About as many in both arms, so that chance decides nothing.
          if (needless[arm] - needless[has.needless ? "withheld" : "given"] < 2) {
            needless[arm] += 1;
            made.push({ mistake: "needless", n, run });
          }
        }
        await team.correct(made);
        if (!crashed && tasks >= BATCH) {
          crashed = true;
          const before = (await ended()).length;
          // Nothing of this batch may be lost, and its tasks are tried again in the same arm.
          await team.crash();
          for (let n = tasks; n < tasks + BATCH; n += 1) {
            const [task, run] = [`T-${n}`, `R-${n}-again`];
            const has = JSON.stringify(await team.prompt(run, task, rules));
            runs.push({ run, task });
            const isDecided = (await ended()).length > before;
            if (!isDecided && has !== arms.get(task)) moved.push(task);
          }
        }
      }
      expect({ crashed, moved }).toEqual({ crashed: true, moved: [] });
      await team.until("a verdict of every trial", async () =>
        (await ended()).length === 3 ? true : undefined,
      );

      const verdicts = Object.fromEntries((await ended()).map(({ id, verdict }) => [id, verdict]));
      expect(verdicts).toEqual({
        [trials.works]: "works",
        [trials.harms]: "harms",
        [trials.needless]: "makes no difference",
      });
      const status = async ({ id }: Rule) => (await team.ask("ana", "GET", `rules/${id}`))["status"];
      expect([await status(rules.works), await status(rules.needless), await status(rules.harms)]).toEqual([
        "active",
        retire ? "retired" : "flagged",
        "retired",
      ]);
      const after = await team.prompt("R-after", "T-after", rules);
      expect(after).toEqual({ works: true, needless: !retire, harms: false });
      await team.until("people to be told", async () =>
        webhooks.received
          .slice(told)
          .some(
            ({ read }) => read.type === "rule.retired" && JSON.stringify(read.data).includes(trials.harms),
          )
          ? true
          : undefined,
      );
      expect(await team.ask("admin", "POST", "audit/verify", {})).toMatchObject({ ok: true });
      await team.stop();

      // Every run is in exactly one arm of each trial that it met, and all runs of a task in the same one.
      const store = await openStore(open);
      const known = new Map<string, string>();
      let recorded = 0;
      for (const { run, task } of runs) {
        const injection = await store.rules.findInjection(run, AGENT);
        const marks = injectedArms(injection!);
        expect(new Set(marks.map(({ trial_id }) => trial_id)).size).toBe(marks.length);
        for (const { trial_id, arm } of marks) {
          const key = `${trial_id} ${task}`;
          expect(known.get(key) ?? arm).toBe(arm);
          known.set(key, arm);
          const kept = await store.trials.armOf({ trial_id, agent: AGENT, task });
          // A run that was asked for just before its trial ended may be recorded just after.
          expect([arm, undefined]).toContain(kept);
          recorded += kept === undefined ? 0 : 1;
        }
      }
      expect(recorded).toBeGreaterThan(tasks);
      const evidence = await store.trials.evidence(Object.values(trials));
      for (const { tally, unassigned } of evidence.values()) {
        expect(unassigned).toBe(0);
        expect(tally.given + tally.withheld).toBeGreaterThan(8);
      }
      await store.close();
    },
  );
});
