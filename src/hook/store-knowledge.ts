import { defined } from "../core/defined.ts";
import { faultOf } from "../core/feedback/said-of.ts";
import { existsSync } from "node:fs";
import { keptEffects } from "../app/rule/keep-effects.ts";
import { myMistakes, type MyMistake } from "../app/mistake/my-mistakes.ts";
import { findReminders } from "../app/reminder/find-reminders.ts";
import { rulesForFiles } from "../app/rule/rules-for-files.ts";
import { compose } from "../compose.ts";
import { createGateCatalogue } from "../core/gate/gate-catalogue.ts";
import type { GatePack } from "../core/gate/gate.ts";
import type { Injection } from "../core/rule/injection.ts";
import type { ReminderSource } from "../core/reminder/reminder.ts";
import type { RulePolicy } from "../core/rule/rule-policy.ts";
import type { Store } from "../ports/store.ts";
import type { Knowledge, KnownMistake } from "./knowledge.ts";

const MOST_MISTAKES = 5;
/** More than are told: before a file is written, only those near it are. */
const MOST_REMINDERS = 8;

interface StoreKnowledgeParts {
  /** The store's file as a whole path, or a server's address. */
  readonly store: string;
  readonly root: string;
  /** Of whoever asks. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly policy: RulePolicy;
  readonly reminders: ReminderSource;
  /** Names of the person who runs the agent. */
  readonly own: () => readonly string[];
  /** The gates that the project has; read only when somebody asks about mistakes. */
  readonly packs: () => Promise<readonly GatePack[]>;
  readonly now: () => string;
  /** Takes the injection that the answer amounts to: it is written down later, never while the agent waits. */
  readonly onInjection: (injection: Injection) => void;
}

/** Reads from the store, opened with the first question; where there is none, nothing is known. */
export function storeKnowledge({
  store: place,
  root,
  env,
  policy,
  reminders,
  own,
  packs,
  now,
  onInjection,
}: StoreKnowledgeParts): Knowledge {
  let opened: Promise<Store> | undefined;
  const withStore = async <T>(nothing: T, ask: (store: Store) => Promise<T>): Promise<T> => {
    if (!place.includes("://") && !existsSync(place)) return nothing;
    return ask(await (opened ??= compose({ cwd: root, env }).openStore({ file: place })));
  };
  return {
    rules: ({ agent, run, files }) =>
      withStore([], async (store) => {
        const found = await rulesForFiles({
          rules: {
            inForce: (name) => store.rules.inForce(name),
            recordInjection: (injection) => Promise.resolve(onInjection(injection)),
          },
          policy,
          now,
          measure: keptEffects({ ...store, policy, now }),
        })({ agent, files, ...defined({ run }) });
        if (!found.ok) return [];
        return found.value.rules.map(({ rule_id, type, text, scope }) => ({
          rule_id,
          type,
          text,
          paths: scope.paths,
        }));
      }),
    mistakes: ({ agent, files }) =>
      withStore([], async (store) => {
        const gates = createGateCatalogue(await packs());
        const { mistakes } = await myMistakes({ ...store, gates })({
          agent,
          files,
          limit: MOST_MISTAKES,
        });
        return mistakes.map(toKnown);
      }),
    reminders: ({ agent, files, about }) =>
      withStore([], (store) =>
        findReminders({ ...store, now })({
          agent,
          files,
          about,
          source: reminders,
          own: own(),
          limit: MOST_REMINDERS,
        }),
      ),
    close: async () => (await opened?.catch(() => undefined))?.close(),
  };
}

const toKnown = ({ example, count, here, last_time, remedy }: MyMistake): KnownMistake => ({
  feedback_id: example.id,
  words: faultOf(example),
  count,
  here,
  last: last_time,
  ...(remedy === undefined ? {} : { remedy: { from: remedy.from, text: remedy.text } }),
});
