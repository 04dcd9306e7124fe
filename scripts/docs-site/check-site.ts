import { posix } from "node:path";
import type { SiteFiles } from "./build-site.ts";

/** Made by the bundler when the site is written. */
const BUNDLED = new Set(["site.js"]);

/** Links that lead nowhere, and addresses of other sites that are none or are not encrypted. */
export function brokenLinks(files: SiteFiles): readonly string[] {
  const pages = [...files].filter(([name]) => name.endsWith(".html")) as [string, string][];
  const anchors = new Map(pages.map(([name, text]) => [name, idsOf(text)]));
  return pages.flatMap(([name, text]) =>
    [...new Set(linksOf(text))].flatMap((link) => {
      if (/^[a-z]+:/.test(link)) {
        return /^(?:https:\/\/[\w-]+\.[\w.-]+(?:[/?#]|$)|mailto:\S+@)/.test(link) && URL.canParse(link)
          ? []
          : [`${name}: ${link} is no address of a page`];
      }
      const [path = "", anchor] = link.split("#");
      if (path.startsWith("/")) return [];
      const target = path === "" ? name : posix.join(posix.dirname(name), decodeURI(path));
      if (!files.has(target) && !BUNDLED.has(target)) return [`${name}: there is no ${link}`];
      if (anchor === undefined || anchors.get(target)?.has(anchor) === true) return [];
      return [`${name}: ${target} has no #${anchor}`];
    }),
  );
}

const idsOf = (page: string): ReadonlySet<string> =>
  new Set(Array.from(page.matchAll(/ id="([^"]+)"/g), ([, id]) => id!));

const linksOf = (page: string): readonly string[] =>
  Array.from(page.matchAll(/ (?:href|src)="([^"]+)"/g), ([, link]) => link!.replaceAll("&amp;", "&"));
