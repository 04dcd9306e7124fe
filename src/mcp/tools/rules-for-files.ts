import { QUOTES_TRUST, RULES_TRUST } from "../../core/rule/trust-words.ts";
import { MAX_MODEL } from "../../core/feedback/agent-model.ts";
import { defined } from "../../core/defined.ts";
import { z } from "zod";
import type { RulesForFiles } from "../../app/rule/build-prompt.ts";
import { RULE_TYPES } from "../../core/rule/rule.ts";
import { sanitiseRuleText } from "../../core/rule/sanitise-rule-text.ts";
import { invalidArguments } from "../tool-refusal.ts";
import { defineTool, ADDS_ONLY, type ToolAnswer } from "../mcp-tool.ts";
import { NO_REMINDERS, remindersField, toolReminders, type ToolReminders } from "../tool-reminders.ts";
import { boundedList, displayText } from "../shown-text.ts";
import {
  agentField,
  agentOf,
  filesField,
  filesOf,
  toolNameField,
  NO_STORE,
  noteField,
  toolRunField,
} from "../tool-fields.ts";

const output = z.object({
  agent: z.string(),
  rules: z
    .array(
      z.object({
        rule_id: z.string(),
        version: z.int(),
        type: z.enum(RULE_TYPES),
        text: z.string().describe("What to do, approved by the team."),
        reason: z.string().describe("Why, in the words of the feedback."),
        paths: z.array(z.string()).describe("Globs of the files it is for; empty for all."),
      }),
    )
    .describe("Most important first."),
  reminders: remindersField,
  withheld: z
    .array(z.object({ rule_id: z.string(), reason: z.string() }))
    .describe("Rules in force that do not apply here, and why."),
  withheld_more: z.int().describe("Number of withheld rules that are not listed."),
  recorded: z.boolean().describe("Whether it was recorded that this run had these rules."),
  note: noteField,
});

export const RULES_FOR_FILES = defineTool({
  name: "rules_for_files",
  title: "Rules for these files",
  description: `Your rules for the files you are about to change, and the latest corrections of your work that are not rules yet. Call it before you start to write. Pass \`run\` so that Emend records which rules you had. ${RULES_TRUST} ${QUOTES_TRUST}`,
  annotations: ADDS_ONLY,
  input: z.strictObject({
    agent: agentField,
    files: filesField
      .exactOptional()
      .describe("Paths relative to the project's folder (default: rules for any file)."),
    task: toolNameField.exactOptional().describe("Your name for the task."),
    run: toolRunField.exactOptional(),
    model: z
      .string()
      .max(MAX_MODEL)
      .exactOptional()
      .describe("The model that you are, if you know its exact name."),
  }),
  output,
  run: async (args, context) => {
    const agent = agentOf(args.agent, context);
    const emend = args.run === undefined ? await context.emend.find() : await context.emend.create();
    if (emend === undefined) return answerOf(agent, NONE, NO_REMINDERS, NO_STORE);
    const files = filesOf(args.files ?? [], context);
    const found = await emend.rules.forFiles({
      agent,
      files,
      ...defined({
        task: args.task,
        run: args.run,
        model: args.model,
        agent_version: context.agentVersion,
      }),
    });
    if (!found.ok) throw invalidArguments([{ path: "", message: found.error.message }]);
    const about = args.task === undefined ? {} : { about: args.task };
    return answerOf(agent, found.value, await toolReminders({ agent, files, ...about }, emend, context));
  },
});

const NONE: RulesForFiles = {
  rules: [],
  section: "",
  withheld: [],
  withheld_more: 0,
  tokens: 0,
  recorded: false,
};

function answerOf(
  agent: string,
  found: RulesForFiles,
  reminders: ToolReminders,
  note?: string,
): ToolAnswer<z.input<typeof output>> {
  const withheld = boundedList(found.withheld, 50);
  const section =
    found.section === ""
      ? `No rules are in force for ${displayText(agent, 80)} here.`
      : `${RULES_TRUST}\n\n${found.section}`;
  return {
    structured: {
      agent: displayText(agent),
      rules: found.rules.map(({ rule_id, version, type, text, reason, scope }) => ({
        rule_id,
        version,
        type,
        text: sanitiseRuleText(text),
        reason: displayText(reason, 500),
        paths: scope.paths.map((glob) => displayText(glob)),
      })),
      reminders: reminders.structured,
      withheld: withheld.kept.map(({ rule_id, reason }) => ({ rule_id, reason })),
      withheld_more: found.withheld_more + withheld.more,
      recorded: found.recorded,
      ...defined({ note }),
    },
    text: [note === undefined ? section : `${section}\n${note}`, reminders.text]
      .filter((part) => part !== "")
      .join("\n\n"),
  };
}
