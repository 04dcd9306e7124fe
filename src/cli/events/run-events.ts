import { defined } from "../../core/defined.ts";
import { emendOver } from "../../compose/open-emend.ts";
import type { CliContext } from "../cli-context.ts";
import { listenForStop, portsOf } from "../open/event-ports.ts";
import type { LogOptions } from "../options/events-options.ts";
import { EXIT } from "../exit-code.ts";
import { openEventLog, storeName } from "../open/open-event-log.ts";
import { openCorrections } from "../open/open-corrections.ts";
import { hostOf } from "../open/open-emend.ts";
import { openWebhooks } from "../open/open-webhooks.ts";
import { formatCount } from "../terminal/plain-text.ts";
import { safeLine } from "../terminal/safe-text.ts";
import { startWorker } from "../../worker/start-worker.ts";

/** `emend events run`: runs the relay, the decision reader and the learner until the process is asked to end. */
export async function runEvents(options: LogOptions, context: CliContext): Promise<void> {
  const { io, finish } = context;
  const ports = portsOf(context);
  const { stopped, unlisten } = listenForStop(ports);
  try {
    const opened = await openEventLog(io, options, ports, { needed: true, create: true });
    try {
      const store = opened.store!;
      const report = (line: string): void => void io.stderr.write(`emend: ${safeLine(line)}\n`);
      const onFault = ({ code, message }: { readonly code: string; readonly message: string }): void =>
        report(`${message} [${code}]`);
      const name = await storeName(io, options);
      report(`reading decisions from ${opened.name} into ${name} and publishing events; stop with Ctrl-C`);
      const host = await hostOf(io);
      const worker = await startWorker({
        emend: emendOver(store, host, { events: opened.log }),
        config: host.config,
        webhooks: await openWebhooks(host.config.webhooks),
        readCorrection: await openCorrections(io),
        now: io.now,
        ...defined({ decisions: opened.decisions }),
        onFault,
        onProposed: (id) => report(`proposed ${id}; see \`emend rules show ${id}\``),
      });
      await stopped;
      const { read, evaluated, published } = await worker.stop();
      io.stdout.write(
        `read ${formatCount(read, "event")}, evaluated ${formatCount(evaluated, "record")}, published ${formatCount(published, "event")}\n`,
      );
      finish(EXIT.success);
    } finally {
      await opened.close();
    }
  } finally {
    unlisten();
  }
}
