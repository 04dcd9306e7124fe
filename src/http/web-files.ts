import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { contentTag } from "./route.ts";

const TYPES: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  png: "image/png",
  svg: "image/svg+xml",
  woff2: "font/woff2",
  woff: "font/woff",
};

/** Where the build is, relative to the bundled command and to the sources. */
const BUILDS = ["../", "../../dist/"];

export interface WebFile {
  readonly body: Uint8Array<ArrayBuffer>;
  /** Undefined if compression does not make it smaller. */
  readonly gzip: () => Uint8Array<ArrayBuffer> | undefined;
  readonly type: string;
  readonly tag: string;
  /** Whether its name contains a hash of its content. */
  readonly isImmutable: boolean;
}

export interface WebFiles {
  /** By URL path, such as `/assets/index.js`. */
  readonly find: (path: string) => WebFile | undefined;
  readonly page: WebFile;
}

/** The web app; undefined if it was not built. */
export const openWebFiles = (from?: string): WebFiles | undefined => openBuilt("web", from);

/** The documentation; undefined if it was not built. */
export const openDocsFiles = (from?: string): WebFiles | undefined => openBuilt("docs-site", from);

/** Reads a folder of the build into memory, so that no request path ever reaches the file system. */
function openBuilt(part: string, from: string = import.meta.url): WebFiles | undefined {
  const folder = BUILDS.map((path) => fileURLToPath(new URL(`${path}${part}/`, from))).find((path) =>
    existsSync(`${path}index.html`),
  );
  if (folder === undefined) return undefined;
  const files = new Map<string, WebFile>();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const type = TYPES[/\.(\w{1,5})$/.exec(name)?.[1] ?? ""];
    if (type !== undefined) files.set(`/${name.replaceAll("\\", "/")}`, readFile(`${folder}${name}`, type));
  }
  return { find: (path) => files.get(path), page: files.get("/index.html")! };
}

function readFile(path: string, type: string): WebFile {
  const body = new Uint8Array(readFileSync(path));
  return {
    body,
    gzip: /^font|png$/.test(type) ? () => undefined : once(() => compress(body)),
    type,
    tag: contentTag(body),
    isImmutable: /[/\\]assets[/\\]/.test(path),
  };
}

function compress(body: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined {
  const packed = new Uint8Array(gzipSync(body, { level: 9 }));
  return packed.byteLength < body.byteLength ? packed : undefined;
}

/** Compressing everything would make the server start later. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
