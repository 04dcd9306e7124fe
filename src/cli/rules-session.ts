import type { RulePolicy } from "../core/rule/rule-policy.ts";
import type { Catalogue } from "../ports/catalogue.ts";
import type { Store } from "../ports/store.ts";
import type { CliContext } from "./cli-context.ts";
import type { CliIo } from "./cli-io.ts";
import { CliError, usageError } from "./cli-error.ts";
import { configOf } from "./config-of.ts";
import { EXIT } from "./exit-code.ts";
import type { RulesPorts } from "./rules-ports.ts";

/** What every command around rules works with while the store is open. */
export interface RulesSession {
  readonly store: Store;
  readonly policy: RulePolicy;
  readonly now: () => string;
}

/** Opens the store for one command and closes it whatever happens. */
export async function inRulesStore(
  options: { readonly store?: string; readonly create?: boolean },
  { io, finish }: CliContext,
  ports: RulesPorts,
  act: (session: RulesSession) => Promise<string>,
): Promise<void> {
  const policy = ports.policy ?? (await configOf(io)).rules;
  const store = await ports.openStore(io, { file: options.store, create: options.create === true });
  try {
    const text = await act({
      store,
      policy,
      now: () => io.now().toISOString(),
    });
    io.stdout.write(text);
    finish(EXIT.fine);
  } finally {
    await store.close();
  }
}

/** What is known of opposites, for those who look at what conflicts; most commands need none of it. */
export async function knownTo(ports: RulesPorts, io: CliIo): Promise<{ readonly catalogue?: Catalogue }> {
  const catalogue = await ports.openCatalogue?.(io);
  return catalogue === undefined ? {} : { catalogue };
}

export const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** A command that was understood and refused: the world is as it was. */
export const refused = ({ code, message }: { readonly code: string; readonly message: string }): CliError =>
  new CliError(code, message, { exitCode: EXIT.problem });

export function wholeNumber(option: string, text: string, most: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= most) return value;
  throw usageError(
    "invalid_number",
    `${option}: expected a whole number from 1 to ${most}, got ${JSON.stringify(text.slice(0, 40))}`,
  );
}

/** One of the words that an option takes. */
export function oneOf<T extends string>(option: string, text: string, words: readonly T[]): T {
  const word = words.find((each) => each === text.trim().toLowerCase().replaceAll("-", "_"));
  if (word !== undefined) return word;
  throw usageError(
    "invalid_option",
    `${option}: expected one of ${words.join(", ")}, got ${JSON.stringify(text.slice(0, 40))}`,
  );
}
