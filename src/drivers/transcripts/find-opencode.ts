import { isAbsolute, join } from "node:path";
import { textOf } from "../../core/json/json.ts";
import type { FoundTranscripts } from "../../ports/transcripts.ts";
import { Findings, forEachOf, ioReason, type Search } from "./findings.ts";
import { countNewer, databaseFile, databaseSessions, isOpenCodeDatabase } from "./opencode-database.ts";
import { storedSession } from "./opencode-storage.ts";
import { withSqlite } from "./sqlite-file.ts";

const DATABASE = /^opencode(?:-[\w.-]+)?\.db$/;

/** Newer versions keep sessions in SQLite and leave the files of older ones where they are. */
export async function findOpenCode(search: Search): Promise<readonly FoundTranscripts[]> {
  const { env, home } = search;
  const place = join(env["XDG_DATA_HOME"] || join(home, ".local", "share"), "opencode");
  const known = new Set<string>();
  const found: (readonly FoundTranscripts[])[] = [];
  for (const file of await databasesIn(search, place)) found.push(await findInDatabase(search, file, known));
  found.push(await findInStorage(search, join(place, "storage"), known));
  return found.flat();
}

async function databasesIn(search: Search, place: string): Promise<readonly string[]> {
  const named = search.env["OPENCODE_DB"];
  const entries = await new Findings(search, "opencode", place).list(place);
  const files = entries.filter(({ name }) => DATABASE.test(name)).map(({ path }) => path);
  const own = named === undefined || named === "" ? [] : [isAbsolute(named) ? named : join(place, named)];
  return [...new Set([...own, ...files])];
}

async function findInDatabase(
  search: Search,
  file: string,
  known: Set<string>,
): Promise<readonly FoundTranscripts[]> {
  const found = new Findings(search, "opencode", file);
  try {
    await withSqlite(file, (rows) => {
      if (!isOpenCodeDatabase(rows)) throw new Error("its tables are unknown");
      const sessions = databaseSessions(rows).filter(({ id }) => !known.has(id));
      const ours = sessions.filter(({ folder, isSubagent }) => !isSubagent && search.scope.holds(folder));
      for (const { id, hasMessages } of ours) if (hasMessages) found.take(databaseFile(rows, file, id));
      for (const { id, hasMessages } of sessions) if (hasMessages) known.add(id);
      const newer = countNewer(
        rows,
        ours.filter(({ hasMessages }) => !hasMessages).map(({ id }) => id),
      );
      if (newer > 0)
        found.trouble(file, `${newer} session${newer === 1 ? " has" : "s have"} an unknown form`);
    });
  } catch (error) {
    const why = ioReason(error);
    if (why !== undefined) found.trouble(file, why);
  }
  return found.result();
}

/** `session/<project>/<session>.json`, with messages and parts in other folders. */
async function findInStorage(
  search: Search,
  place: string,
  known: ReadonlySet<string>,
): Promise<readonly FoundTranscripts[]> {
  const found = new Findings(search, "opencode", place);
  for (const project of await found.list(join(place, "session"))) {
    if (!project.isFolder) continue;
    const sessions = (await found.list(project.path)).filter(
      ({ name }) => /^ses_.*\.json$/.test(name) && !known.has(name.slice(0, -5)),
    );
    const worktree = textOf((await found.json(join(place, "project", `${project.name}.json`)))?.["worktree"]);
    await forEachOf(sessions, async ({ path }) => {
      const session = await found.json(path);
      const isOurs = search.scope.holds(textOf(session?.["directory"]) ?? worktree);
      if (!isOurs || textOf(session?.["parentID"]) !== undefined) return;
      try {
        found.take(await storedSession(path));
      } catch (error) {
        found.trouble(path, ioReason(error) ?? "it was deleted");
      }
    });
  }
  return found.result();
}
