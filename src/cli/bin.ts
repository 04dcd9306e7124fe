// Any Node.js must be able to parse this file, so it has only syntax of Node.js 14 and no static imports.
// The SQLite module needs version 10 of Node-API. On an older Node.js it would crash without a message.
const NODE_API_VERSION = 10;

if (Number(process.versions.napi) < NODE_API_VERSION) {
  process.stderr.write(
    "emend needs Node.js 22.14, 23.6 or newer, but this is " +
      process.versions.node +
      ". Install a newer Node.js and run it again.\n",
  );
  // Exit code 2 from a hook would stop the agent.
  process.exitCode = process.argv[2] === "hook" ? 0 : 2;
} else {
  // Hooks and pipes start this command often.
  if (typeof process.getBuiltinModule === "function") enableCompileCache();
  void import("./run-process.ts").then((module) => module.runProcess());
}

// Caches compiled code in a private folder. Node's default is a known name in /tmp, where others could plant code.
function enableCompileCache(): void {
  const module = process.getBuiltinModule("module");
  if (typeof process.getuid !== "function") {
    module.enableCompileCache();
    return;
  }
  const files = process.getBuiltinModule("fs");
  const paths = process.getBuiltinModule("path");
  const cacheHome = process.env["XDG_CACHE_HOME"];
  const home = process.env["HOME"];
  const base =
    cacheHome !== undefined && paths.isAbsolute(cacheHome)
      ? cacheHome
      : home !== undefined && paths.isAbsolute(home)
        ? paths.join(home, ".cache")
        : undefined;
  if (base === undefined) return;
  const folder = paths.join(base, "emend", "compiled");
  try {
    files.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const stats = files.lstatSync(folder);
    const isPrivate = stats.isDirectory() && stats.uid === process.getuid() && (stats.mode & 0o022) === 0;
    if (isPrivate) module.enableCompileCache(folder);
  } catch {
    // Without the cache the start only takes longer.
  }
}
