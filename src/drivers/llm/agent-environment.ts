import { agentCommandOf } from "../../core/setup/agent-commands.ts";
import { ASKED_BY_EMEND } from "../../core/setup/asked-by-emend.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** What any program needs to start, to find its user's folders and to reach the network. */
const OF_EVERY =
  /^(?:PATH|HOME|USER|LOGNAME|LANG|LC_[A-Z]{1,20}|TZ|TMPDIR|XDG_[A-Z_]{1,30}|SSL_CERT_(?:FILE|DIR)|NODE_EXTRA_CA_CERTS|(?:https?|all|no)_proxy|USERPROFILE|USERNAME|SystemRoot|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|TEMP|TMP)$/i;

/**
 * The environment of an agent's command: what every program needs, the agent's own variables, and those that the user
 * named. No setting, token or password of Emend, and nothing else of the user.
 */
export function agentEnvironment(
  program: string,
  env: Environment,
  named: readonly string[],
): Record<string, string> {
  const own = agentCommandOf(program)?.variables;
  const wanted = new Set(named);
  const isGiven = (name: string): boolean =>
    wanted.has(name) || OF_EVERY.test(name) || own?.test(name) === true;
  const given = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && isGiven(entry[0]),
  );
  return { ...Object.fromEntries(given), NO_COLOR: "1", TERM: "dumb", [ASKED_BY_EMEND]: "1" };
}
