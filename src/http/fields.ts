import { z } from "zod";
import { utcMillis } from "../core/time/time.ts";

export const pageQuery = {
  limit: z.int().min(1).max(200).default(50).describe("Maximum number of items."),
  after: z.string().min(1).max(1_000).optional().describe("The `next` of the previous page."),
};

export const pageSchema = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    next: z.string().nullable().describe("Null on the last page."),
  });

export const idField = z.string().min(1).max(200);
export const nameField = z.string().trim().min(1).max(200);
export const timeField = z
  .string()
  .meta({ description: "UTC, RFC 3339.", examples: ["2026-05-01T10:00:00.000Z"] });
/** A time in a request, converted to UTC as in records. */
export const momentField = z
  .string()
  .max(40)
  .meta({ examples: ["2026-05-01T10:00:00.000Z"] })
  .transform((text, context) => {
    const parsed = utcMillis(text);
    if (parsed !== undefined) return parsed.time;
    context.addIssue("expected an RFC 3339 date-time");
    return z.NEVER;
  })
  .meta({ description: "RFC 3339." });
/** A person's comment or reason. */
export const wordsField = z.string().max(20_000);
/** Longer texts should be sent as files. */
export const textField = z.string().max(1_048_576);

const MAX_WORDS = 20;

export const searchField = z
  .string()
  .max(200)
  .optional()
  .describe("Only feedback with all of these words in its text, tags, path or agent; case is ignored.");
export const searchWords = (search = ""): readonly string[] =>
  search
    .split(/\s/)
    .filter((word) => word !== "")
    .slice(0, MAX_WORDS);
