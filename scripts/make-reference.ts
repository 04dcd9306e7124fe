// Writes docs/reference/ and the table of docs/configuration.md from the code: commands, routes, gate packs, messages and settings.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { acceptancePage } from "./reference/acceptance-page.ts";
import { apiPage } from "./reference/api-page.ts";
import { cliPage } from "./reference/cli-page.ts";
import { configurationPage } from "./reference/configuration-keys.ts";
import { gatePacksPage } from "./reference/gate-packs-page.ts";
import { lintersPage } from "./reference/linters-page.ts";
import { messagesPage } from "./reference/messages-page.ts";

const root = new URL("../", import.meta.url);

/** The text of every page that is made, by its path. */
export async function referencePages(): Promise<Readonly<Record<string, string>>> {
  const configuration = "docs/configuration.md";
  return {
    "docs/acceptance.md": acceptancePage(),
    "docs/reference/cli.md": await cliPage(),
    "docs/reference/api.md": apiPage(),
    "docs/reference/gate-packs.md": gatePacksPage(),
    "docs/reference/linters.md": lintersPage(),
    "docs/reference/messages.md": messagesPage(),
    [configuration]: configurationPage(readFileSync(new URL(configuration, root), "utf8")),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(new URL("docs/reference/", root), { recursive: true });
  for (const [path, text] of Object.entries(await referencePages())) writeFileSync(new URL(path, root), text);
}
