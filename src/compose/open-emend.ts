import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { composeEmend, type Emend } from "../compose.ts";
import type { Config } from "../config/config.ts";
import type { GateCatalogue } from "../core/gate/gate.ts";
import { DEFAULT_GATE_HOURS, parseGateHours, type GateHours } from "../core/submission/read-submission.ts";
import { randomText } from "../drivers/crypto/random-text.ts";
import { sha256 } from "../drivers/crypto/sha256.ts";
import type { Store } from "../ports/store.ts";
import { ExternalError } from "../ports/errors.ts";
import { type Host, type ModelPlace, openLearning } from "./learning.ts";
import type { Ports } from "./ports.ts";

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
    gates: () => loadGates(host),
    get policy() {
      return config.rules;
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
    loadDiff: async () => (await import("../drivers/text/unified-diff.ts")).unifiedDiff,
    ...more,
  });
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
