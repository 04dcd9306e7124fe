import type { Environment } from "./handle-request.ts";

/**
 * Variables that libraries read from the process itself, whoever they work for: databases, certificates, proxies, Node.js.
 * Requests that differ in them are answered by different attendants, and a delivery gets those of its request.
 */
const PROCESS_WIDE =
  /^(?:PG[A-Z]{1,30}|NODE_\w{1,60}|SSL_CERT_(?:FILE|DIR)|OPENSSL_CONF|(?:https?|all|no)_proxy|HOME|USERPROFILE|SystemRoot)$/i;
/** What says who the user is and where their folders are. */
const OF_USER = /^(?:USER|USERNAME|LOGNAME|TMPDIR|XDG_RUNTIME_DIR|XDG_STATE_HOME)$/;
/** Settings, and the project that they are for; never those of another project. */
const OF_REQUEST = /^(?:EMEND_\w{1,60}|CLAUDE_PROJECT_DIR|CURSOR_PROJECT_DIR|SUDO_UID)$/;

const pick = (env: Environment, ...kinds: readonly RegExp[]): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => kinds.some((kind) => kind.test(name))));

/** What an attendant needs to know to answer as the hook itself would; nothing else of the environment is handed on. */
export const requestEnvironment = (env: Environment): Environment =>
  pick(env, OF_REQUEST, OF_USER, /^(?:HOME|USERPROFILE)$/);

/** An attendant belongs to no project, so it gets no settings of one. */
export const attendantEnvironment = (env: Environment): Environment => pick(env, PROCESS_WIDE, OF_USER);

/** What an attendant and whoever asks it must agree in. */
export const processWide = (env: Environment): readonly string[] =>
  Object.entries(pick(env, PROCESS_WIDE))
    .map(([name, value]) => `${name}=${value ?? ""}`)
    .toSorted();

/** For a delivery: the request's settings, and the folder it is started in instead of the request's project. */
export function deliveryEnvironment(ofProcess: Environment, ofRequest: Environment): Environment {
  const { CLAUDE_PROJECT_DIR: _claude, CURSOR_PROJECT_DIR: _cursor, ...settings } = ofRequest;
  return { ...pick(ofProcess, PROCESS_WIDE), ...settings };
}
