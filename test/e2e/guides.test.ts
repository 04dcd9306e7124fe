import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../free-port.ts";
import { readMarkdown } from "../markdown-file.ts";

/** What somebody who follows a guide sees; each is promised by the guide. */
const GUIDES: readonly {
  readonly guide: string;
  readonly seen: readonly string[];
  /** What is already in the catalogue where the page begins. */
  readonly before?: string;
}[] = [
  {
    guide: "guides/review-bot-in-ci",
    seen: [
      "accepted: 1 finding, 1 dropped, 1 value normalised, 2 repairs",
      "::error file=cart.js,line=3",
      "exit code 1",
      "new                  1",
      "proposed 0 rules",
    ],
  },
  {
    guide: "guides/claude-code",
    seen: [
      "created   .claude/settings.json",
      "is in force now",
      '"additionalContext":"Your team approved these rules',
      "To clarify the goal",
      "you  (cosine",
      "- Add a test that fails without the change.\n\n<!-- emend:end -->",
    ],
  },
  {
    guide: "guides/cursor",
    seen: [
      "created   .cursor/hooks.json",
      "alwaysApply: true",
      '"additional_context":"Your team approved these rules',
      "Emend detected a failed check",
      "seen once",
    ],
  },
  {
    guide: "guides/why",
    seen: [
      "made by claude-code (claude-opus-5) in run s1",
      "approved by ana (",
      "last change of price.js:1  export const price = 1999;",
      "v1  ana, ben ",
      "- Write amounts of money as whole cents.",
    ],
  },
  {
    guide: "guides/github",
    seen: ['{"status":"recorded","ids":["fb_', "rio        1", "github:ana", '"mark": "rejection/ci"'],
  },
  {
    guide: "guides/own-agent-api",
    seen: [
      '"prompt":"You answer tickets."',
      "waits for a person until",
      "rejected We never promise a delivery date.",
      '"status":"active"',
      "You answer tickets.\n\n## Learned Rules (from feedback)\n\nAlways hold to these:\n\n- Never promise a delivery date.",
    ],
  },
  {
    guide: "guides/trials",
    before: "emend import ../../decisions.jsonl; emend rules propose",
    seen: [
      "50 % of tasks are given the rule",
      "Nobody knows how long it takes",
      "does the rule help?",
      "every task is given the rule from now on",
    ],
  },
  {
    guide: "upgrade-and-backup",
    before: "emend import ../decisions.jsonl; emend rules propose",
    seen: [
      "whole: 1 entry",
      "the ledger holds what the store holds",
      "unreadable         0",
      "erased ana from 2 records",
      "no record is older than",
    ],
  },
];

const folder = mkdtempSync(join(tmpdir(), "emend-guides-"));
const bin = join(folder, "bin");

beforeAll(() => {
  mkdirSync(bin);
  // A hook's attendant would outlive the test by ten minutes.
  const script = `#!/bin/sh
case "$1 $2" in "hook claude-code" | "hook cursor") set -- "$@" --alone ;; esac
exec "${process.execPath}" "${resolve("dist/bin.js")}" "$@"
`;
  writeFileSync(join(bin, "emend"), script);
  chmodSync(join(bin, "emend"), 0o755);
  // Of yesterday, so that no year makes them old.
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const decisions = readFileSync("examples/first-rule/decisions.jsonl", "utf8");
  writeFileSync(join(folder, "decisions.jsonl"), decisions.replaceAll(/\d{4}-\d\d-\d\d(?=T)/g, day));
});

afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }), 60_000);

describe("a guide, word for word in an empty folder", () => {
  it.each(GUIDES)("$guide", async ({ guide, seen, before: prepared = "true" }) => {
    const home = join(folder, guide);
    mkdirSync(home, { recursive: true });
    const port = String(await freePort());
    const { blocks } = readMarkdown(readFileSync(`docs/${guide}.md`, "utf8"));
    const scripts = blocks
      .filter(({ language, more }) => language === "sh" && more !== "not-run")
      .map(({ text }) => text.replaceAll("4180", port));
    const env = {
      PATH: [bin, dirname(process.execPath), process.env["PATH"]].join(delimiter),
      HOME: home,
      EMEND_SERVER_PORT: port,
    };
    const serves = scripts.indexOf("emend serve");
    const [before, after] =
      serves === -1 ? [[], scripts] : [scripts.slice(0, serves), scripts.slice(serves + 1)];
    expect(after.length).toBeGreaterThan(2);
    const first = await bash([prepared, ...before, "pwd"].join("\n"), home, env);
    const cwd = first.trim().split("\n").at(-1) ?? home;
    const stop = serves === -1 ? undefined : await serve(cwd, env, port);
    try {
      const shown = await bash(after.join("\n"), cwd, env);
      const outputs = blocks.filter(({ language }) => language === "text").map(({ text }) => text);
      for (const text of [...seen, ...outputs]) expect(shown).toContain(text);
    } finally {
      await stop?.();
    }
  });
});

describe("README.md", () => {
  it("18.x shows what its commands print", async () => {
    const cwd = join(folder, "readme");
    mkdirSync(cwd);
    const { blocks } = readMarkdown(readFileSync("README.md", "utf8"));
    const [init, propose] = blocks.filter(({ language, more }) => language === "sh" && more === "");
    const correction = JSON.stringify({
      hook_event_name: "UserPromptSubmit",
      session_id: "s1",
      cwd,
      prompt: "No, never commit to main. Open a branch first.",
    });
    const script = [
      "git init --quiet && git config user.name you && git config user.email you@example.com",
      init!.text,
      `echo '${correction}' | emend hook claude-code`,
      'until emend hook --status | grep -q "waiting: 0"; do sleep 0.2; done',
      propose!.text,
    ];
    const path = [bin, dirname(process.execPath), process.env["PATH"]].join(delimiter);
    const output = await bash(script.join("\n"), cwd, { PATH: path, HOME: cwd });
    const shown = blocks.filter(({ language }) => language === "text");
    expect(shown).toHaveLength(2);
    for (const { text } of shown) expect(maskIds(output)).toContain(maskIds(text));
  });
});

const maskIds = (text: string): string => text.replaceAll(/ru_[0-9a-f]+/g, "ru_…");

/** Everything that the commands say, where each ends well. */
function bash(script: string, cwd: string, env: Readonly<Record<string, string>>): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn("bash", ["-e", "-c", script], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => (said += text));
    }
    const late = setTimeout(() => child.kill(), 45_000);
    child.once("error", fail);
    child.once("close", (code) => {
      clearTimeout(late);
      if (code === 0) done(said);
      else fail(new Error(`the guide ended with ${code}:\n${said}`));
    });
  });
}

async function serve(
  cwd: string,
  env: Readonly<Record<string, string>>,
  port: string,
): Promise<() => Promise<void>> {
  const child = spawn(join(bin, "emend"), ["serve"], { cwd, env, stdio: "ignore" });
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  const deadline = Date.now() + 30_000;
  for (;;) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (ready?.ok === true) break;
    if (Date.now() > deadline) throw new Error("the server did not start within 30 seconds");
    await new Promise((next) => setTimeout(next, 100));
  }
  return async () => {
    child.kill();
    await ended;
  };
}
