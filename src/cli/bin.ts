// This file is parsed by whatever Node the user has: syntax that Node 14 knows, and no static imports.
// The SQLite module needs version 10 of Node's native interface. On an older Node it would crash without a word.
const NATIVE_INTERFACE = 10;

if (Number(process.versions.napi) < NATIVE_INTERFACE) {
  process.stderr.write(
    "emend needs Node.js 22.14, 23.6 or newer, but this is " +
      process.versions.node +
      ". Install a newer Node.js and run it again.\n",
  );
  // An exit code of 2 would stop the agent whose hook this is.
  process.exitCode = process.argv[2] === "hook" ? 0 : 2;
} else {
  // Compiled code is kept between runs: a command in a hook or a pipe is started often.
  if (typeof process.getBuiltinModule === "function") keepCompiledCode();
  void import("./run-process.ts").then((module) => module.runProcess());
}

// Node's own default is a folder of a known name in /tmp. Whoever creates it first could plant code there.
function keepCompiledCode(): void {
  const module = process.getBuiltinModule("module");
  if (typeof process.getuid !== "function") {
    module.enableCompileCache();
    return;
  }
  const files = process.getBuiltinModule("fs");
  const paths = process.getBuiltinModule("path");
  const given = process.env["XDG_CACHE_HOME"];
  const home = process.env["HOME"];
  const base =
    given !== undefined && paths.isAbsolute(given)
      ? given
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
    // A start without the cache only takes longer.
  }
}
