// This file is parsed by whatever Node the user has: syntax that Node 14 knows, and no static imports.
const needed = 22;
const found = Number(process.versions.node.split(".")[0]);

if (found < needed) {
  process.stderr.write(
    "emend needs Node.js " +
      needed +
      " or newer, and this is " +
      process.versions.node +
      ". Install a newer Node.js and run it again.\n",
  );
  // An exit code of 2 would stop the agent whose hook this is.
  process.exitCode = process.argv[2] === "hook" ? 0 : 2;
} else {
  // Compiled code is kept between runs: a command in a hook or a pipe is started often.
  if (typeof process.getBuiltinModule === "function") process.getBuiltinModule("module").enableCompileCache();
  void import("./run-process.ts").then((module) => module.runProcess());
}
