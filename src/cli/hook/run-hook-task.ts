import { defined } from "../../core/defined.ts";
import { resolve } from "node:path";
import { attend } from "../../hook/attendant.ts";
import { attendantSocket } from "../../hook/attendant-socket.ts";
import { type HookRequest, type HookResult, setUpHook } from "../../hook/handle-request.ts";
import { runDelivery } from "../../hook/run-delivery.ts";
import { startDelivery } from "../../hook/start-delivery.ts";
import { reasonOf } from "../../core/event/retry-delay.ts";
import { ExternalError } from "../../ports/errors.ts";
import type { CliContext } from "../cli-context.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import type { HookArguments } from "./hook-arguments.ts";
import { hookLauncher } from "./hook-launcher.ts";
import { safeLine } from "../terminal/safe-text.ts";
import { allSpools, projectStatus, type SpoolStatus } from "../../hook/hook-status.ts";
import { type HookPaths, stateProblem } from "../../hook/hook-paths.ts";
import { countLegacyEntries, legacySpool } from "../../hook/legacy-spool.ts";
import { faultOf } from "../../core/feedback/kind-of-feedback.ts";
import { type FoundEntry, importEntries, readSpoolFolder } from "../../hook/import-spool.ts";
import { confirm } from "../terminal/prompter.ts";

const IDLE_MS = 10 * 60_000;
/** Batches events, and keeps the delivery from competing with the agent's next step. */
const DELIVERY_AFTER_MS = 2_000;
/** How long to wait for another process that is delivering. */
const MAX_WAIT_MS = 10_000;

/** `emend hook --deliver`, `--status`, `--take` and `--attend`. */
export async function runHookTask({ options }: HookArguments, context: CliContext): Promise<void> {
  const { io } = context;
  if (options.attend === true) {
    const launcher = hookLauncher();
    const socket = attendantSocket(launcher, io.env);
    if (socket === undefined) return;
    const planned = new Map<string, { readonly result: HookResult; readonly request: HookRequest }>();
    await attend({
      socket,
      idleMs: IDLE_MS,
      onAnswered: (result, request) => {
        const { spool } = result.paths;
        if (!result.waiting) return;
        const isPlanned = planned.has(spool);
        // The latest request wins: an earlier one may have an outdated token.
        planned.set(spool, { result, request });
        if (isPlanned) return;
        setTimeout(() => {
          const latest = planned.get(spool)!;
          planned.delete(spool);
          startDelivery(launcher, latest.result, latest.request);
        }, DELIVERY_AFTER_MS);
      },
    });
    return;
  }
  const { store } = options;
  const setUp = await setUpHook({
    cwd: io.cwd,
    env: resolveConfigPath(io),
    folders: [],
    now: io.now(),
    ...defined({ store }),
  });
  if (options.take !== undefined) {
    return runHookTake(setUp.paths, { folder: options.take, yes: options.yes === true }, context);
  }
  if (options.deliver !== true) {
    return runHookStatus(setUp.paths, options.json === true, context);
  }
  const outcome = await runDelivery(setUp, io.now, MAX_WAIT_MS);
  const result =
    outcome.state === "busy"
      ? outcome
      : {
          state: "done",
          delivered: outcome.delivered,
          aside: outcome.aside,
          left: outcome.left,
          ...defined({ elsewhere: outcome.elsewhere }),
          ...faultText(outcome.fault),
        };
  io.stdout.write(options.json === true ? `${JSON.stringify(result)}\n` : `${deliveryText(result)}\n`);
  if (outcome.state === "busy") {
    io.stderr.write(
      `emend: another process has been delivering for ${MAX_WAIT_MS / 1_000} seconds; try again later, or check with --status [delivery_busy]\n`,
    );
  }
  context.finish(outcome.state === "busy" || outcome.fault !== undefined ? EXIT.external : EXIT.success);
}

/** The path in EMEND_CONFIG is relative to the current folder. */
const resolveConfigPath = ({ env, cwd }: CliIo): CliIo["env"] => {
  const { EMEND_CONFIG: config } = env;
  return config ? { ...env, EMEND_CONFIG: resolve(cwd, config) } : env;
};

const faultText = (fault: unknown): { readonly fault?: string } =>
  fault === undefined
    ? {}
    : {
        fault: `${reasonOf(fault)} [${fault instanceof ExternalError ? fault.code : "delivery_failed"}]`,
      };

interface DeliveryResult {
  readonly state: string;
  readonly delivered?: number;
  readonly aside?: number;
  readonly left?: number;
  readonly elsewhere?: number;
  readonly fault?: string;
}

