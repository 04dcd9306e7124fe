// Two servers and two workers on one PostgreSQL and one Redis: handed in at one, decided at the other, learned by whoever lives.
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { tell } from "../story.js";
import { checkCompose, checkDockerfile, readCompose } from "./check-form.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What three people say about three pieces of work, in other words each time. */
const REFUSALS = [
  ["ana", "Throw a NotFoundError when a lookup finds nothing, instead of reading a field of undefined."],
  ["ben", "You must throw a NotFoundError where the lookup finds nothing, and not read fields of undefined."],
  ["ana", "A lookup that finds nothing has to throw a NotFoundError; this reads a property of undefined."],
];

await tell(import.meta.url, async (at) => {
  at.say("The files for containers, by their form");
  const compose = readCompose(at.here);
  checkCompose(at, compose);
  if (existsSync(join(root, "package-lock.json")))
    checkDockerfile(at, { file: join(root, "Dockerfile"), root });

  at.say("The same processes, without containers");
  const { store, redis } = await openDatabases(at);
  const start = (service) => startProcess(at, compose.services[service], { store, redis });
  // All at once, as compose starts them on an empty database.
  const [one, two, worker, other] = await Promise.all(
    ["server-1", "server-2", "worker", "worker"].map(start),
  );
  at.check(
    "one of the two servers, and only one, made the first administrator",
    [one, two].filter(({ said }) => said().includes("/login?link=")).length === 1,
  );
  for (const { url } of [one, two]) at.check(`${url} is ready`, (await fetch(`${url}/readyz`)).ok);

  const env = { EMEND_STORE: store };
  const token = (options) =>
    JSON.parse(at.run(`emend tokens create ${options} --json`, { env, quiet: true })).token;
  const rio = token("--name rio --role agent --agent rio");
  const people = { ana: token("--name ana --role approver"), ben: token("--name ben --role approver") };

  at.say("Handed in at one server, decided at the other; a worker is killed meanwhile");
  for (const [index, [person, comment]] of REFUSALS.entries()) {
    const [here, there] = index % 2 === 0 ? [one, two] : [two, one];
    const work = {
      gate: "Before merge",
      title: `Change ${index + 1}`,
      output: `return records.get(id${index}).name;`,
    };
    const { id } = await ask(here, rio, "POST", "submissions", work);
    const queue = await ask(there, people[person], "GET", "submissions?agent=rio");
    at.check(
      `change ${index + 1} waits at the other server`,
      queue.items.some((item) => item.id === id),
    );
    const decided = await ask(there, people[person], "POST", `submissions/${id}/decision`, {
      decision: "rejected",
      comment,
    });
    const seen = await ask(here, rio, "GET", `submissions/${id}`);
    at.check(
      `${person} rejects it there, and rio sees it here`,
      [decided, seen].every(({ decision }) => decision?.decision === "rejected"),
    );
    if (index === 0) {
      // What a killed worker had in hand is taken over after a minute; between two decisions it has nothing.
      const counts = async () => Object.values(await ask(here, people.ana, "GET", "evaluations/counts"));
      await until(
        "the first refusal, evaluated",
        async () => (await counts()).some((count) => count > 0) || undefined,
      );
      worker.child.kill("SIGKILL");
      await once(worker.child, "exit");
      at.check("one worker is killed, and the other goes on", other.child.exitCode === null);
    }
  }

  at.say("What recurs is known at both servers");
  const cluster = (server) => async () =>
    (await ask(server, people.ana, "GET", "clusters?min_size=3")).items.find(
      ({ size }) => size === REFUSALS.length,
    );
  const learned = await until("a cluster of all three refusals at the first server", cluster(one));
  const same = await until("the same cluster at the second server", cluster(two));
  at.check(`both show the cluster ${learned.id}`, same.id === learned.id);
  console.log(`  | ${learned.size} times: ${learned.text}`);

  const proposal = (server) => async () => (await ask(server, people.ana, "GET", "proposals")).items[0];
  const proposed = await until("a proposal at the second server", proposal(two));
  const approve = (server, person) =>
    ask(server, people[person], "POST", `proposals/${proposed.rule_id}/approve`, {
      version: proposed.version,
    });
  await approve(one, "ana");
  await approve(two, "ben");
  const promptAt = async (server) =>
    (await ask(server, rio, "POST", "agents/rio/prompt", { base_prompt: "You are rio.\n" })).prompt;
  const prompt = await promptAt(one);
  console.log(prompt.replace(/^(?=.)/gm, "  | "));
  at.check("approved at one server each, it is in rio's prompt", prompt.includes("NotFoundError"));
  at.check("which is the same at both", prompt === (await promptAt(two)));
  at.run("emend events status", { env: { ...env, EMEND_REDIS_URL: redis } });
  at.run("emend audit verify", { env });
});

/** The addresses given on the command line, or servers of our own, found and started as the tests do. */
async function openDatabases(at) {
  const [store, redis] = process.argv.slice(2);
  if (store !== undefined && redis !== undefined) return { store, redis };
  if (!existsSync(join(root, "test/postgres-server.ts"))) {
    throw new Error(
      "expected the addresses of an empty PostgreSQL database and of a Redis: run.js postgres://… redis://…",
    );
  }
  const [{ startPostgres }, { startRedis }] = await Promise.all([
    import("../../test/postgres-server.ts"),
    import("../../test/redis-server.ts"),
  ]);
  const redisServer = await startRedis({ appendonly: true });
  at.ends.push(() => redisServer.stop());
  const postgres = await startPostgres();
  at.ends.push(() => postgres.stop());
  return { store: await postgres.urlOf("company"), redis: redisServer.url };
}

/** A service of compose.yaml as a plain process: its own settings, at the addresses of this machine. */
async function startProcess(at, { command: args, environment }, { store, redis }) {
  const { EMEND_SERVER_PUBLIC_URL: _, ...settings } = environment;
  const here = {
    EMEND_STORE: store,
    EMEND_REDIS_URL: redis,
    EMEND_SERVER_HOST: "127.0.0.1",
    EMEND_SERVER_PORT: "0",
  };
  const { child, ready, said } = at.start(args, { env: { ...settings, ...here } });
  return { url: await ready, child, said };
}

async function ask({ url }, token, method, path, body) {
  const answer = await fetch(`${url}/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

async function until(what, look) {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`expected within a minute: ${what}`);
    await setTimeout(200);
  }
}
