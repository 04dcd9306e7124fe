// node scripts/check-container.ts   runs the Dockerfile's own steps without a container engine, as root on Debian or Ubuntu:
// every stage in a bare Debian with the Node.js of the lockfile, then the image's command as its user, its health check and
// its signal to stop. About a minute, and the first time another one to download Debian (apt install debootstrap).
import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, matchesGlob, posix, relative } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Copy, DockerfileParser } from "dockerfile-ast";
import { freePort } from "../test/free-port.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const cache = join(root, "node_modules/.cache/emend/container-base");
const work = mkdtempSync(join(tmpdir(), "emend-container-"));
const mounts: string[] = [];

/** The user `node` of the official images. */
const NODE_USER = 1000;

const run = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
const check = (what: string, holds: boolean): void => {
  if (!holds) throw new Error(`the container is broken: ${what}`);
  console.log(`ok  ${what}`);
};

/** Debian with Node.js, npm and the user `node`: what the official images add to it. */
function makeBase(release: string): string {
  if (existsSync(join(cache, "done"))) return join(cache, "root");
  rmSync(cache, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  const base = join(cache, "root");
  run("debootstrap", "--variant=minbase", release, base);
  cpSync(realpathSync(process.execPath), join(base, "usr/local/bin/node"));
  const npm = realpathSync(run("which", "npm").trim());
  const to = "/usr/local/lib/node_modules/npm";
  cpSync(dirname(dirname(npm)), base + to, { recursive: true });
  for (const name of ["npm", "npx"])
    symlinkSync(`${to}/bin/${name}-cli.js`, join(base, `usr/local/bin/${name}`));
  chroot(base, { user: "root", cwd: "/", env: {} }, [
    "useradd",
    "--create-home",
    "--uid",
    String(NODE_USER),
    "node",
  ]);
  cpSync("/etc/resolv.conf", join(base, "etc/resolv.conf"), { dereference: true });
  writeFileSync(join(cache, "done"), "");
  return base;
}

interface Stage {
  readonly root: string;
  user: string;
  cwd: string;
  readonly env: Record<string, string>;
}

const DEFAULT_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

function chrootCommand(
  place: string,
  { user, cwd, env }: Omit<Stage, "root">,
  argv: readonly string[],
): readonly [string, ...string[]] {
  const set = Object.entries({
    PATH: DEFAULT_PATH,
    HOME: user === "root" ? "/root" : `/home/${user}`,
    ...env,
  });
  const pairs = set.map(([name, value]) => `${name}=${value}`);
  return ["chroot", `--userspec=${user}:${user}`, place, "env", "-i", "-C", cwd, ...pairs, ...argv];
}

function chroot(place: string, stage: Omit<Stage, "root">, argv: readonly string[]): string {
  const [program, ...args] = chrootCommand(place, stage, argv);
  return run(program, ...args);
}

/** A stage starts as a copy of its base; writing leaves the base as it is. */
function startStage(base: string, at: number): Stage {
  const place = join(work, `stage-${at}`);
  const [upper, inner, merged] = ["upper", "work", "root"].map((name) => join(place, name));
  for (const folder of [upper!, inner!, merged!]) mkdirSync(folder, { recursive: true });
  run(
    "mount",
    "-t",
    "overlay",
    "overlay",
    "-o",
    `lowerdir=${base},upperdir=${upper},workdir=${inner}`,
    merged!,
  );
  mounts.push(merged!);
  run("mount", "-t", "proc", "proc", join(merged!, "proc"));
  mounts.push(join(merged!, "proc"));
  return { root: merged!, user: "root", cwd: "/", env: {} };
}

/** The patterns of .dockerignore that apply below what it lets through. */
const ignored = readFileSync(join(root, ".dockerignore"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("**/"))
  .map((line) => line.slice(3));

function copy(instruction: Copy, stage: Stage, stages: ReadonlyMap<string, Stage>): void {
  const words = (instruction.getArgumentsContent() ?? "").split(/\s+/);
  const from = instruction.getFromFlag()?.getValue() ?? undefined;
  const source = from === undefined ? root : stages.get(from)!.root;
  const target = words.at(-1) ?? "";
  const to = join(stage.root, posix.resolve(stage.cwd, target));
  const paths = words.slice(0, -1);
  for (const path of paths) {
    const found = join(source, path);
    const isFolder = lstatSync(found).isDirectory();
    const isInto = target.endsWith("/") || target === "." || target === "./" || paths.length > 1;
    cpSync(found, isFolder || !isInto ? to : join(to, basename(path)), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) =>
        from !== undefined ||
        !relative(root, file)
          .split("/")
          .some((name) => ignored.some((pattern) => matchesGlob(name, pattern))),
    });
  }
}

/** Certificates that this machine trusts besides the usual ones, such as those of a proxy: a builder has them from its host. */
function hostCertificates(stage: Stage): Readonly<Record<string, string>> {
  const file = process.env["NODE_EXTRA_CA_CERTS"] ?? "/etc/ssl/certs/ca-certificates.crt";
  if (!existsSync(file)) return {};
  const path = "/run/host-certificates.crt";
  cpSync(file, join(stage.root, path), { dereference: true });
  return { NODE_EXTRA_CA_CERTS: path };
}

