// Writes what somebody who has worked with a coding agent for a few months has on disk: a repository with its history,
// the agent's transcripts, and the repository's reviews as `gh api` prints them. All of it is invented.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));

/** Returns the repository, and the environment in which the transcripts are the user's own. */
export function makeHistory(folder) {
  const home = join(folder, "home");
  const root = join(home, "shop");
  mkdirSync(join(root, "src"), { recursive: true });
  makeRepository(root);
  makeTranscripts(root, join(home, ".claude", "projects", root.replaceAll(/[^a-zA-Z0-9]/g, "-")));
  const reviews = join(folder, "reviews.json");
  writeFileSync(reviews, JSON.stringify(read("reviews.json").map(toRest), null, 1));
  return { root, home, reviews };
}

function makeTranscripts(root, projects) {
  mkdirSync(projects, { recursive: true });
  for (const [number, { day, turns }] of read("conversations.json").entries()) {
    const session = `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
    const lines = [];
    const add = (type, message) =>
      lines.push(
        JSON.stringify({
          parentUuid: null,
          isSidechain: false,
          userType: "external",
          cwd: root,
          sessionId: session,
          version: "2.1.40",
          gitBranch: "main",
          type,
          message,
          uuid: `${session}-${lines.length}`,
          timestamp: `${day}T09:${String(lines.length).padStart(2, "0")}:00.000Z`,
        }),
      );
    for (const [at, [act, said, typed]] of turns.entries()) {
      if (said !== "") {
        const content = [{ type: "text", text: said }];
        if (act !== "") content.unshift(toolUse(root, act, `${session}-t${at}`));
        add("assistant", { id: `m-${number}-${at}`, role: "assistant", model: "large", content });
      }
      add("user", { role: "user", content: typed });
    }
    writeFileSync(join(projects, `${session}.jsonl`), `${lines.join("\n")}\n`);
  }
}

function toolUse(root, act, id) {
  const [name, ...rest] = act.split(" ");
  const target = rest.join(" ");
  const file_path = join(root, target);
  const input =
    name === "Bash"
      ? { command: target }
      : name === "Read"
        ? { file_path }
        : { file_path, old_string: "// before", new_string: "// after" };
  return { type: "tool_use", id, name, input };
}

function makeRepository(root) {
  const git = (args, date) =>
    execFileSync("git", ["-C", root, "-c", "user.name=Ana", "-c", "user.email=ana@shop.example", ...args], {
      stdio: "ignore",
      env: {
        ...process.env,
        ...(date === undefined ? {} : { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }),
      },
    });
  git(["init", "--quiet", "--initial-branch=main"]);
  const commit = (day, message, files) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
    git(["add", "--all"]);
    git(["commit", "--quiet", "--message", message], `${day}T12:00:00Z`);
  };
  const agent = "\n\nCo-Authored-By: Claude <noreply@anthropic.com>";
  commit("2026-08-01", "The shop so far", {
    "AGENTS.md":
      "# For agents\n\n- Run the tests before you say that something works.\n- Write commit messages in the present tense.\n- Keep public functions documented.\n",
    "src/tax.js": "export const tax = (sum) => sum;\n",
  });
  commit("2026-09-02", `Log failed payments${agent}`, {
    "src/payment.js":
      "export function pay(order) {\n  try {\n    return charge(order.total, order.card);\n  } catch (error) {\n    console.log('the payment failed', error);\n    return undefined;\n  }\n}\n",
  });
  commit("2026-09-03", "Log failed payments with the logger", {
    "src/payment.js":
      "export function pay(order) {\n  try {\n    return charge(order.total, order.card);\n  } catch (error) {\n    log.error('the payment failed', error);\n    return undefined;\n  }\n}\n",
  });
  commit("2026-10-12", `Round the tax${agent}`, {
    "src/tax.js": "export const tax = (sum) => Math.round(sum * 0.19 * 100) / 100;\n",
  });
  git(["revert", "--no-edit", "HEAD"], "2026-10-13T12:00:00Z");
}

const toRest = ({ pull, day, user, path, line, hunk, body }, index) => ({
  id: 9_000 + index,
  url: `https://api.github.com/repos/acme/shop/pulls/comments/${9_000 + index}`,
  html_url: `https://github.com/acme/shop/pull/${pull}#discussion_r${9_000 + index}`,
  pull_request_url: `https://api.github.com/repos/acme/shop/pulls/${pull}`,
  user: { login: user, type: "User" },
  author_association: "MEMBER",
  path,
  line,
  original_line: line,
  side: "RIGHT",
  diff_hunk: hunk,
  body,
  created_at: `${day}T10:00:00Z`,
  updated_at: `${day}T10:00:00Z`,
});

if (process.argv[1] === fileURLToPath(import.meta.url)) makeHistory(process.argv[2] ?? "history");
