import { pageAnswer } from "../../core/page.ts";
import { refusal } from "../cli-error.ts";
import { assignVersion } from "../../core/rollout/review-assignment.ts";
import { isSameVersion } from "../../core/rollout/rollout.ts";
import { toRollout, toStanding } from "../../core/rollout/rollout-wire.ts";
import type { CliContext } from "../cli-context.ts";
import { toJson } from "../terminal/json-text.ts";
import { withEmend } from "../open/open-emend.ts";
import { parseWholeNumber } from "../options/parse-whole-number.ts";
import type { RolloutsListOptions, RolloutsShowOptions } from "./rollouts.ts";
import { rolloutsTable, standingText, versionText } from "./rollouts-text.ts";
import { widthOf } from "../terminal/plain-text.ts";

export async function runRolloutsList(options: RolloutsListOptions, context: CliContext): Promise<void> {
  const { io } = context;
  const limit = parseWholeNumber("--limit", options.limit, { most: 500 });
  const after = options.after === undefined ? {} : { after: options.after };
  await withEmend(options, context, async ({ store: { rollouts } }) => {
    const page = await rollouts.list({ limit, ...after });
    const { items, next } = page;
    if (items.length === 0)
      io.stderr.write("emend: there are no rollouts; start one with `emend rollouts start`\n");
    if (next !== undefined) io.stderr.write(`emend: for more: \`emend rollouts list --after ${next}\`\n`);
    if (options.json === true) return toJson(pageAnswer({ ...page, items: items.map(toRollout) }));
    return items.length === 0 ? "" : rolloutsTable(items, widthOf(io));
  });
}

export async function runRolloutsShow(
  id: string,
  options: RolloutsShowOptions,
  context: CliContext,
): Promise<void> {
  const { io } = context;
  await withEmend(options, context, async ({ rollouts }) => {
    const standing = await rollouts.report(id);
    if (!standing.ok) throw refusal(standing.error);
    const { rollout } = standing.value;
    if (options.key !== undefined) {
      const version = assignVersion(rollout, options.key);
      const role = isSameVersion(version, rollout.candidate) ? "candidate" : "baseline";
      return options.json === true ? toJson({ role, version }) : `${versionText(version)}  ${role}\n`;
    }
    return options.json === true
      ? toJson(toStanding(standing.value))
      : standingText(standing.value, widthOf(io));
  });
}
