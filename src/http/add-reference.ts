import type { Context, Hono } from "hono";
import { contractOf } from "./contract.ts";
import { contentTag, matches } from "./entity-tag.ts";
import type { HttpContext } from "./http-context.ts";
import type { HttpVariables } from "./http-variables.ts";
import { referencePage } from "./reference/reference-page.ts";
import { REFERENCE_STYLE } from "./reference/reference-style.ts";
import { ROUTES } from "./routes.ts";

/** The addresses of the reference, and what the metrics call them. */
export const REFERENCE_ROUTES: ReadonlyMap<string, string> = new Map([
  ["/openapi.json", "contract"],
  ["/docs", "reference"],
  ["/docs/", "reference"],
  ["/docs/reference.css", "referenceStyle"],
]);

interface Page {
  readonly text: string;
  readonly tag: string;
}

/** The contract for programs and the reference for people; anybody may read them. */
export function addReference(app: Hono<HttpVariables>, { version, publicUrl }: HttpContext): void {
  let page: Page | undefined;
  const pageOf = (): Page => {
    if (page !== undefined) return page;
    const text = referencePage(ROUTES, contractOf(version), publicUrl);
    return (page = { text, tag: contentTag(text) });
  };
  const style = { text: REFERENCE_STYLE, tag: contentTag(REFERENCE_STYLE) };
  app.get("/openapi.json", (c) => tell(c, contractOf(version), "application/json"));
  app.on("GET", ["/docs", "/docs/"], (c) => tell(c, pageOf(), "text/html; charset=utf-8"));
  app.get("/docs/reference.css", (c) => tell(c, style, "text/css; charset=utf-8"));
}

function tell(c: Context, { text, tag }: Page, type: string): Response {
  c.header("etag", tag);
  c.header("cache-control", "no-cache");
  if (matches(c.req.header("if-none-match"), tag)) return c.body(null, 304);
  c.header("content-type", type);
  return c.body(text);
}
