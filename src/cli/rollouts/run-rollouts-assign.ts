import { randomUUID } from "node:crypto";
import { assignReview } from "../../app/rollout/assign-review.ts";
import { isSameVersion } from "../../core/rollout/version-pair.ts";
import type { CliContext } from "../cli-context.ts";
import { refused } from "../cli-error.ts";
import { inStore } from "../open/in-store.ts";
import { openStore, type OpenStore } from "../open/open-store.ts";
import { toJson } from "../terminal/json-text.ts";
import type { RolloutsAssignOptions } from "./rollouts.ts";
import { versionText } from "./rollouts-text.ts";

export async function runRolloutsAssign(
  id: string,
  options: RolloutsAssignOptions,
  context: CliContext,
  open: OpenStore = openStore,
): Promise<void> {
  const now = (): string => context.io.now().toISOString();
  await inStore(options, context, open, async ({ rollouts }) => {
    const assigned = await assignReview({ rollouts, now, createId: randomUUID })(id, options.key);
    if (!assigned.ok) throw refused(assigned.error);
    const { rollout, assignment } = assigned.value;
    const { id: assignment_id, rollout_id, key, version } = assignment;
    const role = isSameVersion(version, rollout.candidate) ? "candidate" : "baseline";
    return options.json === true
      ? toJson({ assignment_id, rollout_id, key, role, version })
      : `${versionText(version)}  ${role}  ${assignment_id}\n`;
  });
}
