import { defined } from "../../core/defined.ts";
import type { PackOrigin } from "../../core/rule/pack-origin.ts";
import { isOpen, presentVersion, type Rule } from "../../core/rule/rule.ts";
import type { RuleStore } from "../../ports/rule-store.ts";

const PAGE = 500;
/** More rules than any team has. */
const MAX_READ = 20_000;

export interface RuleOfPack {
  readonly rule: Rule;
  /** Of its present version. */
  readonly origin: PackOrigin;
}

/**
 * The rules that came from a pack, by their ids in it. The store says so, because a lock file may come from a clone and
 * name any rule.
 */
export async function rulesOfPack(
  rules: Pick<RuleStore, "list">,
  name: string,
): Promise<ReadonlyMap<string, RuleOfPack>> {
  const found = new Map<string, RuleOfPack>();
  let after: string | undefined;
  let read = 0;
  do {
    const page = await rules.list({ limit: PAGE, ...defined({ after }) });
    for (const rule of page.items) {
      const origin = presentVersion(rule).pack;
      if (origin?.name !== name) continue;
      const known = found.get(origin.rule);
      // One that ended may have a successor with other words.
      if (known === undefined || (!isOpen(known.rule) && isOpen(rule)))
        found.set(origin.rule, { rule, origin });
    }
    read += page.items.length;
    after = page.next;
  } while (after !== undefined && read < MAX_READ);
  return found;
}
