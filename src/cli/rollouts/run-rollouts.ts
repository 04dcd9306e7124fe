import { defined } from "../../core/defined.ts";
import { pageAnswer } from "../../core/page.ts";
import { unwrapResult, usageError } from "../cli-error.ts";
import { assignVersion } from "../../core/rollout/review-assignment.ts";
import {
  isSameVersion,
  isVersionPair,
  type RolloutRecord,
  type VersionPair,
} from "../../core/rollout/rollout.ts";
import { toRollout, toRolloutStatus } from "../../core/rollout/rollout-wire.ts";
import type { CliContext } from "../cli-context.ts";
import { toJson } from "../terminal/safe-text.ts";
import { printFromStore } from "../open/open-emend.ts";
import { actorOf, parseWholeNumber } from "../options/parse-options.ts";
import type {
  RolloutsAssignOptions,
  RolloutsChangeOptions,
  RolloutsListOptions,
  RolloutsShowOptions,
  RolloutsStartOptions,
} from "./rollouts.ts";
import { rolloutsTable, shareText, standingText, versionText } from "./rollouts-text.ts";
import { widthOf } from "../terminal/plain-text.ts";
import type { RolloutCommand } from "../../core/rollout/change-rollout.ts";

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

export async function runRolloutsStart(options: RolloutsStartOptions, context: CliContext): Promise<void> {
  const { io } = context;
  const plan = {
    baseline: parseVersions("--from", options.from),
    candidate: parseVersions("--to", options.to),
    by: actorOf(io, options.as),
    ...defined({
      steps: options.steps?.split(",").map((step) => parseShare("--steps", step)),
      reason: options.reason,
    }),
  };
  await printFromStore({ ...options, create: true }, context, async ({ rollouts }) => {
    return toAnswer(unwrapResult(await rollouts.start(plan)), options);
  });
}

export async function runRolloutsChange(
  type: RolloutCommand["type"],
  id: string,
  options: RolloutsChangeOptions,
  context: CliContext,
): Promise<void> {
  const { io } = context;
  const common = { by: actorOf(io, options.as), ...defined({ reason: options.reason }) };
  const slice = options.slice === undefined ? undefined : parseShare("--slice", options.slice);
  const command: RolloutCommand =
    type === "advance" ? { ...common, type, ...defined({ slice }) } : { ...common, type };
  await printFromStore(options, context, async ({ rollouts }) => {
    return toAnswer(unwrapResult(await rollouts.change(id, command)), options);
  });
}

function toAnswer(rollout: RolloutRecord, { json }: { readonly json?: boolean }): string {
  if (json === true) return toJson({ rollout: toRollout(rollout) });
  const { id, stage, slice, candidate } = rollout;
  return `${id} is ${stage.replace("_", " ")}: ${versionText(candidate)} for ${shareText(slice)} of reviews\n`;
}

function parseVersions(option: string, text: string): VersionPair {
  const [schema_version = "", prompt_version = "", ...more] = text.trim().split("/");
  const version = { schema_version, prompt_version };
  if (more.length === 0 && isVersionPair(version)) return version;
  throw usageError(
    "invalid_version",
    `${option}: expected SCHEMA/PROMPT such as 1.0/1.1, got ${JSON.stringify(text.slice(0, 40))}`,
  );
}

function parseShare(option: string, text: string): number {
  const percent = /^\d{1,3}(?:\.\d{1,2})?$/.test(text.trim()) ? Number(text) : 0;
  if (percent > 0 && percent <= 100) return Number((percent / 100).toFixed(4));
  throw usageError(
    "invalid_number",
    `${option}: expected percentages above 0 and up to 100, got ${JSON.stringify(text.slice(0, 40))}`,
  );
}
