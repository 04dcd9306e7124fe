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
    const { runHookTake } = await import("./run-hook-take.ts");
    return runHookTake(setUp.paths, { folder: options.take, yes: options.yes === true }, context);
  }
  if (options.deliver !== true) {
    const { runHookStatus } = await import("./run-hook-status.ts");
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
          ...faultOf(outcome.fault),
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

const faultOf = (fault: unknown): { readonly fault?: string } =>
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
