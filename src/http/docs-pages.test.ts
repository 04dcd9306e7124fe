import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openHttp, type HttpSession } from "../../test/http-session.ts";
import type { WebFile, WebFiles } from "./web-files.ts";

const fileOf = (text: string, type: string): WebFile => ({
  body: new TextEncoder().encode(text),
  gzip: () => undefined,
  type,
  tag: `"${text.length}"`,
  isImmutable: false,
});

const FILES = new Map([
  ["/index.html", fileOf("all pages", "text/html; charset=utf-8")],
  ["/404.html", fileOf("no such page", "text/html; charset=utf-8")],
  ["/guides/index.html", fileOf("all guides", "text/html; charset=utf-8")],
  ["/guides/github.html", fileOf("GitHub", "text/html; charset=utf-8")],
  ["/pictures/dots.svg", fileOf("<svg/>", "image/svg+xml")],
]);
const docs: WebFiles = { find: (path) => FILES.get(path), page: FILES.get("/index.html")! };

let http: HttpSession;
beforeAll(async () => {
  http = await openHttp({ docs });
});
afterAll(() => http.close());

describe("/docs", () => {
  it("leads to the folder, and keeps a search", async () => {
    const { status, headers } = await http.anybody.get("/docs?q=approve%20a%20rule");
    expect([status, headers.get("location")]).toEqual([302, "/docs/?q=approve%20a%20rule"]);
  });

  it.each([
    ["/docs/", "all pages"],
    ["/docs/guides/", "all guides"],
    ["/docs/guides/github.html", "GitHub"],
    ["/docs/guides/github", "GitHub"],
  ])("%s is there for anybody, and is sent once", async (address, text) => {
    const first = await http.anybody.get(address);
    expect([first.status, first.body]).toEqual([200, text]);
    expect(first.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(first.headers.get("cache-control")).toBe("no-cache");
    expect(first.headers.get("content-security-policy")).toContain("default-src 'self'");
    const again = await http.anybody.get(address, { "if-none-match": first.headers.get("etag")! });
    expect(again).toMatchObject({ status: 304, body: "" });
  });

  it("pictures may style themselves and run nothing", async () => {
    const { headers } = await http.anybody.get("/docs/pictures/dots.svg");
    expect(headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'unsafe-inline'.*sandbox/,
    );
  });

  it.each(["/docs/nothing", "/docs/guides", "/docs/guides%00"])(
    "%s is a page for browsers and a problem for programs, both with 404",
    async (address) => {
      const page = await http.app.request(address, { headers: { accept: "text/html" } });
      const problem = await http.app.request(address);
      expect([page.status, problem.status]).toEqual([404, 404]);
      expect(await page.text()).toBe("no such page");
      expect(await problem.json()).toMatchObject({ code: "not_found" });
    },
  );

  it("says how to build it if it was not built", async () => {
    const bare = await openHttp();
    const { status, body } = await bare.anybody.get("/docs/");
    expect([status, body.detail]).toEqual([404, "the documentation is not built; run `npm run build`"]);
    await bare.close();
  });
});

it("the style of the login page and the contract are there for anybody, and are sent once", async () => {
  for (const [address, type] of [
    ["/login/page.css", "text/css; charset=utf-8"],
    ["/openapi.json", "application/json"],
  ] as const) {
    const first = await http.anybody.get(address);
    expect([first.status, first.headers.get("content-type")]).toEqual([200, type]);
    const again = await http.anybody.get(address, { "if-none-match": first.headers.get("etag")! });
    expect(again).toMatchObject({ status: 304, body: "" });
  }
});
