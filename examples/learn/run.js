// From three months of conversations, commits and reviews to what recurs in them. Exits 1 when a step does not do what the README says.
import { tell } from "../story.js";

const INSIDE = 'export HOME="$PWD/history/home" && cd history/home/shop && emend';

await tell(import.meta.url, async (at) => {
  at.run('node make-history.js "$PWD/history"', { quiet: true });
  // The folder is gone afterwards, and so is what Emend remembers.
  const env = { CLAUDE_CONFIG_DIR: "", XDG_STATE_HOME: "" };
  at.say("What was corrected again and again in conversations, and what AGENTS.md said all the same");
  at.run(`${INSIDE} learn --yes`, {
    env,
    expected: ["Run the tests ", "AGENTS.md:3, corrected", "5 commits"],
  });
  at.say("What reviewers keep saying");
  at.run(`${INSIDE} learn ../../reviews.json`, {
    env,
    expected: ["Replace magic numbers with named constants.", "by ben and cleo"],
  });
});