function deliveryText({
  state,
  delivered,
  aside = 0,
  left = 0,
  elsewhere = 0,
  fault,
}: DeliveryResult): string {
  if (state === "busy") return `another process is delivering, ${left} queued`;
  return [
    `${delivered} recorded`,
    ...(elsewhere === 0 ? [] : [`${elsewhere} by another process`]),
    ...(aside === 0 ? [] : [`${aside} rejected, see spool/bad`]),
    ...(left === 0 ? [] : [`${left} queued`]),
    ...(fault === undefined ? [] : [safeLine(fault)]),
  ].join(", ");
}

/** `emend hook --status`: what is queued current and in the user's other projects. */
function runHookStatus(paths: HookPaths, json: boolean, { io }: CliContext): void {
  const current = projectStatus(paths);
  const others = allSpools(paths.state).filter(
    ({ spool, waiting, aside }) => spool !== current.spool && waiting + aside > 0,
  );
  const left = countLegacyEntries(paths.root);
  const problem = stateProblem(paths);
  if (json) {
    const answer = { ...current, state_problem: problem ?? null, left_in_repository: left, others };
    io.stdout.write(`${JSON.stringify(answer)}\n`);
    return;
  }
  io.stdout.write(
    [
      ...(problem === undefined ? [] : [`cannot store anything: ${safeLine(problem)}`]),
      ...statusLines(current),
      ...(left === 0
        ? []
        : [
            `in the repository: ${left} in ${safeLine(legacySpool(paths.root))}, from an earlier version or from whoever made this clone; they are not delivered. Review and import them with \`emend hook --take .emend/spool\``,
          ]),
      ...others.flatMap((other) => ["", `project: ${safeLine(other.project)}`, ...statusLines(other)]),
      "",
    ].join("\n"),
  );
}

const statusLines = ({
  waiting,
  oldest,
  destination,
  aside,
  delivering,
  why,
  last_fault,
  spool,
}: SpoolStatus) => [
  `waiting: ${waiting}${oldest === null ? "" : `, the oldest since ${oldest}`}`,
  `for: ${safeLine(destination ?? "unknown: the settings cannot be read or are not trusted")}`,
  ...(why === null ? [] : [`why: ${safeLine(why)}`, `kept in: ${safeLine(spool)}`]),
  `rejected: ${aside}`,
  `delivering: ${delivering ? "yes" : "no"}`,
  `last error: ${safeLine(last_fault ?? "none")}`,
];

const MAX_TEXT = 300;

/** `emend hook --take`: shows the entries of another queue, and imports them if the user agrees. */
async function runHookTake(
  paths: HookPaths,
  request: { readonly folder: string; readonly yes: boolean },
  { io, finish }: CliContext,
): Promise<void> {
  const folder = resolve(io.cwd, request.folder);
  const entries = readSpoolFolder(folder, io.now());
  if (entries.length === 0) {
    io.stdout.write("no entries there\n");
    return finish(EXIT.success);
  }
  for (const entry of entries) io.stdout.write(`${safeLine(renderEntry(entry))}\n`);
  const valid = entries.filter(({ delivery }) => delivery !== undefined).length;
  if (valid === 0) return finish(EXIT.problem);
  const to = paths.destination ?? "the destination in the settings, once they can be read";
  io.stderr.write(
    `emend: anyone with write access to that folder may have written these ${valid}. If you import them, they are recorded in your name at ${safeLine(to)}\n`,
  );
  if (!request.yes && !(await confirm(io, "Import them? [y/N] "))) {
    io.stderr.write("emend: nothing was imported; to import them, run it again with --yes\n");
    return finish(EXIT.success);
  }
  const imported = importEntries(paths, folder, entries);
  io.stdout.write(`${imported} imported; run \`emend hook --deliver\` to record them now\n`);
  finish(EXIT.success);
}

function renderEntry({ name, delivery, problem }: FoundEntry): string {
  const time = new Date(Number(name.slice(0, 13))).toISOString();
  if (delivery === undefined) return `${time}  not an entry: ${problem ?? "unreadable"}`;
  if (delivery.kind === "injection") return `${time}  the rules that ${delivery.record.agent} was given`;
  if (delivery.kind === "fixed")
    return `${time}  what ${delivery.record.agent} failed at before ${delivery.record.command} passed`;
  if (delivery.kind === "model")
    return `${time}  the model of ${delivery.record.agent}: ${delivery.record.model ?? "unknown"}`;
  if (delivery.kind === "commit") return `${time}  a commit of ${delivery.record.agent}`;
  if (delivery.kind === "checked")
    return `${time}  what checks found in the work of ${delivery.record.agent}`;
  const { author, agent } = delivery.record;
  return `${time}  ${author.id} (${author.trust}) on ${agent}: ${faultOf(delivery.record).slice(0, MAX_TEXT)}`;
}
