import { setTimeout } from "node:timers/promises";
import { checkFacts, type Violation } from "./check-facts.ts";
import { hearEvents, type Hearing } from "./hear-events.ts";
import type { Fact } from "./lab-facts.ts";
import { type Fault, FAULTS, heal, runNemesis, whyNot } from "./lab-nemesis.ts";
import { openLabSite, type LabSite, type Setup } from "./lab-site.ts";
import { askSite, type AuditVerdict, readSite, type SiteState, waitUntilQuiet } from "./read-site.ts";
import { hirePeople, runClients } from "./run-clients.ts";
import { seededRandom } from "./seeded-random.ts";

export interface LabPlan {
  readonly setup: Setup;
  readonly seed: number;
  readonly ms: number;
  /** Only these; all when left out. */
  readonly faults?: readonly Fault[];
  readonly say: (line: string) => void;
}

export interface LabVerdict {
  readonly violations: readonly Violation[];
  readonly injected: ReadonlyMap<Fault, number>;
  /** What could not be injected, and why. */
  readonly missing: ReadonlyMap<Fault, string>;
  readonly acknowledged: number;
}

const CLIENTS = 6;
const HEAL_MS = 180_000;
const QUIET_MS = 300_000;

/** Breaks a running system at random while clients use it, lets it heal, and checks it against what clients were told. */
export async function runLab({ setup, seed, ms, faults = FAULTS, say }: LabPlan): Promise<LabVerdict> {
  const began = Date.now();
  const tell = (text: string): void =>
    say(`${((Date.now() - began) / 1_000).toFixed(1).padStart(7)} s  ${text}`);
  const chance = seededRandom(seed);
  tell(`set-up ${setup}, seed ${seed}, ${Math.round(ms / 1_000)} s`);
  const site = await openLabSite(setup);
  try {
    tell(`${[...site.servers, ...site.workers].map(({ name }) => name).join(", ")} on ${site.disk.kind}`);
    const missing = new Map<Fault, string>();
    for (const fault of faults) {
      const why = whyNot(fault, site);
      if (why === undefined) continue;
      missing.set(fault, why);
      tell(`cannot inject ${fault}: ${why}`);
    }
    const people = await hirePeople(site, chance.fork());
    const hearing = hearEvents(site, chance.fork());
    const ending = new AbortController();
    const clients = runClients(site, {
      clients: CLIENTS,
      chance: chance.fork(),
      people,
      signal: ending.signal,
    });
    const heads = noteHeads(site, ending.signal);
    const possible = faults.filter((fault) => !missing.has(fault));
    const injected = await runNemesis(site, { faults: possible, ms, chance: chance.fork(), say: tell });
    for (const fault of possible) {
      if (!injected.has(fault)) missing.set(fault, "its turn did not come before the time was up");
    }
    tell("no more faults");
    await heal(site, HEAL_MS);
    tell("every server is ready");
    // Clients go on for a moment, so that a system that only looks well is found out.
    await setTimeout(3_000);
    ending.abort();
    const [{ facts, answers }, head] = await Promise.all([clients, heads]);
    tell(`clients are done: ${facts.length} facts`);
    const violations: Violation[] = [];
    const behind = await waitUntilQuiet(site, QUIET_MS);
    if (behind !== undefined) violations.push({ law: "every event is read in the end", detail: behind });
    tell(behind === undefined ? "every event is read" : "events are still behind");
    const state = await readAtRest(site, head, hearing);
    await hearing.stop();
    const checked = checkFacts(facts, state, hearing, site.webhooks.told);
    violations.push(...checked.violations);
    for (const { name, ends } of [...site.servers, ...site.workers]) {
      const last = ends().at(-1);
      if (last !== undefined) {
        tell(`${name} ended by itself ${ends().length} times and was started again; the last: ${last}`);
      }
    }
    report({ facts, answers, injected, checked: checked.looked, tell });
    tell(
      `there: ${state.feedback.length} feedback, ${state.submissions.length} submissions, ${state.rules.length} rules, ${state.tokens.length} tokens, ${state.audit.length} audit entries; ${hearing.events()} events heard over ${hearing.connections()} connections, ${site.webhooks.messages()} webhooks taken`,
    );
    if (violations.length > 0) {
      for (const { name, words } of [...site.servers, ...site.workers])
        tell(`last of ${name}: ${words().slice(-1_500)}`);
    }
    const acknowledged = facts.filter(
      ({ kind, fate }) => kind !== "repeat" && fate === "acknowledged",
    ).length;
    return { violations, injected, missing, acknowledged };
  } finally {
    await site.close();
  }
}

/** Heads that the audit log had during the run: the chain must still lead to the last that was told. */
async function noteHeads(site: LabSite, signal: AbortSignal): Promise<AuditVerdict["head"]> {
  let head: AuditVerdict["head"];
  while (!signal.aborted) {
    const verdict = await askSite<AuditVerdict>(site, "/audit/verify", {}).catch(() => undefined);
    if (verdict?.ok === true) head = verdict.head;
    await setTimeout(3_000);
  }
  return head;
}

/** Emend proposes rules by itself, so what is there is read again until nothing happened while it was read. */
async function readAtRest(
  site: LabSite,
  head: AuditVerdict["head"],
  hearing: Pick<Hearing, "events">,
): Promise<SiteState> {
  const deadline = Date.now() + QUIET_MS;
  for (;;) {
    await waitUntilQuiet(site, QUIET_MS);
    await waitUntilHeard(hearing);
    const before = hearing.events();
    const state = await readSite(site, head);
    await waitUntilHeard(hearing);
    if (hearing.events() === before) return state;
    if (Date.now() > deadline) throw new Error("the system does not come to rest, so it cannot be checked");
  }
}

/** Until nothing more comes for a while; what is missing then is found by the checker. */
async function waitUntilHeard({ events }: { readonly events: () => number }): Promise<void> {
  for (let quiet = 0, before = events(); quiet < 8; before = events()) {
    await setTimeout(500);
    quiet = events() === before ? quiet + 1 : 0;
  }
}

interface Reported {
  readonly facts: readonly Fact[];
  readonly answers: ReadonlyMap<string, number>;
  readonly injected: ReadonlyMap<Fault, number>;
  readonly checked: ReadonlyMap<string, number>;
  readonly tell: (text: string) => void;
}

function report({ facts, answers, injected, checked, tell }: Reported): void {
  const listed = (counts: ReadonlyMap<string, number>): string =>
    [...counts].map(([what, n]) => `${what} ${n}`).join(", ");
  tell(`faults: ${listed(injected)}`);
  tell(`answers: ${listed(answers)}`);
  for (const kind of new Set(facts.map((fact) => fact.kind))) {
    const fates = facts.filter((fact) => fact.kind === kind).map(({ fate }) => fate);
    const count = (fate: Fact["fate"]): number => fates.filter((each) => each === fate).length;
    tell(
      `${kind}: ${count("acknowledged")} acknowledged, ${count("refused")} refused, ${count("unknown")} unknown`,
    );
  }
  for (const [law, n] of checked) tell(`looked ${n} times: ${law}`);
}
