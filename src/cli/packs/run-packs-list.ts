import type { Rule } from "../../core/rule/rule.ts";
import type { RuleOfPack } from "../../app/rule-pack/rules-of-pack.ts";
import type { LockedPack } from "../../core/rule-pack/pack-lock.ts";
import type { CliContext } from "../cli-context.ts";
import { printFromStore } from "../open/open-emend.ts";
import type { StoreOptions } from "../options/store-option.ts";
import { widthOf } from "../terminal/plain-text.ts";
import { toJson } from "../terminal/safe-text.ts";
import { renderTable } from "../terminal/table.ts";
import { openPackLock } from "./pack-lock-file.ts";

interface ListedPack extends Omit<LockedPack, "rules"> {
  readonly name: string;
  readonly rules: readonly {
    readonly id: string;
    readonly rule_id: string;
    /** Null if this store does not have it. */
    readonly status: Rule["status"] | null;
    /** Whether people changed its words here. */
    readonly is_changed: boolean;
  }[];
}

/** `emend packs list`. */
export const runPacksList = (options: StoreOptions, context: CliContext): Promise<void> =>
  printFromStore({ ...options, create: true }, context, async ({ packs }) => {
    const { io } = context;
    const lock = await openPackLock(io);
    const items: ListedPack[] = [];
    for (const [name, locked] of Object.entries(lock.packs))
      items.push(toListed(name, locked, await packs.rulesOf(name)));
    if (options.json === true) return toJson({ items });
    if (items.length === 0) {
      io.stderr.write("emend: there are no packs; add one with `emend packs add`\n");
      return "";
    }
    return renderTable(
      items,
      [
        { title: "PACK", cell: ({ name }) => name },
        { title: "VERSION", cell: ({ version }) => version },
        { title: "LICENCE", cell: ({ license }) => license, leaves: 1 },
        { title: "RULES HERE", cell: standingOf },
        { title: "SOURCE", cell: ({ source }) => source, leaves: 2 },
      ],
      widthOf(io),
    );
  });

const toListed = (
  name: string,
  { rules, ...locked }: LockedPack,
  here: ReadonlyMap<string, RuleOfPack>,
): ListedPack => ({
  name,
  ...locked,
  rules: Object.entries(rules).map(([id, ruleId]) => {
    const found = here.get(id);
    return {
      id,
      rule_id: found?.rule.id ?? ruleId,
      status: found?.rule.status ?? null,
      is_changed: found?.origin.changed === true,
    };
  }),
});

function standingOf({ rules }: ListedPack): string {
  const count = (statuses: readonly (Rule["status"] | null)[]): number =>
    rules.filter(({ status }) => statuses.includes(status)).length;
  const changed = rules.filter(({ is_changed }) => is_changed).length;
  const parts = [
    [count(["active", "flagged"]), "in force"],
    [count(["proposed"]), "proposed"],
    [count(["rejected", "expired", "retired"]), "ended"],
    [count([null]), "not in this store"],
    [changed, "changed here"],
  ] as const;
  const told = parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  return told.length === 0 ? "none" : told.join(", ");
}
