// From a fresh server to a rule in an agent's prompt, as the README tells it. Exits 1 when a step does not do what it says.
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../../dist/bin.js", import.meta.url));
const here = fileURLToPath(new URL(".", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "emend-first-rule-"));
copyFileSync(join(here, "decisions.jsonl"), join(folder, "decisions.jsonl"));
const started = Date.now();

function emend(line, { stdin, expected = [] } = {}) {
  const run = spawnSync(process.execPath, [command, ...line.split(" ")], {
    cwd: folder,
    encoding: "utf8",
    input: stdin ?? "",
  });
  const missing = expected.find((text) => !run.stdout.includes(text));
  if (run.status !== 0 || missing !== undefined) {
    throw new Error(
      `emend ${line}: exit code ${run.status}, expected ${JSON.stringify(missing)} in\n${run.stdout}${run.stderr}`,
    );
  }
  return run.stdout;
}

function show(line, options) {
  console.log(`\n$ emend ${line}\n`);
  const answer = emend(line, options);
  process.stdout.write(answer.replace(/^(?=.)/gm, "  "));
  return answer;
}

const server = spawn(process.execPath, [command, "serve", "--port", "0"], { cwd: folder });
const ended = new Promise((resolve) => server.once("exit", resolve));
try {
  let said = "";
  server.stdout.setEncoding("utf8").on("data", (text) => (said += text));
  const url = await new Promise((resolve, reject) => {
    let heard = "";
    server.stderr.setEncoding("utf8").on("data", (text) => {
      heard += text;
      const found = /emend: (http:\S+) on/.exec(heard);
      if (found !== null) resolve(found[1]);
    });
    server.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${heard}`)));
  });
  console.log(`$ emend serve --port 0\n\n${said.replace(/emd_\S+/, "emd_…").replace(/^(?=.)/gm, "  ")}`);
  const token = /emd_\S+/.exec(said)[0];

  show("import decisions.jsonl", { expected: ["new                  4"] });
  // The server hears of it, evaluates, and proposes what recurs.
  let rule;
  while (rule === undefined) {
    if (Date.now() - started > 120_000) throw new Error("no rule was proposed within two minutes");
    await new Promise((resolve) => setTimeout(resolve, 500));
    rule = /ru_\w+/.exec(emend("rules list"))?.[0];
  }
  show("rules list", { expected: ["proposed", "0/2"] });
  show(`rules show ${rule}`, { expected: ["ana", "ben"] });
  show(`rules approve ${rule} --as ana`, { expected: ["1 of 2"] });
  show(`rules approve ${rule} --as ben`, { expected: ["in force"] });
  show("rules prompt --agent rio", { stdin: "You are rio.\n", expected: ["You are rio.", "test"] });

  const asked = await fetch(`${url}/api/v1/agents/rio/prompt`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ base_prompt: "You are rio.\n" }),
  });
  const { prompt } = await asked.json();
  if (!asked.ok || !prompt.includes("test")) throw new Error(`the API answered ${asked.status}: ${prompt}`);
  console.log(
    `\nThe rule is in the prompt, by the command and by the API, ${Math.round((Date.now() - started) / 1_000)} s after the start.`,
  );
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  server.kill("SIGTERM");
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
