import { z } from "zod";
import { ERASED_PERSON } from "../feedback/erase-person.ts";
import { MAX_ID } from "../feedback/limits.ts";
import { hiddenKind } from "../text/hidden-characters.ts";
import { ROLES } from "./roles.ts";

const MAX_TOKEN_NAME = 120;
/** Two years. */
const MAX_TOKEN_HOURS = 17_520;
/** 90 days. */
export const TOKEN_HOURS = 2_160;

/** Names under which Emend itself acts, or which stand for nobody. */
const RESERVED: ReadonlySet<string> = new Set(["emend", ERASED_PERSON]);

/** What cannot be seen could make two names look like one, and could not be stored to the letter. */
function showsWhole(text: string): boolean {
  for (const character of text) if (hiddenKind(character.codePointAt(0)!) !== undefined) return false;
  return text.isWellFormed();
}

const shown = (most: number) =>
  z
    .string()
    .max(4 * most, { error: `expected at most ${most} characters`, abort: true })
    .normalize("NFC")
    .trim()
    .min(1, "expected a name")
    .max(most, `expected at most ${most} characters`)
    .refine(showsWhole, "expected characters that can be seen");

/** What somebody asks for who wants a token. */
export const newTokenSchema = z
  .strictObject({
    name: shown(MAX_TOKEN_NAME)
      .refine((name) => !RESERVED.has(name.toLowerCase()), "expected another name: this one is Emend's own")
      .describe("Who or what holds it; what they do is written down under this name."),
    role: z.enum(ROLES),
    agent: shown(MAX_ID).optional().describe("Whose token it is; for the role agent, and required there."),
    expires_in_hours: z
      .int()
      .min(1)
      .max(MAX_TOKEN_HOURS)
      .optional()
      .describe("How long it counts, from an hour to two years; 90 days when left out."),
  })
  .refine(({ role, agent }) => (role === "agent") === (agent !== undefined), {
    path: ["agent"],
    message: "expected with the role agent, and with no other",
  });
