import { defined } from "../../core/defined.ts";
import type { RolloutCommand } from "../../core/rollout/change-rollout.ts";
import { type RolloutRecord, isVersionPair, type VersionPair } from "../../core/rollout/rollout.ts";
import { toRollout } from "../../core/rollout/rollout-wire.ts";
import { actorOf } from "../options/actor.ts";
import type { CliContext } from "../cli-context.ts";
import { unwrapResult, usageError } from "../cli-error.ts";
import { toJson } from "../terminal/json-text.ts";
import { printFromStore } from "../open/open-emend.ts";
import type { RolloutsChangeOptions, RolloutsStartOptions } from "./rollouts.ts";
import { shareText, versionText } from "./rollouts-text.ts";

export async function runRolloutsStart(options: RolloutsStartOptions, context: CliContext): Promise<void> {
  const { io } = context;
  const plan = {
    baseline: parseVersions("--from", options.from),
    candidate: parseVersions("--to", options.to),
    by: actorOf(io, options.as),
    ...(options.steps === undefined
      ? {}
      : { steps: options.steps.split(",").map((step) => parseShare("--steps", step)) }),
    ...defined({ reason: options.reason }),
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
  const common = {
    by: actorOf(io, options.as),
    ...defined({ reason: options.reason }),
  };
  const slice = options.slice === undefined ? {} : { slice: parseShare("--slice", options.slice) };
  const command: RolloutCommand = type === "advance" ? { ...common, type, ...slice } : { ...common, type };
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
