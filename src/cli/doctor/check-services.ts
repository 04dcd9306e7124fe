import type { ReadConfig } from "../../config/read-config.ts";
import { ownStreamOf } from "../../core/event/emend-event.ts";
import { ExternalError } from "../../ports/errors.ts";
import type { CliIo } from "../cli-io.ts";
import { driversOf } from "../open/drivers-of.ts";
import { findProgram, isProgram } from "../open/find-program.ts";
import { type DoctorCheck, passed } from "./doctor-check.ts";

const TIMEOUT_MS = 5_000;

/** Tries what the settings name. Settings that wait for trust are not used. */
export async function checkServices(read: ReadConfig, io: CliIo): Promise<readonly DoctorCheck[]> {
  return [...(await checkRedis(read, io)), ...checkAgentCommand(read, io)];
}

const waits = ({ untrusted }: ReadConfig, section: string): boolean =>
  untrusted.some(({ key }) => key.name.startsWith(`${section}.`));

async function checkRedis(read: ReadConfig, io: CliIo): Promise<readonly DoctorCheck[]> {
  const { redisUrl: url, stream, ownStream } = read.config.events;
  if (url === undefined || waits(read, "events")) return [];
  const { openEvents } = await driversOf(io);
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () =>
      late.reject(new ExternalError("events_unreachable", `Redis does not answer within ${TIMEOUT_MS} ms`)),
    TIMEOUT_MS,
  );
  try {
    const opening = openEvents({ url, stream: ownStream ?? ownStreamOf(stream) });
    const log = await Promise.race([opening, late.promise]);
    await log.close();
    return [passed("Redis", "answers")];
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error;
    const [saw = error.message, ...mend] = error.message.split("; ");
    return [
      {
        check: "Redis",
        state: "problem",
        code: error.code,
        message: saw,
        mend: mend.join("; ") || "start Redis, or correct events.redis_url",
      },
    ];
  } finally {
    clearTimeout(timer);
  }
}

function checkAgentCommand(read: ReadConfig, io: CliIo): readonly DoctorCheck[] {
  const { command } = read.config.llm;
  if (command === undefined || waits(read, "llm")) return [];
  const [program] = command;
  const isThere = /[\\/]/.test(program) ? isProgram(program) : findProgram(io, program) !== undefined;
  if (isThere) return [passed("language model", `${program} is installed`)];
  const source = read.settings.find(({ key }) => key.name === "llm.command")?.source ?? "the settings";
  return [
    {
      check: "language model",
      state: "problem",
      code: "llm_command_missing",
      message: `llm.command in ${source} names ${program}, which is not installed, so Emend words rules by itself`,
      mend: `install ${program}, or remove llm.command from ${source}`,
    },
  ];
}
