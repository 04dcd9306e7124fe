import { defined } from "../../core/defined.ts";
import { draftRule } from "../../app/rule/draft-rule.ts";
import type { DraftRemark, DraftResult } from "../../core/rule/draft/draft.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import { hostOf } from "../open/open-emend.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import { lineError, mapJsonl } from "../terminal/jsonl.ts";
import type { RulesDraftOptions } from "./rules-draft.ts";

type DraftRule = ReturnType<typeof draftRule>;

export async function runRulesDraft(
  texts: readonly string[],
  options: RulesDraftOptions,
  { io, finish }: CliContext,
): Promise<void> {
  if (options.jsonl === true) {
    const bad = await mapJsonl(io, answerLine(await openDraftRule(io)));
    return finish(bad > 0 ? EXIT.usage : EXIT.success);
  }
  if (texts.length < 2) {
    throw usageError(
      "remarks_missing",
      "at least two remarks are needed",
      'for example: emend rules draft "use pnpm not npm" "pnpm, never npm i", or --jsonl for many cases',
    );
  }
  const draft = await (await openDraftRule(io))(texts.map((text) => ({ text })));
  io.stdout.write(options.json === true ? toJson(toWire(draft)) : render(draft));
  finish(draft.ok ? EXIT.success : EXIT.problem);
}

/** The model is loaded for the first case. */
async function openDraftRule(io: CliIo): Promise<DraftRule> {
  const { openCatalogue, openEmbedder } = await import("../../compose/learning.ts");
  const host = await hostOf(io);
  const { catalogue } = await openCatalogue(host, { embedder: await openEmbedder(host) });
  return draftRule({ catalogue });
}

const answerLine = (draft: DraftRule) => async (line: Readonly<Record<string, unknown>>) => {
  const remarks = parseRemarks(line["remarks"]);
  if (remarks === undefined) {
    return lineError(
      "invalid_remarks",
      "remarks must be a list of at least one {text, author?, path?, before?, after?}, all strings",
    );
  }
  return toWire(await draft(remarks));
};

function toWire(draft: DraftResult): Record<string, unknown> {
  return draft.ok
    ? { text: draft.text, why: draft.why, ...defined({ scope: draft.scope }) }
    : { text: null, why: draft.why, suggestions: draft.suggestions };
}

function parseRemarks(value: unknown): readonly DraftRemark[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const remarks = value.map(parseRemark);
  return remarks.every((remark) => remark !== undefined) ? remarks : undefined;
}

const FIELDS = ["author", "path", "before", "after"] as const;

function parseRemark(value: unknown): DraftRemark | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const fields = value as Readonly<Record<string, unknown>>;
  if (typeof fields["text"] !== "string") return undefined;
  const more: Partial<Record<(typeof FIELDS)[number], string>> = {};
  for (const field of FIELDS) {
    const text = fields[field];
    if (text === undefined || text === null) continue;
    if (typeof text !== "string") return undefined;
    more[field] = text;
  }
  return { text: fields["text"], ...more };
}

function render(draft: DraftResult): string {
  if (draft.ok) return `${safeLine(draft.text)}\n  ${safeLine(draft.why)}\n`;
  const suggestions = draft.suggestions.map((text) => `  You could start from: ${safeLine(text)}\n`).join("");
  return `No draft: write the rule yourself.\n  ${safeLine(draft.why)}\n${suggestions}`;
}
