import { HIT_VERDICTS } from "../../core/check/check-hit.ts";
import { defined } from "../../core/defined.ts";
import { pageAnswer } from "../../core/page.ts";
import { BY_COMMAND } from "../../core/person/known-people.ts";
import type { CliContext } from "../cli-context.ts";
import { unwrapResult } from "../cli-error.ts";
import { printFromStore } from "../open/open-emend.ts";
import { actorOf, parseChoice, parseWholeNumber } from "../options/parse-options.ts";
import { shortId, widthOf } from "../terminal/plain-text.ts";
import { safeLine, toJson, toJsonLine } from "../terminal/safe-text.ts";
import { renderTable } from "../terminal/table.ts";
import { HIT_COLUMNS } from "./checks-text.ts";
import type { ChecksHitsOptions, ChecksJudgeOptions } from "./checks.ts";
import { findCheckByPrefix, findHitByPrefix } from "./find-check.ts";

export async function runChecksHits(
  prefix: string | undefined,
  options: ChecksHitsOptions,
  context: CliContext,
): Promise<void> {
  const { io } = context;
  const limit = parseWholeNumber("--limit", options.limit, { most: 500 });
  const verdict =
    options.verdict === undefined
      ? undefined
      : parseChoice("--verdict", options.verdict, [...HIT_VERDICTS, "none"]);
  await printFromStore(options, context, async (emend) => {
    const check = prefix === undefined ? undefined : (await findCheckByPrefix(emend, prefix)).id;
    const page = await emend.checks.hits({ limit, ...defined({ check, verdict, after: options.after }) });
    if (options.json === true) return toJson(pageAnswer(page));
    if (page.items.length === 0) {
      io.stderr.write("emend: no hit matches; `emend checks try <check>` runs a check over the repository\n");
      return "";
    }
    if (page.next !== undefined) io.stderr.write(`emend: for more: --after ${page.next}\n`);
    if (options.jsonl === true) return page.items.map(toJsonLine).join("");
    return renderTable(page.items, HIT_COLUMNS, widthOf(io));
  });
}

export async function runChecksJudge(
  prefix: string,
  said: string,
  options: ChecksJudgeOptions,
  context: CliContext,
): Promise<void> {
  const verdict = parseChoice("the verdict", said, HIT_VERDICTS);
  const by = { id: actorOf(context.io, options.as), trust: "person", login: BY_COMMAND } as const;
  await printFromStore(options, context, async (emend) => {
    const { id } = await findHitByPrefix(emend, prefix);
    const { reason } = options;
    const hit = unwrapResult(await emend.checks.judge(id, { verdict, by, ...defined({ reason }) }));
    if (options.json === true) return toJson(hit);
    return `${shortId(hit.id)} in ${safeLine(hit.path)}:${hit.line} is ${verdict}\n`;
  });
}
