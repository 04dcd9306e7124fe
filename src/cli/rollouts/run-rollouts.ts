import { defined } from "../../core/defined.ts";
import { pageAnswer } from "../../core/page.ts";
import { unwrapResult } from "../cli-error.ts";
import { assignVersion } from "../../core/rollout/review-assignment.ts";
import { isSameVersion, type RolloutRecord, type VersionPair } from "../../core/rollout/rollout.ts";
import { toRollout, toRolloutStatus } from "../../core/rollout/rollout-wire.ts";
import type { CliContext } from "../cli-context.ts";
import { toJson } from "../terminal/json-text.ts";
import { printFromStore } from "../open/open-emend.ts";
import { parseWholeNumber } from "../options/parse-whole-number.ts";
import type { RolloutsAssignOptions, RolloutsListOptions, RolloutsShowOptions } from "./rollouts.ts";
import { rolloutsTable, standingText, versionText } from "./rollouts-text.ts";
import { widthOf } from "../terminal/plain-text.ts";

export async function runRolloutsList(options: RolloutsListOptions, context: CliContext): Promise<void> {
  const { io } = context;
  const limit = parseWholeNumber("--limit", options.limit, { most: 500 });
  const after = defined({ after: options.after });
  await printFromStore(options, context, async ({ store: { rollouts } }) => {
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
  await printFromStore(options, context, async ({ rollouts }) => {
    const standing = unwrapResult(await rollouts.report(id));
    const { rollout } = standing;
    if (options.key !== undefined) {
      const version = assignVersion(rollout, options.key);
      const role = roleOf(version, rollout);
      return options.json === true ? toJson({ role, version }) : `${versionText(version)}  ${role}\n`;
    }
    return options.json === true ? toJson(toRolloutStatus(standing)) : standingText(standing, widthOf(io));
  });
}

export async function runRolloutsAssign(
  id: string,
  options: RolloutsAssignOptions,
  context: CliContext,
): Promise<void> {
  await printFromStore(options, context, async ({ rollouts }) => {
    const { rollout, assignment } = unwrapResult(await rollouts.assign(id, options.key));
    const { id: assignment_id, rollout_id, key, version } = assignment;
    const role = roleOf(version, rollout);
    return options.json === true
      ? toJson({ assignment_id, rollout_id, key, role, version })
      : `${versionText(version)}  ${role}  ${assignment_id}\n`;
  });
}

const roleOf = (version: VersionPair, { candidate }: RolloutRecord): "candidate" | "baseline" =>
  isSameVersion(version, candidate) ? "candidate" : "baseline";
