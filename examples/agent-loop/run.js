// An agent makes a mistake, two people correct it, a rule comes of it, and the next run does not make it.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { tell } from "../story.js";
import { openSession } from "./agent.js";

const TASKS = {
  email: {
    file: "src/users/user-email.js",
    test: "src/users/user-email.test.js",
    name: "userEmail",
    field: "email",
  },
  price: {
    file: "src/orders/order-price.js",
    test: "src/orders/order-price.test.js",
    name: "orderPrice",
    field: "price",
  },
  phone: {
    file: "src/users/user-phone.js",
    test: "src/users/user-phone.test.js",
    name: "userPhone",
    field: "phone",
  },
};

await tell(import.meta.url, async (at) => {
  at.run("git init --quiet", { quiet: true });
  at.run("emend init --for claude-code --agent rio --yes", { quiet: true });
  // A delivery in the background would write into the folder after it is gone.
  at.ends.push(() => delivered(at));
  writeFileSync(join(at.folder, "package.json"), '{ "private": true, "type": "module" }\n');
  for (const task of Object.values(TASKS)) writeTest(at.folder, task);

  at.say("Run 1: rio works for ana, then for ben, and knows no rules");
  await workAndBeCorrected(at, {
    person: "ana",
    task: TASKS.email,
    piped: true,
    words: "No, that is wrong. Always check that a lookup found something before you read a field of it.",
  });
  await workAndBeCorrected(at, {
    person: "ben",
    task: TASKS.price,
    piped: false,
    words: "Wrong again. Check that the lookup found something before you read its fields.",
  });

  at.say("What two people said becomes a rule, once both approve it");
  at.run("emend rules propose", { expected: "proposed 1 rule" });
  const [rule] = JSON.parse(at.run("emend rules list --json", { quiet: true })).items;
  const id = { RULE: rule.id };
  at.run('emend rules show "$RULE"', { env: id, expected: ["ana", "ben", "needs 2 approvals"] });
  at.run('emend rules approve "$RULE" --as ana', { env: id, expected: "1 of 2" });
  at.run('emend rules approve "$RULE" --as ben', { env: id, expected: "in force" });

  at.say("Run 2: the same agent, another task of the same kind");
  await workWithRule(at, rule.id);
  at.run("emend rules list", { expected: "active" });
});

/** Run 1: the mistake is made, heard in the tests, and put right by a person. */
async function workAndBeCorrected(at, { person, task, piped, words }) {
  const run = `run-1-${person}`;
  const session = await openSession({ folder: at.folder, env: { ...at.env, USER: person }, id: run });
  try {
    const told = session.fire("SessionStart", { source: "startup" });
    const { rules } = await session.ask("rules_for_files", { files: [task.file], run });
    at.check(`${person}'s session begins without rules`, told === "" && rules.length === 0);

    session.write(task, []);
    const { passed, heard } = session.test(task, { piped });
    at.check(`rio writes ${task.file} without the check, and its test fails`, !passed);
    at.check(
      `the hook hears it${piped ? ", though the pipe hid the exit code" : ""}, and says what failed`,
      heard.includes("Emend detected") && heard.includes("an unknown id"),
    );
    const wanted = session.fire("UserPromptSubmit", { prompt: words });
    at.check(
      `${person} refuses it, and the hook puts into words what is wanted`,
      wanted.includes("before you read"),
    );

    session.write(task, [words]);
    at.check("rio does as it was told, and the test passes", session.test(task).passed);
    await session.ask("report_outcome", { run, outcome: "rejected" });
  } finally {
    await session.close();
  }
  await delivered(at);
}

/** Run 2: the rule is there before the first line is written, by the hook and by MCP. */
async function workWithRule(at, ruleId) {
  const run = "run-2";
  const task = TASKS.phone;
  const session = await openSession({ folder: at.folder, env: { ...at.env, USER: "ana" }, id: run });
  try {
    const told = session.fire("SessionStart", { source: "startup" });
    console.log(told.replace(/^(?=.)/gm, "  | "));
    at.check("the session begins with the rule", told.includes("Check the result of any lookup"));
    const answer = await session.ask("rules_for_files", { files: [task.file], run });
    at.check(
      "MCP gives the same rule",
      answer.rules.some(({ rule_id }) => rule_id === ruleId),
    );
    at.check("and it is written down that the run had it", answer.recorded);
    const { mistakes } = await session.ask("my_mistakes_here", { files: [task.file] });
    at.check(
      "MCP tells what went wrong near this file",
      mistakes.some(({ here }) => here === "same_folder"),
    );

    const before = session.write(
      task,
      answer.rules.map(({ text }) => text),
    );
    at.check("so does the hook, before the file is written", before.includes("Earlier corrections near"));
    const { passed, heard } = session.test(task);
    at.check(
      "rio's first attempt has the check",
      readFileSync(join(at.folder, task.file), "utf8").includes("=== undefined"),
    );
    at.check("and its test passes; there is nothing to hear", passed && heard === "");
    const { state } = await session.ask("report_outcome", { run, outcome: "approved" });
    at.check("the outcome is recorded", state === "new");
  } finally {
    await session.close();
  }
  await delivered(at);
}

/** What hooks hear is recorded in the background, in a moment; here the next step waits for it. */
async function delivered(at) {
  const deadline = Date.now() + 20_000;
  for (;;) {
    at.run("emend hook --deliver", { quiet: true });
    const { waiting, delivering, last_fault } = JSON.parse(
      at.run("emend hook --status --json", { quiet: true }),
    );
    if (waiting === 0 && !delivering) return at.check("nothing went wrong in a hook", last_fault === null);
    if (Date.now() > deadline)
      throw new Error(`${waiting} pieces of feedback still wait after 20 s: ${last_fault}`);
    await setTimeout(100);
  }
}

function writeTest(folder, { test, name, field }) {
  const file = join(folder, test);
  mkdirSync(dirname(file), { recursive: true });
  const module = `./${test.split("/").at(-1).replace(".test", "")}`;
  const lines = [
    'import assert from "node:assert/strict";',
    'import { test } from "node:test";',
    `import { ${name} } from "${module}";`,
    "",
    `const records = new Map([[1, { ${field}: "x" }]]);`,
    `test("a known id", () => assert.equal(${name}(records, 1), "x"));`,
    `test("an unknown id", () => assert.equal(${name}(records, 2), undefined));`,
    "",
  ];
  writeFileSync(file, lines.join("\n"));
}