interface Image extends Stage {
  readonly entry: readonly string[];
  readonly health: readonly string[];
  readonly signal: NodeJS.Signals;
}

const words = (text: string): string[] => JSON.parse(text) as string[];

/** Runs every instruction, and answers the last stage with what starts it. */
function build(base: string): Image {
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  const last: Record<string, string> = {};
  for (const instruction of DockerfileParser.parse(
    readFileSync(join(root, "Dockerfile"), "utf8"),
  ).getInstructions()) {
    const keyword = instruction.getKeyword();
    const content = instruction.getArgumentsContent() ?? "";
    const started = performance.now();
    if (keyword === "FROM") {
      const [, , name = String(stages.size)] = content.split(/\s+/);
      stage = startStage(base, stages.size);
      stages.set(name, stage);
      continue;
    }
    if (stage === undefined) throw new Error("expected FROM first");
    if (keyword === "WORKDIR") {
      stage.cwd = posix.resolve(stage.cwd, content);
      mkdirSync(join(stage.root, stage.cwd), { recursive: true });
    } else if (keyword === "COPY") copy(instruction as Copy, stage, stages);
    else if (keyword === "ENV")
      Object.assign(stage.env, Object.fromEntries([content.split("=", 2) as [string, string]]));
    else if (keyword === "USER") stage.user = content;
    else if (keyword === "RUN") {
      const env = { ...stage.env, ...hostCertificates(stage) };
      chroot(stage.root, { ...stage, env }, ["/bin/sh", "-c", content]);
      console.log(`    ${((performance.now() - started) / 1_000).toFixed(1)} s  RUN ${content.slice(0, 90)}`);
    } else if (["ENTRYPOINT", "CMD", "HEALTHCHECK", "STOPSIGNAL"].includes(keyword)) last[keyword] = content;
    else if (!["EXPOSE", "VOLUME"].includes(keyword)) throw new Error(`${keyword} is not known here`);
  }
  const { ENTRYPOINT = "[]", CMD = "[]", HEALTHCHECK = "", STOPSIGNAL = "SIGTERM" } = last;
  return {
    ...stage!,
    entry: [...words(ENTRYPOINT), ...words(CMD)],
    health: words(HEALTHCHECK.slice(HEALTHCHECK.indexOf("CMD ") + 4)),
    signal: STOPSIGNAL as NodeJS.Signals,
  };
}

/** Starts the image's command as its user, and asks what an orchestrator asks. */
async function tryImage(image: Image): Promise<void> {
  const port = String(await freePort());
  const stage = { ...image, env: { ...image.env, EMEND_SERVER_PORT: port } };
  const [program, ...args] = chrootCommand(image.root, stage, image.entry);
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (said += text));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const address = `http://127.0.0.1:${port}`;
  try {
    for (let tries = 0; tries < 120; tries += 1) {
      if (
        await fetch(`${address}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        )
      )
        break;
      if (child.exitCode !== null) throw new Error(`it ended: ${said}`);
      await setTimeout(250);
    }
    check("it answers /readyz", (await fetch(`${address}/readyz`)).ok);
    check("its health check passes", spawnHealth(stage) === 0);
    check(
      "it fails if nobody listens",
      spawnHealth({ ...stage, env: { ...stage.env, EMEND_SERVER_PORT: "9" } }) === 1,
    );
    const page = await fetch(`${address}/`, { headers: { accept: "text/html" } });
    check("it serves the web app", /^<!doctype html>/i.test(await page.text()));
    check("its log has a link to log in, and no token", /\/login\?link=/.test(said) && !/\bemd_/.test(said));
    const uid = readFileSync(`/proc/${child.pid}/status`, "utf8").match(/^Uid:\s+(\d+)/m)?.[1];
    check("it does not run as root", uid === String(NODE_USER));
    check("the store is in /data", lstatSync(join(image.root, "data/.emend/emend.db")).uid === NODE_USER);
    const said2 = chroot(image.root, stage, ["emend", "doctor"]);
    check("emend doctor finds no problem in it", /^ok +store +\/data\/\.emend\/emend\.db/m.test(said2));
  } finally {
    child.kill(image.signal);
  }
  check(`it ends by itself on ${image.signal}`, (await ended) === 0);
  const size = run(
    "du",
    "--summarize",
    "--block-size=1M",
    "--one-file-system",
    dirname(image.root) + "/upper",
  );
  console.log(`the image adds ${size.split("\t")[0]} MB to its base`);
}

function spawnHealth(stage: Image): number | null {
  const [program, ...args] = chrootCommand(stage.root, stage, stage.health);
  return spawnSync(program, args, { stdio: "ignore" }).status;
}

const missing = [
  ...(process.getuid?.() === 0 ? [] : ["root's rights"]),
  ...["debootstrap", "chroot", "mount"].filter((name) => spawnSync("which", [name]).status !== 0),
];
if (missing.length > 0) {
  console.log(`not run: this needs ${missing.join(", ")}`);
  process.exit(0);
}
try {
  chmodSync(work, 0o755);
  await tryImage(build(makeBase("bookworm")));
} finally {
  for (const place of mounts.toReversed()) spawnSync("umount", [place]);
  if (mounts.every((place) => spawnSync("mountpoint", ["--quiet", place]).status !== 0))
    rmSync(work, { recursive: true, force: true });
}
