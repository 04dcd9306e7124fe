import { fail, ok, type Result } from "../result.ts";
import { isSameVersion, type VersionPair } from "./rollout.ts";
import { CURRENT_VERSIONS, isPromptVersionAccepted, isSchemaAccepted } from "../review/version-policy.ts";

export interface PromptVersionProblem {
  readonly code: "incompatible_version";
  readonly message: string;
}

/**
 * Whether a prompt may use these versions: the parser must accept them. It accepts its own versions and those of
 * rollouts that are not retired.
 */
export function promptableVersions(
  versions: VersionPair,
  inRollouts: readonly VersionPair[],
): Result<VersionPair, PromptVersionProblem> {
  const { schema_version, prompt_version } = CURRENT_VERSIONS;
  const isSchemaFine = isSchemaAccepted(versions.schema_version, schema_version);
  if (isSchemaFine && inRollouts.some((each) => isSameVersion(each, versions))) return ok(versions);
  if (isSchemaFine && isOwnPrompt(versions)) return ok(versions);
  const field = isSchemaFine ? "prompt_version" : "schema_version";
  const rollouts = inRollouts
    .filter((each) => isSchemaAccepted(each.schema_version, schema_version) && !isOwnPrompt(each))
    .map((each) => `${each.schema_version} with prompt ${each.prompt_version}`);
  const accepted = [
    `schema_version ${schema_version} or a newer minor of it with prompt_version ${prompt_version} or a patch of it`,
    ...(rollouts.length === 0 ? [] : [`in a rollout: ${rollouts.slice(0, 10).join(", ")}`]),
  ].join("; ");
  return fail({
    code: "incompatible_version",
    message: `no parser here accepts ${field} ${JSON.stringify(versions[field])}; accepted: ${accepted}`,
  });
}

/** Other patches are accepted if drift is allowed. */
const isOwnPrompt = ({ prompt_version }: VersionPair): boolean =>
  isPromptVersionAccepted(prompt_version, { ...CURRENT_VERSIONS, allow_prompt_patch_drift: true });
