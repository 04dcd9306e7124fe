import { isLoopback } from "../../core/access/is-loopback.ts";
import { GithubError } from "./github-error.ts";

/** Only allows http:// for this machine, because the token would be sent in plain text. */
export function readApiUrl(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isLocal = url !== undefined && isLoopback(url.hostname);
  if (url === undefined || !(url.protocol === "https:" || (url.protocol === "http:" && isLocal))) {
    throw new GithubError(
      "host_misconfigured",
      "github.api_url must start with https://, such as https://api.github.com",
    );
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new GithubError(
      "host_misconfigured",
      "github.api_url must only be an address; put the token in github.token",
    );
  }
  return `${url.origin}${url.pathname.replace(/\/$/, "")}`;
}
