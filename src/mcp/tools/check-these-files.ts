import { QUOTES_TRUST } from "../../core/rule/trust-words.ts";
import { z } from "zod";
import { MAX_CHECKED_LENGTH, type FileToCheck } from "../../app/check/check-files.ts";
import type { CheckNotice, FileHit } from "../../core/check/check-file.ts";
import { tellHits } from "../../core/check/tell-hits.ts";
import { sanitiseRuleText } from "../../core/rule/sanitise-rule-text.ts";
import { defined } from "../../core/defined.ts";
import { ExternalError } from "../../ports/errors.ts";
import type { McpContext } from "../mcp-context.ts";
import { ADDS_ONLY, defineTool } from "../mcp-tool.ts";
import { boundedList, displayText, quoteLine } from "../shown-text.ts";
import {
  agentField,
  agentOf,
  filesOf,
  NO_STORE,
  noteField,
  toolPathField,
  toolRunField,
} from "../tool-fields.ts";

const MOST_FILES = 100;
const MOST_HITS = 100;

const output = z.object({
  files: z.int().describe("Number of files that were checked."),
  checks: z.int().describe("Number of checks that run for this agent."),
  hits: z.array(
    z.object({
      path: z.string(),
      line: z.int(),
      end_line: z.int(),
      code: z.string(),
      rule_id: z.string(),
      rule: z.string().describe("What to do, approved by the team."),
      check_id: z.string(),
      state: z
        .enum(["watching", "nudging", "blocking"])
        .describe("Blocking hits fail CI; watching ones may be wrong."),
      example: z
        .object({ before: z.string(), after: z.string() })
        .nullable()
        .describe("A correction of this mistake."),
      ignored: z.string().exactOptional().describe("Why a comment in the file overrides it."),
    }),
  ),
  hits_more: z.int().describe("Number of hits that are not listed."),
  notices: z
    .array(z.object({ code: z.string(), message: z.string(), path: z.string() }))
    .describe("What was not checked, and comments that have no effect."),
  note: noteField,
});

/** Runs the checks of the team's rules over files that the agent has written. */
export const CHECK_THESE_FILES = defineTool({
  name: "check_these_files",
  title: "Check these files",
  description: `Runs the checks of your team's rules over files that you wrote: where each mistake is, which rule it breaks, and how it was corrected before. Call it before you say that you are done. ${QUOTES_TRUST}`,
  annotations: ADDS_ONLY,
  input: z.strictObject({
    agent: agentField,
    files: z
      .array(
        z.strictObject({
          path: toolPathField.describe("Relative to the project's folder."),
          text: z
            .string()
            .max(MAX_CHECKED_LENGTH)
            .exactOptional()
            .describe("What is in it; only needed if the server does not run in the project's folder."),
        }),
      )
      .min(1)
      .max(MOST_FILES),
    run: toolRunField.exactOptional(),
  }),
  output,
  run: async ({ agent: named, files: given, run }, context) => {
    const agent = agentOf(named, context);
    const emend = await context.emend.find();
    if (emend === undefined)
      return {
        structured: { files: 0, checks: 0, hits: [], hits_more: 0, notices: [], note: NO_STORE },
        text: NO_STORE,
      };
    const { texts, unread } = await readFiles(given, context);
    const checks = await emend.checks.active({ agent });
    const checked = await emend.checks.run(checks, texts);
    await emend.checks.report(checked, { checked_in: "mcp", agent, ...defined({ run }) });
    const { kept, more } = boundedList(checked.hits.map(showHit), MOST_HITS);
    const notices = [...unread, ...checked.notices].map(({ code, message, path }) => ({
      code,
      message: displayText(message),
      path: displayText(path),
    }));
    return {
      structured: {
        files: texts.length,
        checks: checks.length,
        hits: [...kept],
        hits_more: more,
        notices: notices.slice(0, MOST_HITS),
      },
      text: textOf(checked.hits, { files: texts.length, checks: checks.length, notices }),
    };
  },
});

interface GivenFile {
  readonly path: string;
  readonly text?: string;
}

async function readFiles(given: readonly GivenFile[], context: McpContext) {
  const texts: FileToCheck[] = [];
  const unread: CheckNotice[] = [];
  for (const { path, text } of given) {
    const file =
      text === undefined ? await readOne(path, context) : { path: filesOf([path], context)[0]!, text };
    if ("text" in file) texts.push(file);
    else unread.push(file);
  }
  return { texts, unread };
}

async function readOne(path: string, { readFile }: McpContext): Promise<FileToCheck | CheckNotice> {
  const failed = (message: string): CheckNotice => ({ code: "file_unreadable", message, path });
  if (readFile === undefined) return failed("this server cannot read your files; pass the file's text");
  try {
    return (await readFile(path)) ?? failed("the file cannot be read, is too large, or is no text");
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error;
    return failed(error.message);
  }
}

const showHit = ({ check, path, line, end_line, code, ignored }: FileHit) => ({
  path: displayText(path),
  line,
  end_line,
  code: displayText(code),
  rule_id: check.rule_id,
  rule: sanitiseRuleText(check.rule),
  check_id: check.check_id,
  state: check.state,
  example:
    check.example === null
      ? null
      : { before: displayText(check.example.before), after: displayText(check.example.after) },
  ...(ignored === undefined ? {} : { ignored: displayText(ignored) }),
});

function textOf(
  hits: readonly FileHit[],
  {
    files,
    checks,
    notices,
  }: {
    readonly files: number;
    readonly checks: number;
    readonly notices: readonly { message: string; path: string }[];
  },
): string {
  const open = hits.filter(({ ignored }) => ignored === undefined);
  const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? "" : "s"}`;
  return [
    ...(open.length === 0
      ? [`${count(checks, "check")}, ${count(files, "file")}: no mistake found.`]
      : [tellHits(open, "asked")]),
    ...notices.slice(0, 20).map(({ path, message }) => `- ${quoteLine(path, 200)}: ${quoteLine(message)}`),
  ].join("\n");
}
