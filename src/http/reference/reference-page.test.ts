import { z } from "zod";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkHtml } from "../../../test/check-html.ts";
import { openHttp, type HttpSession } from "../../../test/http-session.ts";
import { contractOf } from "../contract.ts";
import { openApi } from "../openapi.ts";
import { respond, routesOf } from "../route.ts";
import { ROUTES } from "../routes.ts";
import { exampleRequest, type Operation } from "./curl-example.ts";
import { referencePage } from "./reference-page.ts";
import { REFERENCE_STYLE } from "./reference-style.ts";
import type { Schema } from "./schema-fields.ts";

let http: HttpSession;
beforeAll(async () => {
  http = await openHttp();
});
afterAll(() => http.close());

const contract = contractOf("1.2.3");
const page = referencePage(ROUTES, contract, "https://emend.example");
const elements = checkHtml(page);
const valuesOf = (attribute: string): readonly string[] =>
  elements.flatMap(({ attributes }) => attributes.get(attribute) ?? []);

describe("the reference", () => {
  it("has every operation under an anchor of its own", () => {
    const ids = new Set(valuesOf("id"));
    expect(ROUTES.filter(({ id }) => !ids.has(`op-${id}`))).toEqual([]);
  });

  it("links to anchors that exist, and to pages that the server has", async () => {
    const ids = new Set(valuesOf("id"));
    const links = [...new Set(valuesOf("href"))];
    expect(links.filter((link) => link.startsWith("#") && !ids.has(link.slice(1)))).toEqual([]);
    // The app is at "/".
    for (const link of links.filter((each) => !each.startsWith("#") && each !== "/")) {
      expect({ link, status: (await http.app.request(link)).status }).toEqual({ link, status: 200 });
    }
    const named = valuesOf("aria-labelledby");
    expect(named.filter((id) => !ids.has(id))).toEqual([]);
  });

  it("names each type that a field may have", () => {
    const types = new Set([...page.matchAll(/<td>([a-z ]+)<\/td>/g)].map((found) => found[1]));
    expect(types).toContain("string or null");
    expect([...types].filter((type) => /stringnull|,/.test(type!))).toEqual([]);
  });

  it("asks for nothing that the content security policy refuses", () => {
    const names = elements.map(({ name }) => name);
    expect(names.filter((name) => ["script", "style", "iframe", "object"].includes(name))).toEqual([]);
    // The search is sent to the page itself.
    const actions = elements
      .filter(({ name }) => name === "form")
      .map((each) => each.attributes.get("action"));
    expect(actions).toEqual(["/docs"]);
    const attributes = new Set(elements.flatMap(({ attributes: each }) => [...each.keys()]));
    expect([...attributes].filter((name) => name === "style" || name.startsWith("on"))).toEqual([]);
  });

  it("has one h1, landmarks, a language, and headings that skip no level", () => {
    const names = elements.map(({ name }) => name);
    for (const landmark of ["header", "nav", "main", "footer", "h1"]) {
      expect(names.filter((name) => name === landmark)).toHaveLength(1);
    }
    expect(elements[0]).toMatchObject({ name: "html", attributes: new Map([["lang", "en"]]) });
    const levels = names.filter((name) => /^h\d$/.test(name)).map((name) => Number(name[1]));
    expect(levels.filter((level, at) => at > 0 && level > levels[at - 1]! + 1)).toEqual([]);
  });

  it("escapes whatever words a route has", () => {
    const evil = `<img src=x onerror="alert('1')">&amp; \`</code><script>\``;
    const route = routesOf("evil")("GET /evil", {
      id: "evil",
      summary: evil,
      description: evil,
      permission: "public",
      query: z.strictObject({ q: z.enum([evil]).meta({ description: evil }) }),
      responses: { 200: z.object({ [evil]: z.string().default(evil).meta({ description: evil }) }) },
      handle: async () => respond(200, {}),
    });
    const made = referencePage([route], { document: openApi([route], evil) }, `https://${evil}`);
    const names = new Set(checkHtml(made).map(({ name }) => name));
    expect(names.has("img") || names.has("script")).toBe(false);
  });

  it("shows an example of each operation that the server takes", async () => {
    const admin = http.as("admin");
    const { paths, components } = contract.document as unknown as {
      paths: Record<string, Record<string, Operation>>;
      components: { schemas: Record<string, Schema> };
    };
    const unfit: string[] = [];
    for (const route of ROUTES.filter(({ media, id }) => media === undefined && id !== "logOut")) {
      const operation = paths[`/api/v1${route.path}`]![route.method]!;
      const { target, body } = exampleRequest(route, operation, components.schemas);
      const told = route.method === "get" ? await admin.get(target) : await admin[route.method](target, body);
      if ([400, 405, 415, 422].includes(told.status)) unfit.push(`${route.id}: ${told.body.detail}`);
    }
    expect(unfit).toEqual([]);
  });

  it("shows a request and its answer as a person reads them", () => {
    const text = page
      .slice(page.indexOf('<h3 id="op-approveProposal">'))
      .split("</article>")[0]!
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll(/\s+/g, " ");
    expect(text.slice(0, text.indexOf(" Response 200"))).toMatchInlineSnapshot(
      `" Approve the pending version POST /api/v1/proposals/{rule_id}/approve Roles: approver, admin (permission approve). The rule comes into force with the last approval it needs, each by a different person. A proposal with wants_words can only be approved with a text . With text , your text becomes a new version that you propose and, as far as a proposer can, approve; the response says who else must approve. With If-Match nothing is changed if the rule is at another revision by then. Parameters Name In Type Bounds Meaning rule_id path string 1 to 200 characters Idempotency-Key optional header string 1 to 255 characters Requests with the same key are carried out once; keys are kept for a day. Body Name Type Bounds Meaning version integer 1 to 200 The version you read: if there is a newer one, nothing is changed. text optional string up to 480 characters Your text instead of the version&#39;s."`,
    );
    expect(text.slice(text.indexOf("Example"))).toMatchInlineSnapshot(
      `"Example curl -sS \\ &quot;$EMEND_URL/api/v1/proposals/ru_0123456789abcdef0123456789abcdef/approve&quot; \\ -H &quot;Authorization: Bearer $EMEND_TOKEN&quot; \\ -H &quot;Content-Type: application/json&quot; \\ -d &#39;{&quot;version&quot;:1}&#39; "`,
    );
  });
});

