import { defined } from "../core/defined.ts";
import { z } from "zod";
import type { Emend } from "../compose.ts";
import { MAX_REMINDERS, type Reminder, REMINDER_PLACES } from "../core/reminder/reminder.ts";
import { renderReminders } from "../core/reminder/rank-reminders.ts";
import type { McpContext } from "./mcp-context.ts";
import { displayText } from "./shown-text.ts";

export const remindersField = z
  .array(
    z.object({
      feedback_id: z.string(),
      words: z.string().describe("What a team member said."),
      by: z.string(),
      said_at: z.string(),
      path: z.string().exactOptional(),
      here: z.enum(REMINDER_PLACES).describe("How close it is to your files."),
    }),
  )
  .describe("Corrections of the last two weeks that are not rules yet, closest first.");

/** Reminders for an answer. The text is empty if there are none. */
export interface ToolReminders {
  readonly structured: z.input<typeof remindersField>;
  readonly text: string;
}

export const NO_REMINDERS: ToolReminders = { structured: [], text: "" };

interface RemindersQuery {
  readonly agent: string;
  readonly files: readonly string[];
  readonly about?: string;
  /** Leaves out reminders that are unrelated to the files. */
  readonly near?: boolean;
}

export async function toolReminders(
  { agent, files, about, near = false }: RemindersQuery,
  emend: Emend,
  { reminders }: Pick<McpContext, "reminders">,
): Promise<ToolReminders> {
  const found = await emend.reminders.find({
    agent,
    files,
    limit: MAX_REMINDERS + 3,
    ...defined({ about }),
    ...(await reminders()),
  });
  const { section, told } = renderReminders(near ? found.filter(({ here }) => here !== "elsewhere") : found);
  return { structured: told.map(toStructured), text: section };
}

const toStructured = ({ feedback_id, words, by, said_at, path, here }: Reminder) => ({
  feedback_id,
  words: displayText(words),
  by: displayText(by, 100),
  said_at,
  here,
  ...(path === undefined ? {} : { path: displayText(path) }),
});
