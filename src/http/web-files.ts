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

/** Where a built package keeps the app, seen from the command's parts and from the sources of a checkout. */
const PLACES = ["../web/", "../../dist/web/"];

export interface WebFile {
  readonly body: Uint8Array<ArrayBuffer>;
  /** Where that is shorter. */
  readonly gzip?: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly tag: string;
  /** Its name changes with its content. */
  readonly isFixed: boolean;
}

export interface WebFiles {
  /** By the path of an address, such as `/assets/index.js`. */
  readonly find: (path: string) => WebFile | undefined;
  /** The page that every address of the app leads to. */
  readonly page: WebFile;
}

/**
 * The built app, read into memory once: there is no path of a request that could lead anywhere else. Nothing where it was
 * not built.
 */
export function openWebFiles(from: string = import.meta.url): WebFiles | undefined {
  const folder = PLACES.map((place) => fileURLToPath(new URL(place, from))).find((place) =>
    existsSync(`${place}index.html`),
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
    isFixed: /[/\\]assets[/\\]/.test(path),
  };
}
