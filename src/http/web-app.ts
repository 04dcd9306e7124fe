import type { Context, Hono } from "hono";
import { matches } from "./entity-tag.ts";
import type { HttpContext } from "./http-context.ts";
import type { HttpVariables } from "./http-variables.ts";
import type { WebFile } from "./web-files.ts";

/** Paths that the server answers itself. Every other one is a page of the app. */
export const SERVER_PATHS =
  /^\/(?:api|assets|mcp|webhooks|login|docs|metrics|healthz|readyz|openapi\.json)(?:[/?]|$)/;

/** The app's files, and its one page under every address that a person may open. */
export function addWebApp(app: Hono<HttpVariables>, { web }: HttpContext): void {
  app.get("*", (c, next) => {
    const file = web?.find(c.req.path);
    if (file !== undefined) return send(c, file);
    // Whoever asks for a page gets the app, which says what is not there; a program is told so by its code.
    const isPage = !SERVER_PATHS.test(c.req.path) && (c.req.header("accept") ?? "").includes("text/html");
    if (!isPage) return next();
    return web === undefined ? c.redirect("/docs", 302) : send(c, web.page);
  });
}

function send(c: Context, { body, gzip, type, tag, isFixed }: WebFile): Response {
  c.header("etag", tag);
  c.header("cache-control", isFixed ? "public, max-age=31536000, immutable" : "no-cache");
  if (matches(c.req.header("if-none-match"), tag)) return c.body(null, 304);
  c.header("content-type", type);
  c.header("vary", "accept-encoding");
  if (gzip === undefined || !/\bgzip\b/.test(c.req.header("accept-encoding") ?? "")) return c.body(body);
  c.header("content-encoding", "gzip");
  return c.body(gzip);
}
