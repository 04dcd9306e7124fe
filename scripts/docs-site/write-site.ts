import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { html } from "../../src/http/html.ts";
import { buildSite } from "./build-site.ts";
import type { SiteSettings } from "./page-frame.ts";

/** Builds the site into a folder. */
export async function writeSite(
  root: string,
  folder: string,
  settings: SiteSettings,
  plugins: readonly Plugin[] = [],
): Promise<void> {
  for (const [name, content] of buildSite(root, settings)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const script = await rolldown({
    input: join(root, "web/docs-site/site.ts"),
    platform: "browser",
    plugins: [...plugins],
  });
  await script.write({ file: join(folder, "site.js"), format: "esm", minify: true });
  await script.close();
}

interface Version {
  readonly version: string;
  readonly path: string;
}

/** Adds a version to the list beside the versions, the newest first, and leads the folder itself to the newest. */
export function listVersion(folder: string, version: string): void {
  const list = join(folder, "versions.json");
  const known = existsSync(list) ? (JSON.parse(readFileSync(list, "utf8")) as readonly Version[]) : [];
  const versions = [
    ...known.filter((each) => each.version !== version),
    { version, path: `${version}/index.html` },
  ];
  versions.sort((a, b) => b.version.localeCompare(a.version, "en", { numeric: true }));
  writeFileSync(list, `${JSON.stringify(versions, undefined, 2)}\n`);
  const { path } = versions[0]!;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="refresh" content="0; url=${path}" />
        <title>Emend documentation</title>
      </head>
      <body>
        <p><a href="${path}">Emend documentation</a></p>
      </body>
    </html>`;
  writeFileSync(join(folder, "index.html"), page.markup);
}
