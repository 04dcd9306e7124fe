import { emendOver } from "../../compose/open-emend.ts";
import type { CliContext } from "../cli-context.ts";
import { listenForStop, portsOf } from "../open/event-ports.ts";
import type { LogOptions } from "../options/events-options.ts";
import { EXIT } from "../exit-code.ts";
import { openEventLog, storeName } from "../open/open-event-log.ts";
import { openCorrections } from "../open/open-corrections.ts";
import { hostOf } from "../open/open-emend.ts";
import { openWebhooks } from "../open/open-webhooks.ts";
import { safeLine } from "../terminal/safe-text.ts";
import { startWorker } from "../../worker/start-worker.ts";

/** `emend events run`: the relay, the decision reader and the learner, until the process is asked to end. */
export async function runEvents(options: LogOptions, context: CliContext): Promise<void> {
  const { io, finish } = context;
  const ports = portsOf(context);
  const { stopped, unlisten } = listenForStop(ports);
  try {
    const opened = await openEventLog(io, options, ports, { needed: true, create: true });
    try {
      const store = opened.store!;
      const say = (line: string): void => void io.stderr.write(`emend: ${safeLine(line)}\n`);
      const onFault = ({ code, message }: { readonly code: string; readonly message: string }): void =>
        say(`${message} [${code}]`);
      const name = await storeName(io, options);
      say(`reading decisions from ${opened.name} into ${name} and publishing events; stop with Ctrl-C`);
      const host = await hostOf(io);
      const worker = await startWorker({
        emend: emendOver(store, host, { events: opened.log }),
        config: host.config,
        webhooks: await openWebhooks(host.config.webhooks),
        readCorrection: await openCorrections(io),
        now: io.now,
        ...(opened.decisions === undefined ? {} : { decisions: opened.decisions }),
        onFault,
        onProposed: (id) => say(`proposed ${id}; see \`emend rules show ${id}\``),
      });
      await stopped;
      const { read, evaluated, published } = await worker.stop();
      io.stdout.write(
        `read ${counted(read)}, evaluated ${evaluated} ${evaluated === 1 ? "record" : "records"}, published ${counted(published)}\n`,
      );
      finish(EXIT.fine);
    } finally {
      await opened.close();
    }
  } finally {
    unlisten();
  }
}

const counted = (count: number): string => `${count} ${count === 1 ? "event" : "events"}`;
