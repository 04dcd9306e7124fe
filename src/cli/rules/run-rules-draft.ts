import { defined } from "../../core/defined.ts";
import { draftRule } from "../../app/rule/draft-rule.ts";
import type { DraftRemark, DraftResult } from "../../core/rule/draft/draft.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import { hostOf } from "../open/open-emend.ts";
import { toJson } from "../terminal/json-text.ts";
import { mapJsonl } from "../terminal/jsonl.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { RulesDraftOptions } from "./rules-draft.ts";

type Drafting = ReturnType<typeof draftRule>;

export async function runRulesDraft(
  given: readonly string[],
  options: RulesDraftOptions,
  { io, finish }: CliContext,
): Promise<void> {
  if (options.jsonl === true) {
    const bad = await mapJsonl(io, answerLine(await openDrafting(io)));
    return finish(bad > 0 ? EXIT.usage : EXIT.success);
  }
  if (given.length < 2) {
    throw usageError(
      "remarks_missing",
      "at least two remarks are needed",
      'for example: emend rules draft "use pnpm not npm" "pnpm, never npm i", or --jsonl for many cases',
    );
  }
  const draft = await (await openDrafting(io))(given.map((text) => ({ text })));
  io.stdout.write(options.json === true ? toJson(wire(draft)) : render(draft));
  finish(draft.ok ? EXIT.success : EXIT.problem);
}

/** The model is loaded with the first case. */
async function openDrafting(io: CliIo): Promise<Drafting> {
  const { openCatalogue, openEmbedder } = await import("../../compose/learning.ts");
  const host = await hostOf(io);
  const { catalogue } = await openCatalogue(host, { embedder: await openEmbedder(host) });
  return draftRule({ catalogue });
}

const answerLine = (draft: Drafting) => async (line: Readonly<Record<string, unknown>>) => {
  const remarks = remarksOf(line["remarks"]);
  if (remarks === undefined) {
    return {
      error: {
        code: "invalid_remarks",
        message:
          "remarks must be a list of at least one {text, author?, path?, before?, after?}, all strings",
      },
    };
  }
  return wire(await draft(remarks));
};

/** As the output has it: the rule's text, or null. */
function wire(draft: DraftResult): Record<string, unknown> {
  return draft.ok
    ? { text: draft.text, why: draft.why, ...defined({ scope: draft.scope }) }
    : { text: null, why: draft.why, suggestions: draft.suggestions };
}

function remarksOf(value: unknown): readonly DraftRemark[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const remarks = value.map(remarkOf);
  return remarks.every((remark) => remark !== undefined) ? remarks : undefined;
}

const FIELDS = ["author", "path", "before", "after"] as const;

function remarkOf(value: unknown): DraftRemark | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const given = value as Readonly<Record<string, unknown>>;
  if (typeof given["text"] !== "string") return undefined;
  const more: Partial<Record<(typeof FIELDS)[number], string>> = {};
  for (const field of FIELDS) {
    const text = given[field];
    if (text === undefined || text === null) continue;
    if (typeof text !== "string") return undefined;
    more[field] = text;
  }
  return { text: given["text"], ...more };
}

function render(draft: DraftResult): string {
  if (draft.ok) return `${safeLine(draft.text)}\n  ${safeLine(draft.why)}\n`;
  const suggestions = draft.suggestions.map((text) => `  You could start from: ${safeLine(text)}\n`).join("");
  return `No draft: write the rule yourself.\n  ${safeLine(draft.why)}\n${suggestions}`;
}
