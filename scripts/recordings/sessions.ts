/** A session in a terminal: what is typed, and what has to be there before. */
export interface Session {
  readonly name: string;
  readonly title: string;
  /** What a reader who does not see the picture should know. */
  readonly description: string;
  /** Shell lines that run before the session, unseen. */
  readonly before?: string;
  readonly steps: readonly Step[];
  /** Where the session happens, below the home folder: by default a new repository. */
  readonly folder?: string;
}

interface Step {
  readonly typed: string;
  /** What runs instead, if what is typed would need a person. */
  readonly run?: string;
}

const DELIVERED = 'until emend hook --status | grep -q "waiting: 0"; do sleep 0.2; done';

/** One event of Claude Code, sent to its hook. */
const hookEvent = (session: string, event: object): string => {
  const json = JSON.stringify({ session_id: session, ...event }).slice(0, -1);
  return `echo '${json.replaceAll("'", "'\\''")},"cwd":"'"$PWD"'"}' | emend hook claude-code > /dev/null\n${DELIVERED}`;
};

const CORRECTION = hookEvent("s1", {
  hook_event_name: "UserPromptSubmit",
  prompt: "No, never commit to main. Open a branch first.",
});

const SET_UP = "emend init --for claude-code --yes --command emend > /dev/null";

const FIRST = `$(emend rules list --json | node -pe 'JSON.parse(require("fs").readFileSync(0)).items[0].rule_id.slice(0, 11)')`;

const APPROVED = `${SET_UP}
${CORRECTION}
emend rules propose > /dev/null
emend rules approve ${FIRST} --as ana > /dev/null
emend rules approve ${FIRST} --as ben > /dev/null`;

export const SESSIONS: readonly Session[] = [
  {
    name: "init",
    title: "Setting up a repository",
    description: "emend init creates the files for Claude Code, and emend status shows what is set up.",
    steps: [
      {
        typed: "emend init --for claude-code --yes | tail -n 5",
        run: "emend init --for claude-code --yes --command emend | tail -n 5",
      },
      { typed: "emend status" },
    ],
  },
  {
    name: "learn",
    title: "What you keep correcting",
    description: "emend learn finds two corrections that recur in 13 conversations, with their quotes.",
    before: 'node "$EMEND_REPOSITORY/examples/learn/make-history.js" "$HOME/.."',
    folder: "shop",
    steps: [{ typed: "emend learn --yes" }],
  },
  {
    name: "rules",
    title: "From a correction to a rule",
    description:
      "emend rules propose proposes a rule from a correction, emend rules show shows its evidence, and two approvals put it into force.",
    before: `${SET_UP}\n${CORRECTION}`,
    steps: [
      { typed: "emend rules propose" },
      { typed: "emend rules show ru_b82509d1", run: `emend rules show ${FIRST}` },
      { typed: "emend rules approve ru_b82509d1 --as ana", run: `emend rules approve ${FIRST} --as ana` },
      { typed: "emend rules approve ru_b82509d1 --as ben", run: `emend rules approve ${FIRST} --as ben` },
    ],
  },
  {
    name: "check",
    title: "A check refuses a commit",
    description:
      "A commit hook runs emend check, which refuses a comparison with two equals signs, shows the earlier correction and fixes it.",
    before: `cp "$EMEND_CHECKS" emend-checks.json
printf '#!/bin/sh\\nexec emend check --staged\\n' > .git/hooks/pre-commit
chmod +x .git/hooks/pre-commit
printf 'export function price(cart) {\\n  if (cart.coupon == "half") return cart.sum / 2;\\n  return cart.sum;\\n}\\n' > cart.js
git add cart.js`,
    steps: [
      { typed: 'git commit -m "Coupons for half the price"' },
      { typed: "emend check --fix cart.js && git add cart.js" },
      { typed: 'git commit -q -m "Coupons for half the price" && git show --stat --format=%s' },
    ],
  },
  {
    name: "why",
    title: "Why an agent did that",
    description: "emend why says which run made a commit, which rules it had, who approved them and why.",
    before: `${APPROVED}
emend inject > /dev/null
${hookEvent("s2", { hook_event_name: "SessionStart", source: "startup", model: "claude-opus-5" })}
git checkout -q -b price
echo 'export const price = 1999;' > price.js
git add price.js
git commit -q -m "Add the price"
${hookEvent("s2", {
  hook_event_name: "PostToolUse",
  tool_name: "Bash",
  tool_input: { command: "git commit -q -m price" },
  tool_response: { stdout: "", stderr: "" },
})}`,
    steps: [{ typed: "emend why HEAD" }, { typed: "emend rules blame CLAUDE.md" }],
  },
];
