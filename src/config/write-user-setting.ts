import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { Document, parseDocument } from "yaml";
import { fail, ok, type Result } from "../core/result.ts";
import type { ConfigValue } from "./config-keys.ts";
import { ensurePrivateFolder, isOwnedSafely, userConfigFile } from "./user-folder.ts";

/**
 * Sets one key in the user's own settings file, preserving other lines and comments. Returns the file, or why it was
 * not changed.
 */
export function writeUserSetting(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  value: ConfigValue,
): Result<string, string> {
  const file = userConfigFile(env);
  if (file === undefined) return fail("there is no home folder in the environment (HOME)");
  const folder = dirname(file);
  const isThere = existsSync(file);
  if (!existsSync(folder)) ensurePrivateFolder(folder);
  if (!isOwnedSafely(folder, ...(isThere ? [file] : []))) {
    return fail(`other users can write to ${file} or its folder; make them writable only by you`);
  }
  const document = isThere ? parseDocument(readFileSync(file, "utf8")) : new Document({});
  if (document.errors.length > 0) return fail(`${file} is not valid YAML; fix it first`);
  document.setIn(
    name.split("."),
    typeof value === "object" ? document.createNode(value, { flow: true }) : value,
  );
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, document.toString({ lineWidth: 0 }), { mode: 0o600 });
  renameSync(draft, file);
  return ok(file);
}
