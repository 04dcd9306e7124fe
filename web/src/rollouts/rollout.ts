import type { Answer } from "../api/api.ts";
import { withUnit } from "../components/time.tsx";

export type Rollout = Answer<"listRollouts">["items"][number];
export type Standing = Answer<"getRollout">;
export type Check = Standing["checks"][number];
export type VersionPair = Rollout["baseline"];

export function percent(share: number, digits = 1): string {
  const value = share * 100;
  return withUnit(
    Number.isInteger(Number(value.toFixed(6))) ? String(Math.round(value)) : value.toFixed(digits),
    "%",
  );
}

/** `prompt 1.1`, naming only what differs from the other. */
export function versionName(version: VersionPair, other: VersionPair): string {
  const prompt = version.prompt_version !== other.prompt_version ? [`prompt ${version.prompt_version}`] : [];
  const schema = version.schema_version !== other.schema_version ? [`schema ${version.schema_version}`] : [];
  return [...prompt, ...schema].join(", ");
}

export const wholeName = ({ prompt_version, schema_version }: VersionPair): string =>
  `prompt ${prompt_version}, schema ${schema_version}`;

export const isRunning = ({ stage }: Rollout): boolean => stage === "canary" || stage === "read_compatible";

export function describeStage({ stage, slice, baseline, candidate }: Rollout): string {
  const old = versionName(baseline, candidate);
  switch (stage) {
    case "canary":
      return slice === 1
        ? `Every review uses it instead of ${old}; not promoted yet.`
        : `${percent(slice)} of reviews use it instead of ${old}.`;
    case "promoted":
      return `Every review uses it; it has replaced ${old}.`;
    case "rolled_back":
      return `Rolled back. All reviews use ${old}.`;
    case "retired":
      return `Ended. One of its versions is no longer supported.`;
    case "read_compatible":
      return "Supported, but not used by any review yet.";
  }
}

export const STAGE_WORDS: Readonly<Record<Rollout["stage"], string>> = {
  read_compatible: "not in use yet",
  canary: "running",
  promoted: "promoted",
  rolled_back: "rolled back",
  retired: "retired",
};
