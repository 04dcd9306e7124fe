import { z } from "zod";
import { hash64 } from "../hash.ts";
import { canonicalJson } from "../json/json.ts";

/** A rule of a linter that finds a mistake. */
export interface LinterRule {
  readonly tool: string;
  /** As the tool's documentation writes it. */
  readonly rule: string;
  /** What the rule needs to be set to, in the form of the tool's own configuration. */
  readonly options?: unknown;
}

/** Either the tool reported the rule on the bad example and not on the good one, or its published list has the rule. */
export type Verified = "run" | "list";

/** Rules of linters that find the mistake of an entry. */
export interface LinterMapping {
  /** The id of an entry of the catalogue. */
  readonly entry: string;
  readonly linters: readonly VerifiedRule[];
}

export interface VerifiedRule extends LinterRule {
  readonly verified: Verified;
}

/** How `catalogue/linters` says it: one pair of examples for several rules. `eslint no-var` has no options. */
const written = z.strictObject({
  entries: z.array(z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/u)).min(1),
  /** The name that the examples are saved under, which decides the language. */
  file: z
    .string()
    .regex(/^[\w.-]+(?:\/[\w.-]+)*$/u)
    .optional(),
  bad: z.string().min(1).optional(),
  good: z.string().optional(),
  rules: z
    .array(
      z.union([
        z.string().regex(/^[a-z-]+ \S+$/u),
        z.strictObject({ tool: z.string(), rule: z.string(), options: z.unknown().optional() }),
      ]),
    )
    .min(1),
});

export type WrittenMapping = z.infer<typeof written>;

export const parseWrittenMappings = (value: unknown): readonly WrittenMapping[] =>
  z.array(written).parse(value);

export const writtenRules = ({ rules }: WrittenMapping): readonly LinterRule[] =>
  rules.map((one) => {
    if (typeof one !== "string") return one;
    const [tool = "", rule = ""] = one.split(" ");
    return { tool, rule };
  });

/** Names a mapping with all that its verification depends on, so that a change of it has to be verified again. */
export function mappingKey({ entries, file, bad, good }: WrittenMapping, rule: LinterRule): string {
  const text = canonicalJson({ file, bad, good, options: rule.options ?? null });
  return `${rule.tool} ${rule.rule} ${entries.join(",")} ${hash64(text ?? "").slice(0, 8)}`;
}

/** What was verified, with all rules of an entry together. The same rule with other options is another one. */
export function collectMappings(
  all: readonly WrittenMapping[],
  verified: Readonly<Record<string, Verified>>,
): readonly LinterMapping[] {
  const byEntry = new Map<string, Map<string, VerifiedRule>>();
  for (const mapping of all)
    for (const rule of writtenRules(mapping)) {
      const key = mappingKey(mapping, rule);
      const way = Object.hasOwn(verified, key) ? verified[key] : undefined;
      if (way === undefined) continue;
      for (const entry of mapping.entries) {
        const rules = byEntry.get(entry) ?? new Map<string, VerifiedRule>();
        byEntry.set(entry, rules);
        const same = `${rule.tool} ${rule.rule} ${JSON.stringify(rule.options ?? null)}`;
        if (rules.get(same)?.verified !== "run") rules.set(same, { ...rule, verified: way });
      }
    }
  return [...byEntry]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([entry, rules]) => ({ entry, linters: [...rules.values()] }));
}
