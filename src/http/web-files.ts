import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { contentTag } from "./route.ts";

const TYPES: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
  woff2: "font/woff2",
  woff: "font/woff",
};

/** The built app, relative to the bundled command and to the sources. */
const FOLDERS = ["../web/", "../../dist/web/"];

export interface WebFile {
  readonly body: Uint8Array<ArrayBuffer>;
  /** Absent if compression does not make it smaller. */
  readonly gzip?: Uint8Array<ArrayBuffer>;
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

/** Reads the built app into memory, so that no request path ever reaches the file system. Undefined if it was not built. */
export function openWebFiles(from: string = import.meta.url): WebFiles | undefined {
  const folder = FOLDERS.map((path) => fileURLToPath(new URL(path, from))).find((path) =>
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
  const packed = type.startsWith("font/") ? undefined : new Uint8Array(gzipSync(body, { level: 9 }));
  return {
    body,
    ...(packed !== undefined && packed.byteLength < body.byteLength ? { gzip: packed } : {}),
    type,
    tag: contentTag(body),
    isImmutable: /[/\\]assets[/\\]/.test(path),
  };
}
