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
/** What is heard together is delivered together, and not while the agent's next step is answered. */
const DELIVERY_AFTER_MS = 2_000;
/** How long a delivery by another process is waited for. */
const PATIENCE_MS = 10_000;

/** `emend hook --deliver`, `--status`, `--take` and `--attend`: what people and the hook itself ask beside the events. */
export async function runHookTask({ options }: HookArguments, context: CliContext): Promise<void> {
  const { io } = context;
  if (options.attend === true) {
    const launcher = hookLauncher();
    const socket = attendantSocket(launcher, io.env);
    if (socket === undefined) return;
    const soon = new Map<string, { readonly result: HookResult; readonly request: HookRequest }>();
    await attend({
      socket,
      idleMs: IDLE_MS,
      onAnswered: (result, request) => {
        const { spool } = result.paths;
        if (!result.waiting) return;
        const isPlanned = soon.has(spool);
        // The settings of the latest request count: an earlier one may have had a token that is no longer good.
        soon.set(spool, { result, request });
        if (isPlanned) return;
        setTimeout(() => {
          const latest = soon.get(spool)!;
          soon.delete(spool);
          startDelivery(launcher, latest.result, latest.request);
        }, DELIVERY_AFTER_MS);
      },
    });
    return;
  }
  const { store } = options;
  const setUp = await setUpHook({
    cwd: io.cwd,
    env: withPath(io),
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
  const end = await runDelivery(setUp, io.now, PATIENCE_MS);
  const told =
    end.state === "busy"
      ? end
      : {
          state: "done",
          delivered: end.delivered,
          aside: end.aside,
          left: end.left,
          ...defined({ elsewhere: end.elsewhere }),
          ...faultOf(end.fault),
        };
  io.stdout.write(options.json === true ? `${JSON.stringify(told)}\n` : `${sentence(told)}\n`);
  if (end.state === "busy") {
    io.stderr.write(
      `emend: another process has been delivering for ${PATIENCE_MS / 1_000} seconds; try again later, or check with --status [delivery_busy]\n`,
    );
  }
  context.finish(end.state === "busy" || end.fault !== undefined ? EXIT.world : EXIT.fine);
}

/** A file of settings is meant from where the command was given. */
const withPath = ({ env, cwd }: CliIo): CliIo["env"] => {
  const { EMEND_CONFIG: config } = env;
  return config ? { ...env, EMEND_CONFIG: resolve(cwd, config) } : env;
};

const faultOf = (fault: unknown): { readonly fault?: string } =>
  fault === undefined
    ? {}
    : {
        fault: `${reasonOf(fault)} [${fault instanceof ExternalError ? fault.code : "delivery_failed"}]`,
      };

interface Told {
  readonly state: string;
  readonly delivered?: number;
  readonly aside?: number;
  readonly left?: number;
  readonly elsewhere?: number;
  readonly fault?: string;
}

function sentence({ state, delivered, aside = 0, left = 0, elsewhere = 0, fault }: Told): string {
  if (state === "busy") return `another process is delivering, ${left} queued`;
  return [
    `${delivered} recorded`,
    ...(elsewhere === 0 ? [] : [`${elsewhere} by another process`]),
    ...(aside === 0 ? [] : [`${aside} rejected, see spool/bad`]),
    ...(left === 0 ? [] : [`${left} queued`]),
    ...(fault === undefined ? [] : [safeLine(fault)]),
  ].join(", ");
}
