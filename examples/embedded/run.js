// Emend as a library in another program: packed as it would be published, types checked, run, and looked at.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { tell } from "../story.js";

await tell(import.meta.url, async (at) => {
  at.say("The package as it would be published, beside a program that uses it");
  const root = fileURLToPath(new URL(".", import.meta.resolve("emend/package.json")));
  const require = createRequire(join(root, "package.json"));
  const modules = join(at.folder, "node_modules");
  mkdirSync(join(modules, "emend"), { recursive: true });
  writeFileSync(join(at.folder, "package.json"), '{ "private": true, "type": "module" }\n');
  at.run('npm pack "$EMEND" --ignore-scripts --silent', { env: { EMEND: root } });
  at.run("tar -xzf emend-*.tgz --strip-components 1 -C node_modules/emend", { quiet: true });
  // Dependencies of the library and of a store in a file; installing the tarball would bring them.
  for (const name of ["zod", "kysely", "yaml"]) {
    const [folder] = require.resolve(name).split(new RegExp(`(?<=node_modules/${name})/`));
    symlinkSync(folder, join(modules, name));
  }

  at.say("Its types");
  at.run('"$TSC" -p .', { env: { TSC: compiler(require) } });

  at.say("What it does");
  const { demonstrate } = await import(pathToFileURL(join(at.folder, "out/merge-bot.js")).href);
  const told = demonstrate(JSON.parse(readFileSync(join(at.folder, "change.json"), "utf8")));
  console.log(JSON.stringify(told, undefined, 2).replace(/^(?=.)/gm, "  | "));
  at.check("the change is not merged", told.merge === false);
  at.check(
    "the comment says why, to people and to machines",
    told.issues.join() === "review_findings,tests_failing",
  );
  at.check(
    "a finding, a failed test and a person's words are three records, each with its trust",
    told.feedback.map(({ source, trust }) => `${source} ${trust}`).join() ===
      "review reviewer_bot,signal tool,signal person",
  );
  at.check("the person's words are kept", told.feedback[2].said.includes("full price"));
  at.check("the prompt to try again with is better", told.prompt.after > told.prompt.before);
  at.check("and tells the failing test", told.prompt.text.includes("a voucher that nobody issued"));
  at.check("two people bring the rule into force", told.rule.status === "active");
  at.check(
    "it is in the prompt for its files",
    told.rule.injected === 1 && told.rule.in_prompt.includes("- Always return the full price"),
  );
  at.check(
    "and withheld elsewhere, with the reason",
    told.rule.elsewhere.rules.length === 0 && told.rule.elsewhere.withheld.length === 1,
  );
  at.check("rules that contradict each other are told", told.relation === "conflict");
  at.check(
    "the pattern has the rate and the fix",
    told.pattern.approval_rate === 0.75 && told.pattern.top[0].fix.length > 0,
  );
  at.check("a vague comment is not fit to act on", told.lint === false);

  at.say("The whole loop over a store");
  const { learnAndPrompt } = await import(pathToFileURL(join(at.folder, "out/team-loop.js")).href);
  const learned = await learnAndPrompt(join(at.folder, "emend.db"));
  at.check("three remarks are recorded and evaluated", learned.recorded === 3 && learned.evaluated === 3);
  at.check(
    "the approved rule is in the prompt",
    learned.rules === 1 && learned.prompt.includes("roundPrice"),
  );
});

/** The project's own compiler, or that of whoever has the examples beside an installed package. */
function compiler(require) {
  try {
    const manifest = require.resolve("typescript/package.json");
    return join(dirname(manifest), "bin/tsc");
  } catch {
    throw new Error("expected the TypeScript compiler beside emend: npm install --save-dev typescript");
  }
}
