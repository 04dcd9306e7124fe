import { z } from "zod";
import { MAX_RULE_TEXT } from "../text/limits.ts";

/** The most quotes of people that a pack may give for a rule. */
export const MAX_PACK_QUOTES = 3;
const MAX_COUNT = 1_000_000_000;
const MAX_SOURCE = 1_000;

const count = z.int().min(0).max(MAX_COUNT);
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const reduction = z.number().min(-1_000).max(1).nullable();

export const packNameSchema = z
  .string()
  .regex(
    /^(?:@[a-z0-9][a-z0-9._-]{0,99}\/)?[a-z0-9][a-z0-9._-]{0,99}$/,
    "expected a name as npm allows it, such as @acme/rules",
  );

export const packVersionSchema = z
  .string()
  .regex(
    /^\d{1,9}\.\d{1,9}\.\d{1,9}(?:-[0-9A-Za-z.-]{1,64})?$/,
    "expected a version of three numbers, such as 1.2.0",
  );

export const packRuleIdSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, "expected an id of a-z, 0-9, - and _, such as no-any");

export const packIntegritySchema = z
  .string()
  .regex(/^sha512-[A-Za-z0-9+/]{86}==$/, "expected sha512- and a hash in base64");

export const packSourceSchema = z.string().min(1).max(MAX_SOURCE);

/** What a pack says about the evidence for a rule. Nobody here can verify it. */
export const packEvidenceSchema = z.strictObject({
  corrections: count.exactOptional().describe("How often people or tools corrected this."),
  people: count.exactOptional().describe("How many different people did."),
  first: day.exactOptional(),
  last: day.exactOptional(),
  effect: z
    .strictObject({
      verdict: z.enum(["helping", "not_enough", "ineffective", "worse"]),
      reduction: reduction.describe("The share of recurrences that went away."),
    })
    .exactOptional()
    .describe("Recurrences before and after the rule."),
  trial: z
    .strictObject({
      verdict: z.enum(["works", "harms", "makes no difference", "undecided"]),
      e_value: z.number().min(0).max(1e12),
    })
    .exactOptional()
    .describe("The verdict of a trial of the rule."),
  caught: count.exactOptional().describe("Mistakes that its checks caught."),
  quotes: z.array(z.string().min(1).max(MAX_RULE_TEXT)).max(MAX_PACK_QUOTES).exactOptional(),
});
export type PackEvidence = z.infer<typeof packEvidenceSchema>;

/** The rule pack that a version's words came from. */
export const packOriginSchema = z.strictObject({
  name: packNameSchema,
  version: packVersionSchema,
  integrity: packIntegritySchema.describe("The hash of the pack's content."),
  source: packSourceSchema.describe("Where the pack was read from, as a person gave it."),
  rule: packRuleIdSchema.describe("The rule's id in the pack."),
  evidence: packEvidenceSchema.describe("What the pack says was observed elsewhere. It is not verified."),
  changed: z.literal(true).exactOptional().describe("People changed the words since."),
});
export type PackOrigin = z.infer<typeof packOriginSchema>;

/** Where a version came from, in plain words. */
export const packOriginText = ({ name, version, source, changed }: PackOrigin): string =>
  `From the pack ${name} ${version} (${source})${changed === true ? ", changed here" : ""}; its evidence was gathered elsewhere.`;

/** Why the rules of a pack end when people remove it. */
export const packRemovedReason = (name: string): string => `the pack ${name} was removed`;

/** Why a rule of a pack ends when a newer version lacks it. */
export const packDroppedReason = (name: string): string => `the pack ${name} no longer has it`;

/** Whether a rule ended with its pack. Nobody judged its words, so the pack may bring it again. */
export const endedByPack = (answer: { readonly reason: string } | null, name: string): boolean =>
  answer?.reason === packRemovedReason(name) || answer?.reason === packDroppedReason(name);

const VERDICTS = {
  helping: "it helped",
  not_enough: "too little work to tell whether it helped",
  ineffective: "it did not help",
  worse: "it made things worse",
} as const;

/** What a pack says about the evidence for a rule; empty if it says nothing. */
export function packClaims({
  corrections,
  people,
  first,
  last,
  effect,
  trial,
  caught,
}: PackEvidence): string {
  const by = people === undefined ? "" : ` by ${times(people, "person", "people")}`;
  const days =
    first === undefined || last === undefined
      ? ""
      : first === last
        ? ` on ${first}`
        : ` from ${first} to ${last}`;
  const change =
    typeof effect?.reduction === "number"
      ? ` (${Math.round(Math.abs(effect.reduction) * 100)} % ${effect.reduction < 0 ? "more" : "fewer"} recurrences)`
      : "";
  return [
    corrections === undefined ? "" : `${times(corrections, "correction")}${by}${days}`,
    effect === undefined ? "" : `${VERDICTS[effect.verdict]}${change}`,
    trial === undefined ? "" : `verdict of a trial: ${trial.verdict} (evidence ${trial.e_value})`,
    caught === undefined || caught === 0 ? "" : `its checks caught ${times(caught, "mistake")}`,
  ]
    .filter((claim) => claim !== "")
    .join("; ");
}

/** The evidence that a pack gives, as its claim. */
export function packEvidenceText({ name, evidence }: Pick<PackOrigin, "name" | "evidence">): string {
  const claims = packClaims(evidence);
  return claims === ""
    ? `${name} gives no evidence for it.`
    : `${name} says, and nobody here can verify: ${claims}.`;
}

const times = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;
