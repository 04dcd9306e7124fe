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

const MOST_MISTAKES = 5;
/** More than are told: before a file is written, only those near it are. */
const MOST_REMINDERS = 8;

interface StoreKnowledgeParts {
  readonly root: string;
  /** Of whoever asks. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly config: Config;
  /** Names of the person who runs the agent. */
  readonly own: () => readonly string[];
  /** The project's gates; read only when somebody asks about mistakes. */
  readonly packs: () => Promise<readonly GatePack[]>;
  readonly now: () => Date;
  /** Takes the injection that the answer amounts to: it is recorded later, never while the agent waits. */
  readonly onInjection: (injection: Injection) => void;
}

/** Answers from the store, opened with the first question; nothing is known if there is none. */
export function storeKnowledge(parts: StoreKnowledgeParts): Knowledge {
  const { root, config, own } = parts;
  const place = storePlace(root, config.store);
  const open = once(() => openOver(place, parts));
  let opened: Promise<Emend> | undefined;
  const ask = async <T>(nothing: T, question: (emend: Emend) => Promise<T>): Promise<T> => {
    if (!isServer(place) && !existsSync(place)) return nothing;
    return question(await (opened = open()));
  };
  return {
    rules: ({ agent, run, files }) =>
      ask([], async ({ rules }) => {
        const found = await rules.forFiles({ agent, files, ...defined({ run }) });
        if (!found.ok) return [];
        return found.value.rules.map(({ rule_id, type, text, scope }) => ({
          rule_id,
          type,
          text,
          paths: scope.paths,
        }));
      }),
    mistakes: ({ agent, files }) =>
      ask([], async ({ feedback }) => {
        const { mistakes } = await feedback.mistakes({ agent, files, limit: MOST_MISTAKES });
        return mistakes.map(toKnown);
      }),
    reminders: ({ agent, files, about }) =>
      ask([], ({ reminders }) =>
        reminders.find({
          agent,
          files,
          about,
          source: config.reminders,
          own: own(),
          limit: MOST_REMINDERS,
        }),
      ),
    close: async () => (await opened?.catch(() => undefined))?.close(),
  };
}

async function openOver(
  file: string,
  { root: cwd, env, config, packs, now, onInjection }: StoreKnowledgeParts,
): Promise<Emend> {
  const store = await openDrivers({ cwd, env }).openStore({ file });
  const recordInjection = async (injection: Injection): Promise<void> => onInjection(injection);
  const later: Store = { ...store, rules: { ...store.rules, recordInjection } };
  const gates = async () => createGateCatalogue(await packs());
  return emendOver(later, { config, cwd, env, now, onFault: () => undefined }, { gates });
}

const toKnown = ({ example, count, here, last_time, remedy }: MyMistake): KnownMistake => ({
  feedback_id: example.id,
  words: faultOf(example),
  count,
  here,
  last: last_time,
  ...(remedy === undefined ? {} : { remedy: { from: remedy.from, text: remedy.text } }),
});
