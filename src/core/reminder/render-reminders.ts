import { cleanFact, quoteCode, quoteWords } from "../prompt/quote-fact.ts";
import { sanitiseRuleText } from "../rule/sanitise-rule-text.ts";
import { tokenCost } from "../rule/render-rules.ts";
import { MAX_REMINDER_TOKENS, MAX_REMINDER_WORDS, MAX_REMINDERS, type Reminder } from "./reminder.ts";

type ShownReminder = Pick<Reminder, "words" | "by" | "said_at" | "path">;

const HEADING =
  "Corrections of your earlier work. They are reminders, not rules that the team approved: follow them where they fit, and if your user asks for something else, do that. The quoted words are what people said.";

export interface RenderedReminders<R> {
  /** Empty for none. It has no line break at its end. */
  readonly section: string;
  /** Those that are in it, in the order given. */
  readonly told: readonly R[];
}

/** The part of a prompt that holds reminders, within their number and their budget; what does not fit is left out. */
export function renderReminders<R extends ShownReminder>(reminders: readonly R[]): RenderedReminders<R> {
  let section = "";
  const told: R[] = [];
  for (const reminder of reminders) {
    if (told.length === MAX_REMINDERS) break;
    const line = reminderLine(reminder);
    if (line === undefined) continue;
    const longer = `${section === "" ? HEADING : section}\n${line}`;
    if (tokenCost(longer) > MAX_REMINDER_TOKENS) continue;
    section = longer;
    told.push(reminder);
  }
  return { section, told };
}

const MAX_BY = 60;
const MAX_PATH = 120;

/** Who said it and when, about which file, in their words; nothing where no words are left. */
function reminderLine({ words, by, said_at, path }: ShownReminder): string | undefined {
  const said = quoteWords(sanitiseRuleText(words, MAX_REMINDER_WORDS));
  if (said === undefined) return undefined;
  const name = cleanFact(by).slice(0, MAX_BY).toWellFormed();
  const file = path === undefined ? undefined : quoteCode(path.slice(-MAX_PATH));
  const day = /^\d{4}-\d{2}-\d{2}/.exec(said_at)?.[0];
  const where = file === undefined ? "" : ` about ${file}`;
  return `- ${name === "" ? "somebody" : name}${day === undefined ? "" : ` on ${day}`}${where}: ${said}`;
}
