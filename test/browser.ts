interface Kept {
  readonly value: string;
  readonly path: string;
}

interface Visited {
  readonly url: string;
  readonly status: number;
  readonly body: string;
  /** Every address on the way, the first and the last among them. */
  readonly way: readonly string[];
}

export interface Browser {
  /** Goes to an address and wherever it leads; `until` stops before an address is asked for. */
  readonly visit: (url: string, until?: (url: string) => boolean) => Promise<Visited>;
  /** Cookies by host and name. */
  readonly cookies: Map<string, Map<string, Kept>>;
  /** Every Set-Cookie header that came. */
  readonly setCookies: readonly string[];
}

const MOST_STEPS = 20;

/** Follows redirects and keeps cookies as browsers do; one server is asked in this process. */
export function createBrowser(
  own: string,
  ask: (path: string, headers: Readonly<Record<string, string>>) => Response | Promise<Response>,
): Browser {
  const cookies: Browser["cookies"] = new Map();
  const setCookies: string[] = [];
  const request = async (url: URL): Promise<Response> => {
    const jar = [...(cookies.get(url.hostname) ?? [])].filter(([, { path }]) =>
      url.pathname.startsWith(path),
    );
    const headers: Record<string, string> =
      jar.length === 0 ? {} : { cookie: jar.map(([name, { value }]) => `${name}=${value}`).join("; ") };
    const response =
      url.origin === own
        ? await ask(`${url.pathname}${url.search}`, headers)
        : await fetch(url, { headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      setCookies.push(line);
      keep(url.hostname, line);
    }
    return response;
  };
  const keep = (host: string, line: string): void => {
    const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
    const at = pair.indexOf("=");
    const jar = cookies.get(host) ?? new Map<string, Kept>();
    cookies.set(host, jar);
    const of = (name: string): string | undefined =>
      attributes.find((each) => each.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
    const gone = of("max-age") === "0" || Date.parse(of("expires") ?? "9999-01-01") <= Date.now();
    if (gone) jar.delete(pair.slice(0, at));
    else jar.set(pair.slice(0, at), { value: pair.slice(at + 1), path: of("path") ?? "/" });
  };
  const visit: Browser["visit"] = async (start, until = () => false) => {
    const way: string[] = [];
    let url = new URL(start, own);
    for (;;) {
      way.push(url.href);
      if (until(url.href)) return { url: url.href, status: 0, body: "", way };
      if (way.length > MOST_STEPS) throw new Error(`a way without an end: ${way.join(" ")}`);
      const response = await request(url);
      const body = await response.text();
      const location = response.headers.get("location");
      if (location === null) return { url: url.href, status: response.status, body, way };
      url = new URL(location, url);
    }
  };
  return { visit, cookies, setCookies };
}
