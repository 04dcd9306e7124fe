import { defined } from "../core/defined.ts";
import { faultOf } from "../core/feedback/kind-of-feedback.ts";
import { existsSync } from "node:fs";
import type { MyMistake } from "../app/mistake/my-mistakes.ts";
import type { Emend } from "../compose.ts";
import { openDrivers } from "../compose/drivers.ts";
import { emendOver } from "../compose/open-emend.ts";
import { once } from "../compose/ports.ts";
import { isServer, storePlace } from "../compose/store-place.ts";
import type { Config } from "../config/config.ts";
import { createGateCatalogue, type GatePack } from "../core/gate/gate.ts";
import type { Injection } from "../core/rule/injection.ts";
import type { Store } from "../ports/store.ts";
import type { Knowledge, KnownMistake } from "./knowledge.ts";

const MAX_MISTAKES = 5;
/** More than are shown, because before an edit only those near the file are. */
const MAX_REMINDERS = 8;

interface StoreKnowledgeOptions {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly config: Config;
  /** The names of the person who runs the agent. */
  readonly own: () => readonly string[];
  /** The project's gate packs, read when mistakes are looked up. */
  readonly packs: () => Promise<readonly GatePack[]>;
  readonly now: () => Date;
  /** Receives the injection, which is recorded later so that the agent does not wait for it. */
  readonly onInjection: (injection: Injection) => void;
}

/** Looks things up in the store, which is opened on first use. Without a store everything is empty. */
export function storeKnowledge(options: StoreKnowledgeOptions): Knowledge {
  const { root, config, own } = options;
  const location = storePlace(root, config.store);
  const open = once(() => openEmendOn(location, options));
  let opened: Promise<Emend> | undefined;
  const whenStored = async <T>(otherwise: T, query: (emend: Emend) => Promise<T>): Promise<T> => {
    if (!isServer(location) && !existsSync(location)) return otherwise;
    return query(await (opened = open()));
  };
  return {
    rules: ({ agent, run, task, files, model, agent_version }) =>
      whenStored([], async ({ rules }) => {
        const found = await rules.forFiles({ agent, files, ...defined({ run, task, model, agent_version }) });
        if (!found.ok) return [];
        return found.value.rules.map(({ rule_id, version, type, text, scope }) => ({
          rule_id,
          version,
          type,
          text,
          paths: scope.paths,
        }));
      }),
    mistakes: ({ agent, files }) =>
      whenStored([], async ({ feedback }) => {
        const { mistakes } = await feedback.mistakes({ agent, files, limit: MAX_MISTAKES });
        return mistakes.map(toKnownMistake);
      }),
    reminders: ({ agent, files, about }) =>
      whenStored([], ({ reminders }) =>
        reminders.find({
          agent,
          files,
          about,
          source: config.reminders,
          own: own(),
          limit: MAX_REMINDERS,
        }),
      ),
    checks: ({ agent }) => whenStored([], ({ checks }) => checks.active({ agent })),
    close: async () => (await opened?.catch(() => undefined))?.close(),
  };
}

async function openEmendOn(
  file: string,
  { root: cwd, env, config, packs, now, onInjection }: StoreKnowledgeOptions,
): Promise<Emend> {
  const store = await openDrivers({ cwd, env }).openStore({ file });
  const recordInjection = async (injection: Injection): Promise<void> => onInjection(injection);
  // Recording an injection keeps its settings, too.
  const runs = { ...store.runs, noteSettings: async () => undefined };
  const deferring: Store = { ...store, runs, rules: { ...store.rules, recordInjection } };
  const gates = async () => createGateCatalogue(await packs());
  return emendOver(deferring, { config, cwd, env, now, onFault: () => undefined }, { gates });
}

const toKnownMistake = ({ example, count, here, last_time, remedy }: MyMistake): KnownMistake => ({
  feedback_id: example.id,
  words: faultOf(example),
  count,
  here,
  last: last_time,
  ...(remedy === undefined ? {} : { remedy: { from: remedy.from, text: remedy.text } }),
});
