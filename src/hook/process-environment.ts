import type { Environment } from "./handle-request.ts";

/**
 * Variables that libraries read from the process itself: databases, certificates, proxies, Node.js. Requests that differ in
 * them are answered by different attendants.
 */
const PROCESS_WIDE =
  /^(?:PG[A-Z]{1,30}|NODE_\w{1,60}|SSL_CERT_(?:FILE|DIR)|OPENSSL_CONF|(?:https?|all|no)_proxy|HOME|USERPROFILE|SystemRoot)$/i;
/** The user's identity and folders. */
const OF_USER = /^(?:USER|USERNAME|LOGNAME|TMPDIR|XDG_RUNTIME_DIR|XDG_STATE_HOME)$/;
/** Settings of one project, which must not reach another. */
const OF_REQUEST = /^(?:EMEND_\w{1,60}|CLAUDE_PROJECT_DIR|CURSOR_PROJECT_DIR|SUDO_UID)$/;

const pick = (env: Environment, ...kinds: readonly RegExp[]): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => kinds.some((kind) => kind.test(name))));

/** The only variables that an attendant receives with a request. */
export const requestEnvironment = (env: Environment): Environment =>
  pick(env, OF_REQUEST, OF_USER, /^(?:HOME|USERPROFILE)$/);

/** An attendant serves all projects, so it starts without the settings of any. */
export const attendantEnvironment = (env: Environment): Environment => pick(env, PROCESS_WIDE, OF_USER);

/** Variables in which an attendant and a request must agree. */
export const processWide = (env: Environment): readonly string[] =>
  Object.entries(pick(env, PROCESS_WIDE))
    .map(([name, value]) => `${name}=${value ?? ""}`)
    .toSorted();

/** For a delivery: the request's settings without its project, which is the folder that the delivery starts in. */
export function deliveryEnvironment(ofProcess: Environment, ofRequest: Environment): Environment {
  const { CLAUDE_PROJECT_DIR: _claude, CURSOR_PROJECT_DIR: _cursor, ...settings } = ofRequest;
  return { ...pick(ofProcess, PROCESS_WIDE), ...settings };
}
