import { defined } from "../../core/defined.ts";
import type { CliContext } from "../cli-context.ts";
import { printFromStore } from "../open/open-emend.ts";
import { findRuleByPrefix } from "../options/find-by-prefix.ts";
import { parseTimeOption, parseWholeNumber } from "../options/parse-options.ts";
import { widthOf } from "../terminal/plain-text.ts";
import { toJson } from "../terminal/safe-text.ts";
import { painter } from "../terminal/style.ts";
import { renderReplay } from "./replay-text.ts";
import type { RulesReplayOptions } from "./rules-replay.ts";

export async function runRulesReplay(
  id: string,
  options: RulesReplayOptions,
  context: CliContext,
): Promise<void> {
  const { io } = context;
  const commits = parseWholeNumber("--commits", options.commits, { least: 0, most: 100_000 });
  const limits = {
    commits,
    skip: parseWholeNumber("--skip", options.skip, { least: 0, most: 10_000_000 }),
    seconds: parseWholeNumber("--seconds", options.seconds, { most: 3_600 }),
  };
  const until = options.until === undefined ? undefined : parseTimeOption("--until", options.until, io);
  await printFromStore(options, context, async ({ store, rules }) => {
    const rule = await findRuleByPrefix(store.rules, id);
    const replay = (await rules.replay(rule.id, {
      ...defined({ until }),
      ...(commits === 0 ? {} : { history: limits }),
    }))!;
    if (options.json === true) return toJson(replay);
    return renderReplay(replay, { width: widthOf(io), paint: painter(io) });
  });
}
