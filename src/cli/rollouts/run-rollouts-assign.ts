import { isSameVersion } from "../../core/rollout/rollout.ts";
import type { CliContext } from "../cli-context.ts";
import { refusal } from "../cli-error.ts";
import { withEmend } from "../open/open-emend.ts";
import { toJson } from "../terminal/json-text.ts";
import type { RolloutsAssignOptions } from "./rollouts.ts";
import { versionText } from "./rollouts-text.ts";

export async function runRolloutsAssign(
  id: string,
  options: RolloutsAssignOptions,
  context: CliContext,
): Promise<void> {
  await withEmend(options, context, async ({ rollouts }) => {
    const assigned = await rollouts.assign(id, options.key);
    if (!assigned.ok) throw refusal(assigned.error);
    const { rollout, assignment } = assigned.value;
    const { id: assignment_id, rollout_id, key, version } = assignment;
    const role = isSameVersion(version, rollout.candidate) ? "candidate" : "baseline";
    return options.json === true
      ? toJson({ assignment_id, rollout_id, key, role, version })
      : `${versionText(version)}  ${role}  ${assignment_id}\n`;
  });
}
