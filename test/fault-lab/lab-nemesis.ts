import { setTimeout } from "node:timers/promises";
import type { LabProcess } from "./lab-process.ts";
import type { LabBackend } from "./lab-redis.ts";
import type { LabNetwork } from "./lab-network.ts";
import type { LabSite } from "./lab-site.ts";
import type { Chance } from "./seeded-random.ts";

export const FAULTS = [
  "kill",
  "pause",
  "long-pause",
  "kill-redis",
  "kill-postgres",
  "stop-postgres",
  "full-disk",
  "slow-disk",
  "clock",
  "cut-postgres",
  "drop-postgres",
  "cut-redis",
] as const;
export type Fault = (typeof FAULTS)[number];

/** A way to break something: it tells what it does, does it, and undoes it. */
type Break = (site: LabSite, chance: Chance, say: (text: string) => void) => Promise<void>;

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
const processesOf = ({ servers, workers }: LabSite): readonly LabProcess[] => [...servers, ...workers];

async function pauseFor(target: LabProcess, ms: number, say: (text: string) => void): Promise<void> {
  say(`pause ${target.name} for ${seconds(ms)}`);
  target.pause();
  await setTimeout(ms);
  target.resume();
}

const downFor =
  (name: string, how: "kill" | "immediate", backend: (site: LabSite) => LabBackend): Break =>
  async (site, chance, say) => {
    const ms = chance.between(0, 5_000);
    say(`${how === "kill" ? "kill -9" : "stop at once"} ${name}, back after ${seconds(ms)}`);
    await backend(site).kill(how);
    await setTimeout(ms);
    await backend(site).up();
  };

const cut =
  (name: string, network: (site: LabSite) => LabNetwork): Break =>
  async (site, chance, say) => {
    const ms = chance.between(2_000, 12_000);
    say(`cut the network to ${name} for ${seconds(ms)}`);
    await network(site).cut?.();
    await setTimeout(ms);
    await network(site).mend();
  };

const BREAKS: Readonly<Record<Fault, Break>> = {
  kill: async (site, chance, say) => {
    const all = processesOf(site);
    const targets = chance.shuffled(all).slice(0, chance.next() < 0.25 ? all.length : 1);
    const ms = chance.between(0, 3_000);
    say(`kill -9 ${targets.map(({ name }) => name).join(", ")}, back after ${seconds(ms)}`);
    await Promise.all(targets.map((target) => target.kill()));
    await setTimeout(ms);
    await Promise.all(targets.map((target) => target.up()));
  },
  pause: (site, chance, say) => pauseFor(chance.pick(processesOf(site)), chance.between(1_000, 6_000), say),
  "long-pause": (site, chance, say) => pauseFor(chance.pick(processesOf(site)), site.leaseMs, say),
  "kill-redis": downFor("Redis", "kill", ({ redis }) => redis!),
  "kill-postgres": downFor("PostgreSQL", "kill", ({ postgres }) => postgres!),
  "stop-postgres": downFor("PostgreSQL", "immediate", ({ postgres }) => postgres!),
  "full-disk": async ({ disk, postgres, redis }, chance, say) => {
    const ms = chance.between(3_000, 9_000);
    say(`fill the disk for ${seconds(ms)}`);
    await disk.fill!();
    await setTimeout(ms);
    await disk.free();
    // Either may have ended over it, and is started again by whoever watches over it.
    await Promise.all([postgres?.up(), redis?.up()]);
  },
  "slow-disk": async ({ disk }, chance, say) => {
    const ms = chance.between(4_000, 10_000);
    say(`let the disk write in short strokes only for ${seconds(ms)}`);
    await disk.slow!(ms);
  },
  clock: async (site, chance, say) => {
    const target = chance.pick(processesOf(site));
    const minutes = chance.pick([-180, -61, -2, 2, 61, 180]) + chance.next();
    const ms = chance.between(2_000, 12_000);
    say(`move the clock of ${target.name} by ${minutes.toFixed(1)} minutes for ${seconds(ms)}`);
    target.shiftClock(Math.round(minutes * 60_000));
    await setTimeout(ms);
    target.shiftClock(0);
  },
  "cut-postgres": cut("PostgreSQL", ({ postgres }) => postgres!.network),
  "drop-postgres": async ({ postgres }, chance, say) => {
    const ms = chance.between(3_000, 9_000);
    say(`reset all connections to PostgreSQL again and again for ${seconds(ms)}`);
    for (const until = Date.now() + ms; Date.now() < until;) {
      await postgres!.drop!();
      await setTimeout(chance.between(1, 120));
    }
  },
  "cut-redis": cut("Redis", ({ redis }) => redis!.network),
};

