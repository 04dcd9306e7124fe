import { boundBody } from "../http/bound-body.ts";
/** A page of a hundred long comments fits. */
const MAX_ANSWER_BYTES = 33_554_432;
const MOST_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 307, 308]);

/** The answer sends us to a server that the token is not for. */
export class ElsewhereError extends Error {
  override readonly name = "ElsewhereError";
}

/**
 * Fetches with a time limit and reads no more of an answer than it may weigh. A repository that was renamed is followed
 * on the same server, with the same method; nothing is ever sent to another one.
 */
export function createGithubFetch(timeoutMs: number): typeof fetch {
  return async (input, init) => {
    let url = new URL(input instanceof Request ? input.url : input);
    const { origin } = url;
    for (let redirects = 0; ; redirects += 1) {
      const response = await fetch(url, {
        ...init,
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
      });
      const location = response.headers.get("location");
      if (response.status < 300 || response.status >= 400 || response.status === 304)
        return boundBody(response, MAX_ANSWER_BYTES);
      await response.body?.cancel();
      if (!REDIRECTS.has(response.status) || location === null || redirects >= MOST_REDIRECTS) {
        throw new ElsewhereError(`it redirects (${response.status}) without end`);
      }
      if (!URL.canParse(location, url.href)) throw new ElsewhereError("it redirects to an invalid address");
      url = new URL(location, url.href);
      if (url.origin !== origin) throw new ElsewhereError(`it redirects to ${url.origin}`);
    }
  };
}
