interface OtlpEndpoint {
  readonly url: string;
  readonly headers: Record<string, string>;
}

/** Where spans go for a collector's address: `/v1/traces` is added where it is missing, and a login becomes a header. */
export function otlpEndpoint(address: string): OtlpEndpoint {
  const url = new URL(address);
  const { username, password } = url;
  url.username = "";
  url.password = "";
  url.hash = "";
  const path = url.pathname.replace(/\/$/, "");
  url.pathname = path.endsWith("/v1/traces") ? path : `${path}/v1/traces`;
  const login = `${decoded(username)}:${decoded(password)}`;
  return {
    url: url.href,
    headers: login === ":" ? {} : { authorization: `Basic ${Buffer.from(login).toString("base64")}` },
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