/** Why a fault cannot be injected here; nothing where it can. */
export function whyNot(fault: Fault, { setup, disk, postgres, redis }: LabSite): string | undefined {
  switch (fault) {
    case "kill-redis":
      return redis === undefined ? `there is no Redis in the set-up ${setup}` : undefined;
    case "kill-postgres":
    case "stop-postgres":
      return postgres === undefined ? `there is no PostgreSQL in the set-up ${setup}` : undefined;
    case "drop-postgres":
      if (postgres === undefined) return `there is no PostgreSQL in the set-up ${setup}`;
      return postgres.drop === undefined ? "ss -K cannot reset connections here" : undefined;
    case "cut-postgres":
    case "cut-redis": {
      const backend = fault === "cut-redis" ? redis : postgres;
      return backend === undefined ? `there is no network in the set-up ${setup}` : backend.network.missing;
    }
    case "full-disk":
    case "slow-disk":
      return disk.missing[fault];
    case "kill":
    case "pause":
    case "long-pause":
    case "clock":
      return undefined;
  }
}

export interface NemesisPlan {
  readonly faults: readonly Fault[];
  readonly ms: number;
  readonly chance: Chance;
  readonly say: (text: string) => void;
}

/** Breaks one thing after the other, at times two at once, until the time is up; each kind comes before any comes again. */
export async function runNemesis(site: LabSite, plan: NemesisPlan): Promise<ReadonlyMap<Fault, number>> {
  const { faults, ms, chance, say } = plan;
  const done = new Map<Fault, number>();
  const until = Date.now() + ms;
  const running = new Map<Fault, Promise<void>>();
  let deck: Fault[] = [];
  const draw = (): Fault => {
    if (deck.length === 0) deck = chance.shuffled(faults);
    return deck.pop()!;
  };
  while (Date.now() < until && faults.length > 0) {
    await setTimeout(chance.between(500, 3_000));
    const fault = draw();
    const ownChance = chance.fork();
    const together = chance.next() < 0.3;
    const needed = fault === "long-pause" ? site.leaseMs : 0;
    if (running.has(fault) || Date.now() + needed > until) continue;
    done.set(fault, (done.get(fault) ?? 0) + 1);
    const breaking = BREAKS[fault](site, ownChance, say).finally(() => running.delete(fault));
    running.set(fault, breaking);
    // What lasts longer than leases goes on while other things break.
    if (!together && fault !== "long-pause") await breaking;
    await restart(site);
  }
  await Promise.all(running.values());
  return done;
}

/** Whoever watches over the processes starts those that ended by themselves. */
async function restart(site: LabSite): Promise<void> {
  const ended = processesOf(site).filter((process) => !process.isUp());
  if (ended.length > 0) void Promise.all(ended.map((process) => process.up().catch(() => undefined)));
}

/** Ends every fault, whatever is left of it, and waits until all servers answer for all they need. */
export async function heal(site: LabSite, withinMs: number): Promise<void> {
  const { disk, postgres, redis } = site;
  await disk.free();
  await Promise.all([postgres?.network.mend(), redis?.network.mend()]);
  for (const process of processesOf(site)) {
    process.shiftClock(0);
    process.resume();
  }
  await Promise.all([postgres?.up(), redis?.up()]);
  const deadline = Date.now() + withinMs;
  for (const url of site.urls) {
    let said = "nothing";
    for (;;) {
      await Promise.all(processesOf(site).map((process) => process.up()));
      const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(
        () => undefined,
      );
      if (answer?.ok === true) break;
      said = (await answer?.text().catch(() => undefined)) ?? said;
      if (Date.now() > deadline)
        throw new Error(`${url} is not ready ${seconds(withinMs)} after the last fault: ${said}`);
      await setTimeout(300);
    }
  }
}
