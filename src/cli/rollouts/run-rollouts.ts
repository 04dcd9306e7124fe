import { defined } from "../../core/defined.ts";
import { refused } from "../cli-error.ts";
import { inStore } from "../open/in-store.ts";
import { reportRollout } from "../../app/rollout/report-rollout.ts";
import { assignVersion } from "../../core/rollout/assign-version.ts";
import { isSameVersion } from "../../core/rollout/version-pair.ts";
import { toRollout, toStanding } from "../../core/rollout/rollout-wire.ts";
import type { CliContext } from "../cli-context.ts";
import { toJson } from "../terminal/json-text.ts";
import { openStore, type OpenStore } from "../open/open-store.ts";
import { wholeNumber } from "../options/option-number.ts";
import type { RolloutsListOptions, RolloutsShowOptions } from "./rollouts.ts";
import { rolloutsTable, standingText, versionText } from "./rollouts-text.ts";
import { widthOf } from "../terminal/plain-text.ts";

export async function runRolloutsList(
  options: RolloutsListOptions,
  context: CliContext,
  open: OpenStore = openStore,
): Promise<void> {
  const { io } = context;
  const limit = wholeNumber("--limit", options.limit, { most: 500 });
  const after = defined({ after: options.after });
  await inStore(options, context, open, async ({ rollouts }) => {
    const { items, next } = await rollouts.list({ limit, ...after });
    if (items.length === 0)
      io.stderr.write("emend: there are no rollouts; begin one with `emend rollouts start`\n");
    if (next !== undefined) io.stderr.write(`emend: more of them: \`emend rollouts list --after ${next}\`\n`);
    if (options.json === true) return toJson({ rollouts: items.map(toRollout), ...defined({ next }) });
    return items.length === 0 ? "" : rolloutsTable(items, widthOf(io));
  });
}

export async function runRolloutsShow(
  id: string,
  options: RolloutsShowOptions,
  context: CliContext,
  open: OpenStore = openStore,
): Promise<void> {
  const { io } = context;
  await inStore(options, context, open, async (store) => {
    const standing = await reportRollout({ ...store, now: () => io.now().toISOString() })(id);
    if (!standing.ok) throw refused(standing.error);
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
