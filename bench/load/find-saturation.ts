export const PARTS = ["server", "worker", "postgres", "redis", "generator"] as const;
export type Part = (typeof PARTS)[number];

/** What one step of load looked like. */
export interface Sample {
  /** Requests a second. */
  readonly asked: number;
  readonly answered: number;
  readonly failed: number;
  readonly p95Ms: number;
  /** The 99th percentile of how late the server's event loop was. */
  readonly lagMs: number;
  /** Processor cores in use by each part; of parts that have several processes the sum. */
  readonly cores: Readonly<Record<Part, number>>;
  readonly servers: number;
  readonly machineCores: number;
  /** Cores in use by what has nothing to do with this. */
  readonly otherCores: number;
  /** Records that were acknowledged in a second, and by how many events the learner fell behind in a second. */
  readonly recorded: number;
  readonly fellBehind: number;
}

export interface Saturation {
  readonly part: Part | "machine" | "disk";
  readonly says: string;
}

const FULL = 0.85;
const MOST_LAG_MS = 200;
const MOST_P95_MS = 1_000;
const LEAST_ANSWERED = 0.95;
/** A learner that takes in less than this part of what comes falls behind for good. */
const MOST_BEHIND = 0.1;

/** The parts that a step of load was too much for; none where everything kept up. */
export function findSaturation(sample: Sample): readonly Saturation[] {
  const found: Saturation[] = [];
  const { cores, servers, machineCores, otherCores, recorded, fellBehind } = sample;
  const { asked, answered, p95Ms, lagMs, failed } = sample;
  if (recorded > 0 && fellBehind > Math.max(1, recorded * MOST_BEHIND)) {
    found.push({ part: "worker", says: `falls behind by ${fellBehind.toFixed(0)} events a second` });
  }
  const late = answered < asked * LEAST_ANSWERED || p95Ms > MOST_P95_MS || failed > 0;
  if (!late && lagMs <= MOST_LAG_MS) return found;
  const reason = late
    ? `${answered.toFixed(0)} of ${asked.toFixed(0)} a second answered, p95 ${p95Ms.toFixed(0)} ms`
    : `event loop late by ${lagMs.toFixed(0)} ms`;
  if (cores.server >= FULL * servers) found.push({ part: "server", says: reason });
  else if (cores.generator >= FULL) found.push({ part: "generator", says: reason });
  else if (sum(cores) + otherCores >= FULL * machineCores) {
    const others = otherCores < 0.1 ? "" : `, and ${otherCores.toFixed(1)} cores by other work`;
    found.push({ part: "machine", says: `${reason}; most of it is used by ${busiest(cores)}${others}` });
  } else if (cores.postgres >= FULL) found.push({ part: "postgres", says: reason });
  else if (cores.redis >= FULL) found.push({ part: "redis", says: reason });
  else found.push({ part: "disk", says: `${reason}, and no processor is full` });
  return found;
}

const sum = (cores: Readonly<Record<Part, number>>): number =>
  PARTS.reduce((total, part) => total + cores[part], 0);

const busiest = (cores: Readonly<Record<Part, number>>): Part =>
  PARTS.reduce((most, part) => (cores[part] > cores[most] ? part : most));
