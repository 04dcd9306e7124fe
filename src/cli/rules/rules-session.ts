import { defined } from "../../core/defined.ts";
import type { RulePolicy } from "../../core/rule/rule-policy.ts";
import type { Catalogue } from "../../ports/catalogue.ts";
import type { Store } from "../../ports/store.ts";
import type { CliContext } from "../cli-context.ts";
import type { CliIo } from "../cli-io.ts";
import { configOf } from "../open/config-of.ts";
import { EXIT } from "../exit-code.ts";
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
  return defined({ catalogue });
}
