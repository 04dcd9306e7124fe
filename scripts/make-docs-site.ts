// Builds the documentation as a static site, for any web server:
//   npm run docs -- --out site                   one version, at the root of its host
//   npm run docs -- --out site --base /emend/    at another path of its host
//   npm run docs -- --out site --versions        into site/VERSION/, and adds it to site/versions.json
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { SiteError } from "./docs-site/site-error.ts";
import { listVersion, writeSite } from "./docs-site/write-site.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly version: string;
};
const { values } = parseArgs({
  options: {
    out: { type: "string", default: "site" },
    base: { type: "string", default: "/" },
    versions: { type: "boolean", default: false },
  },
});
const { out, versions } = values;
const base = values.base.endsWith("/") ? values.base : `${values.base}/`;
const folder = versions ? join(out, version) : out;
try {
  await writeSite(root, resolve(folder), {
    version,
    base: versions ? `${base}${version}/` : base,
    hasVersions: versions,
  });
  if (versions) listVersion(resolve(out), version);
  console.log(
    `The documentation of ${version} is in ${folder}. Open ${join(folder, "index.html")} through any web server.`,
  );
} catch (error) {
  if (!(error instanceof SiteError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