describe("the search", () => {
  const search = async (q: string): Promise<string> =>
    (await http.anybody.get(`/docs?q=${encodeURIComponent(q)}`)).body as string;

  it("finds operations by what they do, where they are and how they fail, and leads back", async () => {
    for (const q of ["approve pending", "/proposals/{rule_id}/approve", "approveProposal", "QUORUM others"]) {
      const found = await search(q);
      expect(found).toContain('<a href="/docs#op-approveProposal">');
      expect(found).not.toContain("#op-listTokens");
      expect(found).toContain('<a href="/" aria-label="Emend, back to the app">');
    }
    expect(await search("token_expired")).toContain("<code>token_expired</code>");
  });

  it("says if nothing is found, and escapes what was asked", async () => {
    const found = await search('zz"><script>x</script>');
    expect(found).toContain("Nothing in the reference contains");
    expect(checkHtml(found).map(({ name }) => name)).not.toContain("script");
    expect((await search("x".repeat(5_000))).length).toBeLessThan(3_000);
  });
});

describe("/docs", () => {
  it.each([
    ["/docs", "text/html; charset=utf-8"],
    ["/docs/", "text/html; charset=utf-8"],
    ["/docs/reference.css", "text/css; charset=utf-8"],
    ["/openapi.json", "application/json"],
  ])("%s is there for anybody, and is sent once", async (address, type) => {
    const first = await http.anybody.get(address);
    expect(first.status).toBe(200);
    expect(first.headers.get("content-type")).toBe(type);
    expect(first.headers.get("content-security-policy")).toContain("default-src 'self'");
    const again = await http.anybody.get(address, { "if-none-match": first.headers.get("etag")! });
    expect(again).toMatchObject({ status: 304, body: "" });
  });
});

describe("the stylesheet", () => {
  const scheme = (at: 0 | 1): ReadonlyMap<string, string> =>
    new Map(
      [...REFERENCE_STYLE.matchAll(/--(\w+): light-dark\((#\w{6}), (#\w{6})\)/g)].map((found) => [
        found[1]!,
        found[2 + at]!,
      ]),
    );

  it.each([
    ["light", 0],
    ["dark", 1],
  ] as const)("%s: every text has a contrast of at least 4.5 to 1", (_name, at) => {
    const colours = scheme(at);
    for (const text of ["ink", "soft", "link"]) {
      for (const ground of ["page", "raised"]) {
        const ratio = contrast(colours.get(text)!, colours.get(ground)!);
        expect({ text, ground, enough: ratio >= 4.5 }).toEqual({ text, ground, enough: true });
      }
    }
  });
});

function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)].toSorted((x, y) => y - x);
  return (a! + 0.05) / (b! + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
