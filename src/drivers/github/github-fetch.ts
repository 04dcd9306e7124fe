import { boundBody } from "../http/bound-body.ts";
/** Fits a page of a hundred long comments. */
const MAX_ANSWER_BYTES = 33_554_432;
const MOST_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 307, 308]);

/** The response redirects to a server that must not get the token. */
export class ForeignRedirectError extends Error {
  override readonly name = "ForeignRedirectError";
}

/**
 * Fetches with a timeout and a size limit. Follows redirects of renamed repositories on the same server with the same
 * method, and never sends anything to another server.
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
        throw new ForeignRedirectError(`it redirects (${response.status}) without end`);
      }
      if (!URL.canParse(location, url.href))
        throw new ForeignRedirectError("it redirects to an invalid address");
      url = new URL(location, url.href);
      if (url.origin !== origin) throw new ForeignRedirectError(`it redirects to ${url.origin}`);
    }
  };
}
