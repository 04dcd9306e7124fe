import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { composeEmend, type Emend } from "../compose.ts";
import type { Config } from "../config/config.ts";
import type { GateCatalogue } from "../core/gate/gate.ts";
import { DEFAULT_GATE_HOURS, parseGateHours, type GateHours } from "../core/submission/read-submission.ts";
import { randomText } from "../drivers/crypto/random-text.ts";
import { sha256 } from "../drivers/crypto/sha256.ts";
import type { PastRepository } from "../ports/commit-history.ts";
import type { Store } from "../ports/store.ts";
import { ExternalError } from "../ports/errors.ts";
import { openDrivers, openKnownChecks, openSyntax } from "./drivers.ts";
import { type Host, type ModelPlace, openLearning } from "./learning.ts";
import type { CheckingPorts, Ports } from "./ports.ts";
import { storePlace } from "./store-place.ts";

export interface EmendOptions {
  /** The folder of the settings and of relative paths; by default the current folder. */
  readonly cwd?: string;
  /** Environment variables; by default those of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The store's file or postgres:// address, instead of the configured one. */
  readonly store?: string;
  /** The clock; by default the machine's. */
  readonly now?: () => Date;
  /** Called for faults that do not stop the call; by default they are ignored. */
  readonly onFault?: Host["onFault"];
}

/**
 * Opens Emend inside another program: the use cases over the configured store, as the command and the server have them.
 * Close it when you are done. Throws an error with a `code` if the settings are wrong or not trusted.
 */
export async function openEmend(options: EmendOptions = {}): Promise<Emend> {
  const {
    cwd = process.cwd(),
    env = process.env,
    now = () => new Date(),
    onFault = () => undefined,
  } = options;
  const { readConfig } = await import("../config/read-config.ts");
  const read = await readConfig({ cwd, env, flags: { store: options.store } });
  if (!read.ok) {
    const [first] = read.error;
    throw new ExternalError(first!.code, `${first!.source}: ${first!.message}`);
  }
  const { config, untrusted, warnings } = read.value;
  const [waiting] = untrusted;
  if (waiting !== undefined) {
    const what = untrusted.map(({ key }) => key.name).join(", ");
    throw new ExternalError(
      "not_trusted",
      `${waiting.source}: ${what} is not trusted; run \`emend trust\` in ${cwd}`,
    );
  }
  for (const message of warnings) onFault({ code: "config_warning", message });
  const host = { config, cwd, env, now, onFault };
  const store = await openDrivers(host).openStore({ file: storePlace(cwd, config.store), now });
  return emendOver(store, host, { answersMany: true });
}

interface OverStore extends Partial<Pick<Ports, "events" | "gates" | "learning" | "answersMany">> {
  readonly place?: ModelPlace;
}

/** The use cases over a store that is open. Settings are read when a use case needs them. */
export function emendOver(store: Store, host: Host, more: OverStore = {}): Emend {
  const { config } = host;
  return composeEmend({
    store,
    events: store.events,
    learning: () => openLearning(store, host, more.place),
    checking: openChecking,
    repository: () => openRepository(host),
    gates: () => loadGates(host),
    get policy() {
      return config.rules;
    },
    get trialPolicy() {
      return config.trials;
    },
    get thresholds() {
      return config.alerts;
    },
    get gateHours() {
      return gateHoursOf(config);
    },
    now: () => host.now().toISOString(),
    createId: randomUUID,
    hash: sha256,
    random: randomText,
    ...more,
  });
}

const openChecking = async (): Promise<CheckingPorts> => ({
  syntax: await openSyntax(),
  known: await openKnownChecks(),
});

async function openRepository(host: Host): Promise<PastRepository | undefined> {
  const { findRoot, openCommitHistory } = openDrivers(host);
  const root = await findRoot();
  return existsSync(join(root, ".git")) ? { root, history: await openCommitHistory() } : undefined;
}

async function loadGates({ config, cwd }: Host): Promise<GateCatalogue> {
  const { readGatePacks } = await import("../config/read-gate-packs.ts");
  const { createGateCatalogue } = await import("../core/gate/gate.ts");
  const packs = await readGatePacks(config.gates.packs, (file) => readFile(resolve(cwd, file), "utf8"));
  if (packs.ok) return createGateCatalogue(packs.value);
  throw new ExternalError(packs.error.code, packs.error.message);
}

export function gateHoursOf({ gates }: Config): GateHours {
  if (gates.hours === undefined) return DEFAULT_GATE_HOURS;
  const read = parseGateHours(gates.hours);
  if (read.ok) return read.value;
  throw new ExternalError("invalid_value", `gates.hours: ${read.error.message}`);
}
