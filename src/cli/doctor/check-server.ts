import type { Config } from "../../config/config.ts";
import { fieldOf, parseJson, textOf, textsOf } from "../../core/json/json.ts";
import type { CliIo } from "../cli-io.ts";
import { formatCount } from "../terminal/plain-text.ts";
import { VERSION } from "../version.ts";
import { type DoctorCheck, passed } from "./doctor-check.ts";

const TIMEOUT_MS = 5_000;
const MAX_ANSWER = 64 * 1024;
/** The server's date has whole seconds, and the answer took a while. */
const MAX_SKEW_SECONDS = 60;

/** Logs in to the server that hooks deliver to, and compares versions and clocks. Only for settings that apply. */
export async function checkServer(
  { url, token }: Partial<Config["server"]>,
  agent: string | null,
  io: CliIo,
): Promise<readonly DoctorCheck[]> {
  if (url === undefined) return [];
  const address = url.replace(/\/+$/, "");
  const shown = withoutUser(address);
  if (token === undefined || token === "") {
    return [
      {
        check: "token",
        state: "problem",
        code: "token_missing",
        message: `hooks deliver to ${shown}, but there is no token for it`,
        mend: "set EMEND_SERVER_TOKEN to a token that an administrator made with emend tokens create",
      },
    ];
  }
  const answer = await ask(`${address}/api/v1/session`, token);
  // What does not answer is reported by status, too.
  if (answer === undefined) return [];
  return [checkToken(answer, shown, agent), ...checkVersion(answer, shown), ...checkClock(answer, io)];
}

interface Answer {
  readonly status: number;
  readonly session: unknown;
  readonly date: string | null;
}

async function ask(address: string, token: string): Promise<Answer | undefined> {
  try {
    const response = await fetch(address, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: "manual",
    });
    const text = (await response.text()).slice(0, MAX_ANSWER);
    return { status: response.status, session: parseJson(text), date: response.headers.get("date") };
  } catch {
    return undefined;
  }
}

function withoutUser(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname.replace(/\/$/, "")}`;
}

const NEW_TOKEN = "ask an administrator for one from emend tokens create, and set EMEND_SERVER_TOKEN to it";

function checkToken({ status, session }: Answer, shown: string, agent: string | null): DoctorCheck {
  const code = textOf(fieldOf(session, "code"));
  if (status === 401 || status === 403) {
    return {
      check: "token",
      state: "problem",
      code: "token_refused",
      message: `the server at ${shown} refuses the token (${status}${code === undefined ? "" : `, ${code}`})`,
      mend: NEW_TOKEN,
    };
  }
  const role = textOf(fieldOf(session, "role"));
  if (status !== 200 || role === undefined) {
    return {
      check: "token",
      state: "problem",
      code: "server_odd",
      message: `${shown} does not answer as an Emend server: ${status}`,
      mend: "correct server.url",
    };
  }
  const own = textOf(fieldOf(session, "agent"));
  if (own !== undefined && agent !== null && own !== agent) {
    return {
      check: "token",
      state: "problem",
      code: "token_of_another",
      message: `the token is for the agent ${own}, but the setting agent is ${agent}`,
      mend: `${NEW_TOKEN}, with --agent ${agent}`,
    };
  }
  if (role !== "agent") {
    return {
      check: "token",
      state: "warning",
      code: "token_too_strong",
      message: `hooks use a token with the role ${role}; the role agent is enough for them`,
      mend: NEW_TOKEN,
    };
  }
  const permissions = formatCount(textsOf(fieldOf(session, "permissions")).length, "permission");
  return passed("token", `valid for ${own ?? "agents"}: role ${role}, ${permissions}`);
}

function checkVersion({ session }: Answer, shown: string): readonly DoctorCheck[] {
  const version = textOf(fieldOf(session, "version"));
  if (version === undefined) return [];
  if (version === VERSION) return [passed("server version", version)];
  return [
    {
      check: "server version",
      state: "warning",
      code: "server_version_differs",
      message: `${shown} runs Emend ${version}, but this is ${VERSION}`,
      mend: "update the older one",
    },
  ];
}

function checkClock({ date }: Answer, io: CliIo): readonly DoctorCheck[] {
  const there = Date.parse(date ?? "");
  if (Number.isNaN(there)) return [];
  const seconds = Math.round((io.now().getTime() - there) / 1_000);
  if (Math.abs(seconds) <= MAX_SKEW_SECONDS) return [passed("clock", "agrees with the server's")];
  return [
    {
      check: "clock",
      state: "warning",
      code: "clock_differs",
      message: `this machine's clock is ${Math.abs(seconds)} seconds ${seconds > 0 ? "ahead of" : "behind"} the server's`,
      mend: "set the clock of both machines by NTP, such as `timedatectl set-ntp true`",
    },
  ];
}
