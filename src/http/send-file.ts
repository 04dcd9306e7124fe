import type { Context } from "hono";
import { matches } from "./route.ts";
import type { WebFile } from "./web-files.ts";

/** Pictures may style themselves, and nothing else. */
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

export function sendFile(c: Context, { body, gzip, type, tag, isImmutable }: WebFile): Response {
  c.header("etag", tag);
  c.header("cache-control", isImmutable ? "public, max-age=31536000, immutable" : "no-cache");
  if (matches(c.req.header("if-none-match"), tag)) return c.body(null, 304);
  c.header("content-type", type);
  if (type === "image/svg+xml") c.header("content-security-policy", SVG_POLICY);
  c.header("vary", "accept-encoding");
  const packed = /\bgzip\b/.test(c.req.header("accept-encoding") ?? "") ? gzip() : undefined;
  if (packed === undefined) return c.body(body);
  c.header("content-encoding", "gzip");
  return c.body(packed);
}

interface TextFile {
  readonly text: string;
  readonly tag: string;
}

export function sendText(c: Context, { text, tag }: TextFile, type: string): Response {
  c.header("etag", tag);
  c.header("cache-control", "no-cache");
  if (matches(c.req.header("if-none-match"), tag)) return c.body(null, 304);
  c.header("content-type", type);
  return c.body(text);
}
