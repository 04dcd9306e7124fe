// What the runs of the examples have in common: a folder that goes away, commands as one types them, and checks.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The command of this checkout, or of the package where the examples were copied beside an installed one. */
export const command = fileURLToPath(new URL("dist/bin.js", import.meta.resolve("emend/package.json")));

/**
 * Runs a story in a new folder that holds the example's files, then holds every command of its README against those that
 * were run. Where something does not hold, that is said and the exit code is 1; the folder goes in any case.
 */
export async function tell(url, story) {
  const here = fileURLToPath(new URL(".", url));
  const root = mkdtempSync(join(tmpdir(), `emend-${basename(here)}-`));
  const started = Date.now();
  const at = new Scene(here, root);
  let problem;
  try {
    await story(at);
    at.checkReadme();
  } catch (error) {
    problem = error;
  } finally {
    for (const end of at.ends.toReversed()) await end();
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
  if (problem === undefined) {
    console.log(`\nAll of it held, in ${((Date.now() - started) / 1_000).toFixed(1)} s.`);
    return;
  }
  // What an example promises is said in an Error; anything else is a mistake in the example.
  console.error(`\n${problem.constructor === Error ? problem.message : problem.stack}`);
  // Said outright: a package that ends its own processes at the exit may put another code in place of `exitCode`.
  process.exit(1);
}

/** Starts a program that serves; `ready` is its address once it listens, or nothing for a worker that has begun. */
export function startServer(script, args, options) {
  const child = spawn(process.execPath, [script, ...args], { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "exit").then(([code]) => code);
  let [said, heard] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text) => (said += text));
  const ready = new Promise((resolve, reject) => {
    child.stderr.setEncoding("utf8").on("data", (text) => {
      heard += text;
      const begun = /emend: (http:\S+) on|emend: worker on/.exec(heard);
      if (begun !== null) resolve(begun[1]);
    });
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${heard}`)));
  });
  const stop = () => {
    child.kill("SIGTERM");
    return ended;
  };
  return { child, ready, stop, said: () => said };
}

class Scene {
  /** Called when the story is over, the last first. */
  ends = [];
  #ran = new Set();

  constructor(here, root) {
    this.here = here;
    this.folder = join(root, "project");
    cpSync(here, this.folder, { recursive: true });
    const [bin, home] = [join(root, "bin"), join(root, "home")];
    mkdirSync(bin);
    mkdirSync(home);
    for (const [name, target] of [
      ["emend", `"${process.execPath}" "${command}"`],
      ["node", `"${process.execPath}"`],
    ]) {
      writeFileSync(join(bin, name), `#!/bin/sh\nexec ${target} "$@"\n`);
      chmodSync(join(bin, name), 0o755);
    }
    // Settings of whoever runs the example are not its own.
    const others = Object.entries(process.env).filter(([name]) => !name.startsWith("EMEND_"));
    this.env = { ...Object.fromEntries(others), PATH: `${bin}:${process.env.PATH}`, HOME: home };
  }

  say(text) {
    console.log(`\n── ${text}`);
  }

  check(what, holds) {
    if (!holds) throw new Error(`expected: ${what}`);
    console.log(`   ok: ${what}`);
  }

  /** Runs a line as one types it, shows what it prints unless it is quiet, and checks how it ends and what it says. */
  run(line, { code = 0, expected = [], env = {}, stdin = "", quiet = false, cwd = this.folder } = {}) {
    this.#ran.add(line);
    const ended = spawnSync("bash", ["-eo", "pipefail", "-c", line], {
      cwd,
      env: { ...this.env, ...env },
      input: stdin,
      encoding: "utf8",
    });
    const said = `${ended.stdout}${ended.stderr}`;
    console.log(
      `\n$ ${line}\n${quiet ? `  (exit code ${ended.status})` : said.trimEnd().replace(/^(?=.)/gm, "  ")}`,
    );
    const missing = [expected].flat().find((text) => !said.includes(text));
    if (ended.status !== code || missing !== undefined) {
      const wanted = missing === undefined ? "" : ` with ${JSON.stringify(missing)} in what it says`;
      throw new Error(`expected exit code ${code}${wanted}, got ${ended.status} from: ${line}\n${said}`);
    }
    return ended.stdout;
  }

  /** Starts the command as a server that lasts as long as the story. */
  start(args, { env = {} } = {}) {
    this.#ran.add(`emend ${args.join(" ")}`);
    const server = startServer(command, args, { cwd: this.folder, env: { ...this.env, ...env } });
    this.ends.push(server.stop);
    return server;
  }

  checkReadme() {
    const readme = readFileSync(join(this.here, "README.md"), "utf8");
    const blocks = [...readme.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block);
    const lines = blocks
      .join("")
      .replaceAll("\\\n", "")
      .split("\n")
      .map((line) => line.replace(/\s+# .*$/, "").trim());
    // These start this very run.
    const shown = lines.filter(
      (line) => line !== "" && !/^(?:npm ci|npm run build|npx node|node) /.test(line),
    );
    for (const line of shown) this.check(`the README's command was run: ${line}`, this.#ran.has(line));
  }
}
