import type { RuleSetting } from "./setting.ts";

/** What agents do by themselves, and what they are asked to produce. */
export const AGENT_SETTINGS: readonly RuleSetting[] = [
  {
    name: "tests for changes",
    weight: 1.6,
    values: {
      yes: "write test, add test, create test, include test, write unit test, add unit test, test for new, test for all new, test for every, write new test, add new test, create unit test, write comprehensive test, require unit test, require test, need test, need unit test, unit test for, test coverage for, covered by test, new test, have test, must have test, write a test, add a test, accompany test, corresponding test",
    },
  },
  {
    name: "running tests",
    weight: 1.5,
    values: {
      yes: "run test, run the test, run all test, run the full test suite, run the whole test suite, run unit test, run the test suite, run full test, execute test, run the entire test suite, run all the test, run the full suite, run your test, run relevant test, run pytest",
    },
  },
  {
    name: "running the linter",
    weight: 1.5,
    values: {
      yes: "lint, linter, linting, ruff check, lint check, run lint, run the linter, run linter, run eslint, run ruff, npm run lint, pnpm lint, lint before, run lint check, lint pass",
    },
  },
  {
    name: "running the formatter",
    weight: 1.5,
    values: {
      yes: "run prettier, run the formatter, run formatter, run black, run gofmt, cargo fmt, mix format, run mix format, auto format, autoformat",
    },
  },
  {
    name: "running the build",
    weight: 1.5,
    values: {
      yes: "run build, npm run build, run the build, build before, pnpm build, run a build, build passes, run npm run build",
    },
  },
  {
    name: "dev server",
    values: {
      yes: "dev server, development server, npm run dev, pnpm dev, run dev, start the server, yarn dev",
    },
  },
  {
    name: "committing",
    weight: 1.8,
    values: {
      yes: "!uncommitted, commit anything, commit change, commit your, commit after, commit automatically, auto commit, commit unless, commit without, create commit, make commit, commit or push, commit often, commit frequently, commit early, commit only when, commit when, commit code, git commit, commit any change, commit your change, commit work, commit and push, commit regularly, commit each, commit as you go, commit every",
    },
  },
  {
    name: "pushing",
    weight: 1.8,
    values: {
      yes: "push to remote, push change, push unless, push without, push after, git push, auto push, push automatically, push to origin, push code, push to the remote, push any, push commit, push immediately, push until, push your",
    },
  },
  {
    name: "new dependencies",
    weight: 1.8,
    values: {
      yes: "new dependency, add dependency, add package, install package, new package, additional dependency, third party dependency, external dependency, new library, install dependency, add library, introduce dependency, add any dependency, add third party, external library, third party library, third party package, extra dependency, install new package, add new dependency, add any new dependency, install any, adding any new package",
    },
  },
  {
    name: "documentation files",
    weight: 1.8,
    values: {
      yes: "generate documentation, generate doc, documentation file, markdown file, md file, create documentation, create readme, create a readme, new documentation, create doc, documentation proactively, write documentation, add documentation",
    },
  },
  {
    name: "updated documentation",
    weight: 1.8,
    values: {
      yes: "update documentation, update doc, update the doc, update readme, update the readme, keep documentation, update the documentation, document change, doc up to date, documentation up to date, readme up to date, update readme md, documentation in sync",
    },
  },
  {
    name: "new files",
    weight: 1.5,
    values: {
      yes: "new file, create file, create new file, additional file, create a new file, extra file, unnecessary file, !edit existing file, !editing existing file, !editing an existing file, !modify existing file",
    },
  },
  {
    name: "code comments",
    weight: 1.5,
    values: { yes: "comment, code comment, inline comment, explanatory comment" },
  },
  {
    name: "planning",
    either: true,
    weight: 2,
    values: {
      plan: "plan first, plan before, create a plan, propose a plan, present a plan, outline the plan, make a plan, plan mode, write a plan, detailed plan, share a plan, present plan, outline your plan, outline plan, implementation plan",
      direct:
        "start coding, directly implement, jump into code, skip planning, jump straight, start implementing, code immediately, implement directly, implement immediately",
    },
  },
  {
    name: "explanations",
    weight: 1.5,
    values: {
      yes: "reasoning, full reasoning, show your reasoning, !only output, !only the code, !code only, explain change, explain your, summary of change, summarize change, summarise change, summary, explain what you, explanation, explain the change, explain decision, explain reasoning, summarize what",
    },
  },
  {
    name: "unrelated changes",
    weight: 2.2,
    values: {
      yes: "not part of the task, not related to the task, outside the task, outside of the task, !what was requested, !relevant to the task, !restrict your edit, !limit your change, !limit change to, !restrict change, !diff minimal, !keep diff, !only do what, !do what has been asked, !do what was asked, !what was asked, !nothing more, !in scope, !stay in scope, extra feature, not requested, unrequested feature, additional feature, !only change what, !only modify what, !only what the task, !minimal change, !diff small, !diff as small, !small diff, !minimal diff, !small change, !minimum change, !smallest change, !only what is needed, scope creep, outside the scope, boy scout, unrelated code, unrelated change, unrelated refactor, clean up nearby, leave the code better, opportunistic refactor, unrelated file, refactor unrelated, unrelated part, adjacent code, leave the code cleaner, leave code cleaner, leave code better, unrequested change, change not requested, unsolicited, drive by refactor, drive by change, surrounding cleanup, outside the scope of the task, beyond the task",
    },
  },
  {
    name: "defensive code",
    weight: 1.8,
    values: {
      yes: "defensive programming, defensive code, defensive check, defensive coding, fallback, fallback logic, defensive, fallback value",
    },
  },
  {
    name: "try and catch",
    weight: 1.8,
    values: { yes: "try catch, try except, try block, try catch block, try except block" },
  },
  {
    name: "base branch",
    values: {
      main: "branch from main, target main, against main, branch off main, based on main, branches off main, pr to main, prs to main",
      develop:
        "branch from develop, target develop, against develop, branch off develop, develop branch, based on develop, pr to develop, prs to develop",
    },
  },
  {
    name: "issue in the message",
    near: "commit message",
    values: {
      yes: "issue number, ticket number, jira, reference the issue, ticket id, issue id, reference issue, jira ticket, issue reference",
    },
  },
  {
    name: "tense of messages",
    either: true,
    values: { present: "imperative, imperative mood, present tense, imperative form", past: "past tense" },
  },
  {
    name: "one assertion",
    values: {
      yes: "one assertion per test, single assertion, one assert per test, one assertion, !multiple assertion, !several assertion",
    },
  },
  {
    name: "log target",
    near: "log",
    either: true,
    values: {
      stdout: "stdout, standard output, stderr",
      file: "log file, to a file, local file, to file, to disk",
    },
  },
  {
    name: "implementation tests",
    weight: 2,
    values: {
      yes: "implementation detail, test internals, private method test, test private method, internal state, !test behavior, !test behaviour, !behavior not implementation",
    },
  },
  {
    name: "staging everything",
    values: {
      yes: "git add a, git add all, git add, stage all, stage everything, !stage specific file, !stage only, !stage file individually, !stage individual file, !stage file by name",
    },
  },
  {
    name: "discarding work",
    values: {
      yes: "reset hard, git reset hard, git reset, git clean, git checkout, git stash, rm rf, discard change, revert change, git restore",
    },
  },
  {
    name: "over-engineering",
    weight: 2,
    values: {
      yes: "over engineering, over engineer, overengineering, overengineer, premature abstraction, unnecessary abstraction, over abstract, over abstraction, unnecessary complexity, over complicate, !keep it simple, !simple solution, !simplest solution, !kiss, !simplicity, !yagni, !simple code, !simplest thing, !keep code simple, !keep thing simple, clever code, clever trick, cleverness, !simple over clever, !minimal abstraction",
    },
  },
  { name: "invention", weight: 2.5, values: { yes: "fabricate, hallucinate, make up, invent, invented" } },
  {
    name: "telling names",
    weight: 2,
    values: {
      yes: "descriptive name, meaningful name, descriptive variable name, clear name, expressive name, meaningful variable, descriptive variable, self explanatory name, descriptive naming, name be descriptive, names should be descriptive, meaningful variable name, intention revealing name, !single letter, !abbreviation, !abbreviate, !cryptic name, !cryptic, full word, self documenting code, clear variable name, descriptive function name, clear naming, descriptive and meaningful name, name that describe, meaningful names for, descriptive names for",
    },
  },
  {
    name: "small functions",
    weight: 2,
    values: {
      yes: "single responsibility, one thing, do one thing, focused function, small function, short function, function small, function short, function small and focused, small and focused, small focused function, single purpose, srp, exactly one thing, keep function small, method small, small method, one responsibility, !long function, !long method, !large function, !god object, !god class, short and focused",
    },
  },
  {
    name: "existing style",
    weight: 2,
    values: {
      yes: "code around you, consistent with the code, code around it, similar file, copy their style, match the style, match existing, follow existing, existing conventions, similar component, neighbouring file, neighboring file, conventions in the codebase, code style of the project, existing style, existing code style, existing pattern, existing convention, surrounding code, codebase convention, project convention, established pattern, existing code pattern, conventions of the surrounding code, style of the codebase, style of the file, existing architecture, existing codebase pattern, pattern in the codebase, existing code convention, surrounding style, project style, consistent with the codebase, consistent with existing",
    },
  },
  {
    name: "reading first",
    weight: 2,
    values: {
      yes: "read before, understand before, read the existing code, understand the existing, read the code, understand the surrounding, read the file before, examine the code, read relevant, read existing code, read the file, understand the code, understand existing, read file before, read relevant file, study existing, understand the context",
    },
  },
  {
    name: "tests bent to pass",
    weight: 2.2,
    values: {
      yes: "weaken or delete test, delete or skip test, skip or delete test, remove or skip test, skip test, disable test, comment out test, test skip, skip a test, delete failing test, remove failing test, delete test, remove test, delete test file, weaken test, modify test to, change test to, edit test to, change the test, modify the test, alter test, modify test just to, skip failing test, disable failing test, skipped test, replace test, !fix the code instead of, !fix the implementation, weaken assertion, ignore failing test",
    },
  },
  {
    name: "secrets in logs",
    values: {
      yes: "log sensitive, log password, log secret, log token, log pii, log personal, log credential, log api key, log user data, sensitive data in log, pii in log, log any sensitive, log personally identifiable, secret in log, password in log",
    },
  },
  {
    name: "settings from the environment",
    weight: 1.5,
    values: {
      yes: "environment variable, env var, env variable, from the environment, process env, dotenv, !hardcode value, !hardcode url, !hardcode configuration, !hardcode config",
    },
  },
  {
    name: "stable tests",
    weight: 2,
    values: {
      yes: "!flaky, !flaky test, deterministic, !non deterministic, test independent, independent test, isolated test, test isolated, test isolation, same result every",
    },
  },
  {
    name: "debug output",
    values: {
      yes: "debug statement, debugger, debugger statement, debug code, debugging code, debug print, debug log, leftover debug, debug logging, debugging statement",
    },
  },
  {
    name: "lazy loading",
    weight: 2,
    values: { yes: "lazy load, lazy loading, dynamic import, code splitting, code split, react lazy" },
  },
  {
    name: "date format",
    values: {
      iso: "iso 8601, iso8601, iso date, iso string, iso format",
      unix: "unix timestamp, epoch, unix time",
    },
  },
  {
    name: "log format",
    near: "log",
    either: true,
    values: {
      structured: "json, structured, structured json, structured log",
      plain: "plain text, unstructured",
    },
  },
  {
    name: "number of table names",
    near: "table collection endpoint resource route",
    either: true,
    values: { plural: "plural", singular: "singular" },
  },
  {
    name: "thin controllers",
    weight: 2,
    values: {
      yes: "thin controller, controller thin, !business logic in controller, business logic in service, logic in service, business logic belongs in service",
    },
  },
  {
    name: "regression tests",
    weight: 2,
    values: {
      yes: "regression test, reproduce with a test, test that reproduce, test to reproduce, reproduce the bug, reproduce it, reproduce a bug, reproduces it, test for the bug, test for each bug, test for every bug, reproduce, failing test that reproduce",
    },
  },
  {
    name: "green before merging",
    weight: 2,
    values: {
      yes: "pass ci, ci pass, ci must pass, ci green, ci be green, !ci is red, !ci red, !ci fail, !failing ci, !ci is failing, !broken ci",
    },
  },
  {
    name: "commit body",
    near: "commit message",
    values: {
      yes: "body, commit body, !one line, !single line, !one short line, !single short line, !one liner",
    },
  },
  {
    name: "linter configuration",
    weight: 2,
    values: {
      yes: "linter config|configuration, lint config|configuration|rule, eslint config|configuration|rule",
    },
  },
  { name: "side effects", weight: 2, values: { yes: "side effect, !pure function, !pure" } },
  {
    name: "obvious comments",
    weight: 2.2,
    values: {
      yes: "obvious comment, comment obvious, comment the obvious, comment that restate, comment that repeat, comment explaining obvious, comment explaining what, comment what, redundant comment, comment on what, restate the code, restate what, repeat the code, describe what the code, what not why, !comment explain why, !comment why, !why not what, !comment should explain why, !explain why, !only comment non obvious, !comment only non obvious, !comment for the reasoning, !comment only complex, !comment only when, unnecessary comment, useless comment, comment that describe what, comment self explanatory, comment self evident, comment trivial, trivial comment",
    },
  },
  {
    name: "simulated code",
    weight: 2,
    values: {
      yes: "placeholder, placeholder code, dummy, dummy data, stub implementation, placeholder implementation, fake data, mock data, dummy test, placeholder value, dummy implementation, partial implementation, incomplete code, incomplete implementation",
    },
  },
];
