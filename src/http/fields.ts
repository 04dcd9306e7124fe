import { z } from "zod";
import { utcMillis } from "../core/time/time.ts";

/** How lists are asked for: the `next` of one page is the `after` of another. */
export const pageQuery = {
  limit: z.int().min(1).max(200).default(50).meta({ description: "Maximum number of items." }),
  after: z.string().min(1).max(1_000).optional().meta({ description: "The `next` of the previous page." }),
};

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    next: z.string().nullable().meta({ description: "Null on the last page." }),
  });

export const idField = z.string().min(1).max(200);
export const nameField = z.string().trim().min(1).max(200);
export const timeField = z
  .string()
  .meta({ description: "UTC, RFC 3339.", examples: ["2026-05-01T10:00:00.000Z"] });
/** A time that somebody asks with, as records have it. */
export const momentField = z
  .string()
  .max(40)
  .transform((text, context) => {
    const read = utcMillis(text);
    if (read !== undefined) return read.time;
    context.addIssue("expected an RFC 3339 date-time");
    return z.NEVER;
  })
  .meta({ description: "RFC 3339.", examples: ["2026-05-01T10:00:00.000Z"] });
/** Words of a person. */
export const wordsField = z.string().max(20_000);
/** What a person can read on a screen; longer text is a file. */
export const textField = z.string().max(1_048_576);
