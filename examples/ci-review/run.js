// A machine review in CI: SARIF, kept findings and exit codes, by hand and by the workflow's own scripts.
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { tell } from "../story.js";

await tell(import.meta.url, (at) => {
  at.say("An answer with the usual faults, read safely");
  at.run("emend review check answer.txt --diff change.diff", {
    expected: [
      "accepted: 2 findings, 3 dropped",
      "invalid_enum_value",
      "file_not_in_changed_files",
      "truncated",
    ],
  });

  at.say("As SARIF, for code scanning and editors");
  at.run("emend review check answer.txt --diff change.diff --format sarif > review.sarif");
  checkSarif(at, readSarif(at.folder));

  at.say("Kept, once");
  at.run("emend import review.sarif --agent rio --run 17", { expected: ["new                  2"] });
  at.run("emend import review.sarif --agent rio --run 17 --restart", {
    expected: ["new                  0", "known                2"],
  });
  at.run("emend rules propose", { expected: "evaluated 2 new pieces of feedback, proposed 0 rules" });
  const { items: once } = JSON.parse(at.run("emend rules edge-cases --json"));
  at.check(
    "both wait as said once, on rio's work",
    once.length === 2 && once.every(({ agent }) => agent === "rio"),
  );

  at.say("And judged: severe findings fail the build");
  at.run("emend review check answer.txt --diff change.diff --fail-on high", { code: 1, quiet: true });
  at.run("emend review check answer.txt --diff change.diff --fail-on critical", { code: 1, quiet: true });
  at.run("emend review check answer.txt --diff change.diff --fail-on critical --json > judged.json", {
    code: 1,
    quiet: true,
  });
  const { verdict } = JSON.parse(readFileSync(join(at.folder, "judged.json"), "utf8"));
  at.check(
    "dropped findings count: one claims to be critical, one says nothing that can be read, and the list was cut off",
    verdict.failures.map(({ reason }) => reason).join() ===
      "severe_finding_dropped,unknown_severity_dropped,findings_unread",
  );
  at.run("emend review check --diff change.diff --format sarif > unusable.sarif", {
    code: 1,
    quiet: true,
    stdin: "I am sorry, I cannot review this.",
  });
  const unusable = readSarif(at.folder, "unusable.sarif").runs[0];
  at.check(
    "an answer that cannot be used fails, with a log that says so",
    unusable.results.length === 0 && unusable.invocations[0].executionSuccessful === false,
  );

  checkWorkflow(at, parse(readFileSync(join(at.here, "workflow.yml"), "utf8")));
});

function readSarif(folder, name = "review.sarif") {
  return JSON.parse(readFileSync(join(folder, name), "utf8"));
}

/** What SARIF 2.1.0 asks of a log, and what readers of one rely on. */
function checkSarif(at, log) {
  at.check(
    "the version and the schema are SARIF 2.1.0's",
    log.version === "2.1.0" && /2\.1\.0/.test(log.$schema),
  );
  at.check(
    "there is one run with a named tool",
    log.runs.length === 1 && log.runs[0].tool.driver.name === "Emend",
  );
  const [{ results, tool, invocations }] = log.runs;
  const rules = tool.driver.rules.map(({ id }) => id);
  at.check(
    "every result has a message, a level and a rule that is declared",
    results.length === 2 &&
      results.every(
        ({ message, level, ruleId, ruleIndex }) =>
          message.text !== "" &&
          ["error", "warning", "note"].includes(level) &&
          rules.includes(ruleId) &&
          rules[ruleIndex ?? rules.indexOf(ruleId)] === ruleId,
      ),
  );
  at.check(
    "the reviewer's own rule ids are kept",
    ["unchecked-lookup", "money-rounding"].every((id) => rules.some((rule) => rule.includes(id))),
  );
  const places = results.map(({ locations }) => locations[0].physicalLocation);
  at.check(
    "every place is a file of the change, from the repository's root, with a line",
    places.every(
      ({ artifactLocation, region }) =>
        artifactLocation.uri === "src/cart/discount.js" &&
        Number.isInteger(region.startLine) &&
        region.startLine > 0,
    ),
  );
  const told = new Set(invocations[0].toolExecutionNotifications.map(({ descriptor }) => descriptor.id));
  at.check("what was dropped is told", told.has("file_not_in_changed_files") && told.has("truncated"));
}

/** The workflow's form, and then its scripts, run in a repository whose last commit is the change. */
function checkWorkflow(at, { on, permissions, jobs }) {
  at.say("The workflow's own scripts, in a repository");
  const { steps, env, ...job } = jobs.review;
  at.check("it runs on pull requests", on === "pull_request");
  at.check(
    "nothing may be written but code scanning",
    Object.keys(permissions).length === 0 &&
      job.permissions.contents === "read" &&
      Object.entries(job.permissions).every(([what, may]) => may === "read" || what === "security-events"),
  );
  const scripts = steps.filter(({ run }) => run !== undefined);
  at.check(
    "what comes from outside reaches scripts by the environment only",
    scripts.every(({ run }) => !run.includes("${{")),
  );
  at.check(
    "every action is pinned to a version",
    steps.every(({ uses }) => uses === undefined || /@v\d+$/.test(uses)),
  );
  const [keep, judge] = ["Keep the findings", "Judge"].map((name) =>
    steps.findIndex((step) => step.name === name),
  );
  at.check("findings are kept before they are judged", keep !== -1 && keep < judge);

  const repository = join(at.folder, "repository");
  mkdirSync(repository);
  const git = (...args) =>
    execFileSync("git", ["-c", "user.name=ana", "-c", "user.email=ana@example.test", ...args], {
      cwd: repository,
      env: at.env,
      encoding: "utf8",
    }).trim();
  git("init", "--quiet");
  git("commit", "--quiet", "--allow-empty", "-m", "before");
  const base = git("rev-parse", "HEAD");
  git("apply", "--index", join(at.folder, "change.diff"));
  git("commit", "--quiet", "-m", "vouchers");
  // Stands for the model: it reads the prompt, and gives the answer of this example.
  copyFileSync(join(at.folder, "answer.txt"), join(repository, "given.txt"));
  writeFileSync(join(repository, "ask-your-model"), "#!/bin/sh\ngrep -q discount.js && cat given.txt\n");
  chmodSync(join(repository, "ask-your-model"), 0o755);

  const given = { BASE: base, HEAD: git("rev-parse", "HEAD"), RUN: "17", EMEND_STORE: "" };
  at.check(
    "every variable of a script is set in this run too",
    Object.keys(env).every((name) => name in given),
  );
  const run = (name, options) =>
    at.run(steps.find((step) => step.name === name).run.trimEnd(), {
      cwd: repository,
      env: given,
      ...options,
    });
  run("Ask the reviewer");
  run("Write SARIF");
  run("Keep the findings", { expected: ["new                  2"] });
  run("Judge", { code: 1, quiet: true });
  at.check("the build fails, with its findings kept", readSarif(repository).runs[0].results.length === 2);
}
