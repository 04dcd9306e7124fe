// From a fresh server to a rule in an agent's prompt. Exits 1 when a step does not do what the README says.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { tell } from "../story.js";

await tell(import.meta.url, async (at) => {
  const server = at.start(["serve", "--port", "0", "--admin-token-file", "admin-token"]);
  const url = await server.ready;

  at.say("Three people reject an agent's work; the server finds what recurs and proposes a rule");
  at.run("emend import decisions.jsonl", { expected: "new                  4" });
  const env = { RULE: await proposedRule(at) };
  at.run("emend rules list", { expected: ["proposed", "0/2"] });
  at.run('emend rules show "$RULE"', { env, expected: ["ana", "ben"] });

  at.say("Two people approve it, and it is in the agent's prompt");
  at.run('emend rules approve "$RULE" --as ana', { env, expected: "1 of 2" });
  at.run('emend rules approve "$RULE" --as ben', { env, expected: "in force" });
  at.run('echo "You are rio." | emend rules prompt --agent rio', { expected: ["You are rio.", "test"] });

  const asked = await fetch(`${url}/api/v1/agents/rio/prompt`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${readFileSync(join(at.folder, "admin-token"), "utf8").trim()}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ base_prompt: "You are rio.\n" }),
  });
  at.check("the API gives the rule too", asked.ok && (await asked.json()).prompt.includes("test"));
});

async function proposedRule(at) {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const rule = JSON.parse(at.run("emend rules list --json", { quiet: true })).items[0];
    if (rule !== undefined) return rule.id;
    if (Date.now() > deadline) throw new Error("expected within two minutes: a proposed rule");
    await setTimeout(500);
  }
}
