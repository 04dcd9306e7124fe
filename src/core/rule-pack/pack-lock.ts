import { z } from "zod";
import { isJsonObject, issuePath, parseJson } from "../json/json.ts";
import { fail, ok, type Result } from "../result.ts";
import {
  packIntegritySchema,
  packNameSchema,
  packRuleIdSchema,
  packSourceSchema,
  packVersionSchema,
} from "../rule/pack-origin.ts";
import { MAX_AGENTS, MAX_NAME, RULE_ID } from "../rule/rule.ts";
import { byCodeUnits } from "../text/code-points.ts";
import { MAX_PACK_BYTES, MAX_PACK_RULES } from "./rule-pack.ts";

/** Records which packs a project uses. Nothing happens because of what it says: it may come from a clone. */
export const LOCK_FILE = "emend.lock.json";
const LOCK_FORMAT = 1;

const lockedPack = z.strictObject({
  version: packVersionSchema,
  license: z.string().max(100),
  source: packSourceSchema.describe("As a person gave it."),
  resolved: packSourceSchema.describe("The exact version or commit."),
  integrity: packIntegritySchema,
  agents: z.array(z.string().trim().min(1).max(MAX_NAME)).max(MAX_AGENTS),
  only: z
    .array(packRuleIdSchema)
    .max(MAX_PACK_RULES)
    .exactOptional()
    .describe("The rules that people chose; all without it."),
  rules: z
    .record(packRuleIdSchema, z.string().regex(RULE_ID))
    .describe("The pack's rules and their ids in the store."),
});
export type LockedPack = z.infer<typeof lockedPack>;

const packLock = z.strictObject({
  format: z.literal(LOCK_FORMAT),
  packs: z.record(packNameSchema, lockedPack),
});

export type PackLock = Readonly<Record<string, LockedPack>>;

export function parsePackLock(
  text: string,
): Result<PackLock, { readonly code: "lock_invalid"; readonly message: string }> {
  const invalid = (why: string) =>
    fail({
      code: "lock_invalid" as const,
      message: `${LOCK_FILE}: ${why}; restore the file from git, or delete it and add the packs again`,
    });
  if (text.length > MAX_PACK_BYTES) return invalid(`larger than ${MAX_PACK_BYTES / 1_024} KiB`);
  const value = parseJson(text);
  if (!isJsonObject(value)) return invalid("expected a JSON object");
  const { success, data, error } = packLock.safeParse(value);
  if (success) return ok(data.packs);
  const { path, message } = error.issues[0]!;
  return invalid(`${issuePath(path)}: ${message}`);
}

/** Sorted, so that two branches that add different packs seldom conflict. */
export function renderPackLock(packs: PackLock): string {
  const names = Object.keys(packs).toSorted(byCodeUnits);
  const sorted = names.map((name) => {
    const { rules, ...rest } = packs[name]!;
    return [
      name,
      { ...rest, rules: Object.fromEntries(Object.entries(rules).toSorted(([a], [b]) => byCodeUnits(a, b))) },
    ];
  });
  return `${JSON.stringify({ format: LOCK_FORMAT, packs: Object.fromEntries(sorted) }, null, 2)}\n`;
}
