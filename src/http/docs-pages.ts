import type { Hono } from "hono";
import { contractOf } from "./contract.ts";
import type { HttpContext, HttpVariables } from "./http-context.ts";
import { HttpProblem } from "./http-problem.ts";
import { sendFile, sendText } from "./send-file.ts";

/** Paths and route ids. */
export const DOCS_ROUTES: ReadonlyMap<string, string> = new Map([
  ["/openapi.json", "contract"],
  ["/docs", "docs"],
  ["/docs/*", "docs"],
]);

/** The OpenAPI document and the documentation, both public. */
export function addDocs(app: Hono<HttpVariables>, { version, docs }: HttpContext): void {
  app.get("/openapi.json", (c) => sendText(c, contractOf(version), "application/json"));
  // Links within the documentation are relative to its folder.
  app.get("/docs", (c) => c.redirect(`/docs/${new URL(c.req.url).search}`, 302));
  app.get("/docs/*", (c) => {
    if (docs === undefined) {
      throw new HttpProblem("not_found", "the documentation is not built; run `npm run build`");
    }
    const path = c.req.path.slice("/docs".length);
    const file = docs.find(path.endsWith("/") ? `${path}index.html` : path) ?? docs.find(`${path}.html`);
    if (file !== undefined) return sendFile(c, file);
    const lost = docs.find("/404.html");
    if (lost !== undefined && (c.req.header("accept") ?? "").includes("text/html")) {
      c.status(404);
      return sendFile(c, lost);
    }
    throw new HttpProblem("not_found", "there is no such page; /docs/ lists all");
  });
}
