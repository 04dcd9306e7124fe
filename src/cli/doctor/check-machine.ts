import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { userStateFolder } from "../../config/user-folder.ts";
import { fieldOf, parseJson, textOf } from "../../core/json/json.ts";
import { projectRoot } from "../../hook/hook-paths.ts";
import { shellLine } from "../../core/setup/setup-command.ts";
import type { CliIo } from "../cli-io.ts";
import { findProgram } from "../open/find-program.ts";
import { VERSION } from "../version.ts";
import { type DoctorCheck, passed } from "./doctor-check.ts";

/** The runtime, `emend` on the PATH, and the folder that hooks keep their queue in. */
export const checkMachine = (io: CliIo): readonly DoctorCheck[] => [
  passed("Emend", `${VERSION} on Node.js ${process.versions.node}`),
  checkPath(io),
  checkState(io),
];

/** It is read and not started: on the PATH may be anything. */
function checkPath(io: CliIo): DoctorCheck {
  const root = projectRoot(io.cwd);
  const found = findProgram(io, "emend", (folder) => !folder.startsWith(root));
  if (found === undefined)
    return passed("PATH", "emend is not on the PATH, which only matters for typing it");
  const version = versionOf(found);
  if (version === undefined || version === VERSION) return passed("PATH", found);
  return {
    check: "PATH",
    state: "warning",
    code: "path_differs",
    message: `${found} is Emend ${version}, but this is ${VERSION}`,
    mend: "update it, or put this version first on the PATH",
  };
}

function versionOf(program: string): string | undefined {
  try {
    const file = join(dirname(dirname(realpathSync(program))), "package.json");
    const manifest = parseJson(readFileSync(file, "utf8"));
    return fieldOf(manifest, "name") === "emend" ? textOf(fieldOf(manifest, "version")) : undefined;
  } catch {
    return undefined;
  }
}

/** What is not there yet is created with the right permissions. */
function checkState({ env }: CliIo): DoctorCheck {
  const folder = userStateFolder(env);
  const uid = process.getuid?.();
  try {
    const stats = lstatSync(folder);
    if (!stats.isDirectory() || (uid !== undefined && stats.uid !== uid)) {
      return {
        check: "state folder",
        state: "problem",
        code: "state_folder_unsafe",
        message: `${folder} is a link, a file, or belongs to another user, so hooks store nothing`,
        mend: shellLine(["mv", folder, `${folder}.old`]),
      };
    }
    if (uid !== undefined && (stats.mode & 0o077) !== 0) {
      return {
        check: "state folder",
        state: "problem",
        code: "state_folder_open",
        message: `other users can read or write ${folder}, so hooks store nothing`,
        mend: shellLine(["chmod", "700", folder]),
      };
    }
  } catch {
    return passed("state folder", `${folder}: not created yet`);
  }
  return passed("state folder", folder);
}
