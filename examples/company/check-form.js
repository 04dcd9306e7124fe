// What can be said of a Dockerfile and a compose file without an engine: that they fit each other, the package and its settings.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** The compose file with its anchors and merges put in. */
export const readCompose = (folder) =>
  parse(readFileSync(join(folder, "compose.yaml"), "utf8"), { merge: true });

/** Services, what they wait for, images, ports, healthchecks, volumes, and that every setting is one of Emend's. */
export function checkCompose(at, { services, volumes }) {
  const all = Object.entries(services);
  const ours = all.filter(([, { build }]) => build !== undefined);
  at.check(
    "compose: PostgreSQL, Redis, two servers and two workers",
    Object.keys(services).join() === "postgres,redis,server-1,server-2,worker" &&
      services.worker.deploy.replicas === 2,
  );
  at.check(
    "compose: every image has a version",
    all.every(([, { image }]) => /^[\w./-]+:[\w.-]+$/.test(image) && !image.endsWith(":latest")),
  );
  at.check(
    "compose: whatever others wait for has a healthcheck",
    ours.every(([, { depends_on }]) =>
      Object.entries(depends_on).every(
        ([name, { condition }]) =>
          condition === "service_healthy" && services[name]?.healthcheck?.test?.length > 0,
      ),
    ),
  );
  at.check(
    "compose: servers have one as well, and workers, which listen on no port, have none",
    ["server-1", "server-2"].every((name) =>
      services[name].healthcheck.test.at(-1).includes(":4180/readyz"),
    ) &&
      services.worker.healthcheck.disable === true &&
      services.worker.ports === undefined,
  );
  const ports = ["server-1", "server-2"].flatMap((name) =>
    services[name].ports.map((port) => [name, port.split(":")]),
  );
  at.check(
    "compose: each server's port is open to this machine only, under the address that it tells browsers",
    ports.every(
      ([name, [host, outside, inside]]) =>
        host === "127.0.0.1" &&
        inside === services[name].environment.EMEND_SERVER_PORT &&
        services[name].environment.EMEND_SERVER_PUBLIC_URL === `http://127.0.0.1:${outside}`,
    ) && new Set(ports.map(([, [, outside]]) => outside)).size === ports.length,
  );
  at.check(
    "compose: every volume is declared",
    all.every(([, service]) => (service.volumes ?? []).every((volume) => volume.split(":")[0] in volumes)),
  );
  at.check(
    "compose: no password is written down",
    !JSON.stringify(services).match(/PASSWORD":"(?!\$\{POSTGRES_PASSWORD:\?)/) &&
      ours.every(([, { environment }]) => environment.EMEND_STORE.includes("${POSTGRES_PASSWORD:?")),
  );
  for (const [name, { environment, command }] of ours) {
    const env = Object.fromEntries(
      Object.entries(environment).map(([key, value]) => [key, value.replaceAll(/\$\{[^}]*\}/g, "secret")]),
    );
    const { sources } = JSON.parse(at.run("emend config --json --sources", { env, quiet: true }));
    const used = Object.values(sources);
    at.check(
      `compose: every setting of ${name} is one of Emend's, with a value that it takes`,
      Object.keys(env).every((key) => used.includes(key)),
    );
    at.check(`compose: the command of ${name} is one of Emend's`, command.join() === "serve");
  }
}

/** Stages, the version of Node.js, what is copied, and who runs it. */
export function checkDockerfile(at, { file, root }) {
  const lines = readFileSync(file, "utf8")
    .replaceAll(/\\\n/g, " ")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line) => ({ name: line.split(" ", 1)[0], rest: line.slice(line.indexOf(" ") + 1) }));
  const unknown = lines.filter(({ name }) => !INSTRUCTIONS.has(name));
  at.check(`Dockerfile: every line is an instruction${named(unknown)}`, unknown.length === 0);
  const from = lines
    .filter(({ name }) => name === "FROM")
    .map(({ rest }) => /^(\S+)(?: AS (\w+))?$/.exec(rest));
  const { devDependencies, engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const major = /^\^(\d+)\./.exec(devDependencies.node)[1];
  at.check(
    "Dockerfile: stages, of which all but the last are named",
    lines[0].name === "FROM" && from.slice(0, -1).every(([, , name]) => name !== undefined),
  );
  at.check(
    `Dockerfile: the Node.js that the project is built and tested with, ${major}`,
    from.every(([, image]) => image.startsWith(`node:${major}-`)) &&
      Number(major) >= Number(/\d+/.exec(engines.node)[0]),
  );
  const copies = lines.filter(({ name }) => name === "COPY").map(({ rest }) => rest.split(" "));
  const [staged, sources] = [true, false].map((is) =>
    copies.filter(([first]) => first.startsWith("--from=") === is),
  );
  at.check(
    "Dockerfile: what comes from a stage comes from one that there is",
    staged.every(([first]) => from.some(([, , name]) => first === `--from=${name}`)),
  );
  const absent = sources
    .flatMap((paths) => paths.slice(0, -1))
    .filter((path) => !existsSync(join(root, path)));
  at.check(
    `Dockerfile: all that is copied is there${named(absent.map((path) => ({ name: path })))}`,
    absent.length === 0,
  );
  const last = lines.slice(lines.findLastIndex(({ name }) => name === "FROM"));
  const value = (name) => last.findLast((line) => line.name === name)?.rest;
  const placeOf = (name) => last.findLastIndex((line) => line.name === name);
  at.check(
    "Dockerfile: it does not run as root",
    value("USER") === "node" && placeOf("RUN") < placeOf("USER"),
  );
  at.check(
    "Dockerfile: it runs `emend serve`, without a shell",
    JSON.parse(value("ENTRYPOINT")).join() === "emend" && JSON.parse(value("CMD")).join() === "serve",
  );
  at.check("Dockerfile: it exposes the server's port", value("EXPOSE") === "4180");
}

/** Those that do not fit, for the message. */
const named = (lines) => (lines.length === 0 ? "" : `, but not ${lines.map(({ name }) => name).join(", ")}`);

const INSTRUCTIONS = new Set([
  "FROM",
  "WORKDIR",
  "COPY",
  "RUN",
  "ENV",
  "USER",
  "EXPOSE",
  "HEALTHCHECK",
  "STOPSIGNAL",
  "VOLUME",
  "ENTRYPOINT",
  "CMD",
]);
