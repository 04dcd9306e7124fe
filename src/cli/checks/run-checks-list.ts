import { checkAnswer, wholeCheckAnswer } from "../../app/check/check-answer.ts";
import { CHECK_STATES } from "../../core/check/rule-check.ts";
import { defined } from "../../core/defined.ts";
import { pageAnswer } from "../../core/page.ts";
import type { CliContext } from "../cli-context.ts";
import { printFromStore } from "../open/open-emend.ts";
import { findRuleByPrefix } from "../options/find-by-prefix.ts";
import { parseChoice, parseWholeNumber } from "../options/parse-options.ts";
import type { StoreOptions } from "../options/store-option.ts";
import { widthOf } from "../terminal/plain-text.ts";
import { toJson } from "../terminal/safe-text.ts";
import { painter } from "../terminal/style.ts";
import { renderTable } from "../terminal/table.ts";
import { CHECK_COLUMNS, renderCheck } from "./checks-text.ts";
import type { ChecksListOptions } from "./checks.ts";
import { findCheckByPrefix } from "./find-check.ts";

export async function runChecksList(options: ChecksListOptions, context: CliContext): Promise<void> {
  const { io } = context;
  const limit = parseWholeNumber("--limit", options.limit, { most: 500 });
  const state = options.state?.map((each) => parseChoice("--state", each, CHECK_STATES));
  await printFromStore(options, context, async ({ store, checks }) => {
    const rule =
      options.rule === undefined ? undefined : (await findRuleByPrefix(store.rules, options.rule)).id;
    const page = await checks.list({ limit, ...defined({ state, rule, after: options.after }) });
    const items = (await checks.describe(page.items)).map(checkAnswer);
    if (options.json === true) return toJson(pageAnswer({ ...page, items }));
    if (items.length === 0) {
      io.stderr.write("emend: no check matches; `emend checks draft <rule>` makes one\n");
      return "";
    }
    if (page.next !== undefined) io.stderr.write(`emend: for more: --after ${page.next}\n`);
    return renderTable(items, CHECK_COLUMNS, widthOf(io));
  });
}

export async function runChecksShow(id: string, options: StoreOptions, context: CliContext): Promise<void> {
  const { io } = context;
  await printFromStore(options, context, async (emend) => {
    const [described] = await emend.checks.describe([await findCheckByPrefix(emend, id)]);
    const answer = wholeCheckAnswer(described!);
    return options.json === true
      ? toJson(answer)
      : renderCheck(answer, { width: widthOf(io), paint: painter(io) });
  });
}
