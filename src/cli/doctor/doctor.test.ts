import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bringIntoForce } from "../../../test/active-rules.ts";
import {
  template,
  top,
  folder,
  env,
  text,
  write,
  shim,
  run,
  doctor,
  wrongIn,
  withoutAgents,
  changeStore,
  set,
  follow,
  useDoctorProject,
} from "../../../test/doctor-project.ts";
import { runCli } from "../../../test/run-cli.ts";
import { withStore } from "../../../test/with-store.ts";
import { openDatabase } from "../../drivers/sql/sqlite/better-sqlite.ts";
import type { DoctorCheck } from "./doctor-check.ts";

useDoctorProject();

interface Break {
  readonly why: string;
  readonly code: string;
  readonly state: DoctorCheck["state"];
  /** Whether agents stay connected. */
  readonly agents?: true;
  readonly make: () => unknown;
  /** What to do, if the named fix is an action and not a command. */
  readonly mend?: () => unknown;
}

const BREAKS: readonly Break[] = [
  {
    why: "the program of hooks and MCP is gone",
    code: "program_missing",
    state: "problem",
    agents: true,
    make: () => {
      for (const path of [".claude/settings.json", ".mcp.json"])
        write(path, text(path).replaceAll(join(top, "quick/emend"), join(top, "gone/emend")));
      write(
        ".emend/init.json",
        text(".emend/init.json").replaceAll(join(top, "quick/emend"), join(top, "gone/emend")),
      );
    },
  },
  {
    why: "the program of hooks and MCP fails",
    code: "program_broken",
    state: "problem",
    agents: true,
    make: () => {
      shim("broken/emend", "echo 'cannot find module' >&2; exit 1");
      for (const path of [".claude/settings.json", ".mcp.json", ".emend/init.json"])
        write(path, text(path).replaceAll(join(top, "quick/emend"), join(top, "broken/emend")));
    },
  },
  {
    why: "the program of hooks and MCP is of another version",
    code: "version_differs",
    state: "warning",
    agents: true,
    make: () => shim("quick/emend", "echo 0.0.9"),
    mend: () => cpSync(join(template, "quick/emend"), join(top, "quick/emend")),
  },
  {
    why: "two hooks of Emend for one event",
    code: "hook_doubled",
    state: "warning",
    agents: true,
    make: () => {
      const settings = JSON.parse(text(".claude/settings.json")) as { hooks: Record<string, unknown[]> };
      settings.hooks["Stop"]!.push(settings.hooks["Stop"]![0]);
      cpSync(join(folder, ".claude/settings.json"), join(top, "before.json"));
      write(".claude/settings.json", JSON.stringify(settings));
    },
    mend: () => cpSync(join(top, "before.json"), join(folder, ".claude/settings.json")),
  },
  {
    why: "an interrupted init",
    code: "set_up_incomplete",
    state: "warning",
    agents: true,
    make: () => {
      const settings = JSON.parse(text(".claude/settings.json")) as { hooks: Record<string, unknown> };
      delete settings.hooks["PostToolUse"];
      write(".claude/settings.json", JSON.stringify(settings));
    },
  },
  {
    why: "drafts that a crash left",
    code: "drafts_left",
    state: "warning",
    make: () => write(".github/workflows/.emend-0123456789abcdef.tmp", "{"),
  },
  {
    why: "a set-up record that somebody changed",
    code: "record_broken",
    state: "problem",
    agents: true,
    make: () => {
      for (const path of [".claude", ".mcp.json"]) rmSync(join(folder, path), { recursive: true });
      write(".emend/init.json", "{}");
    },
    mend: async () => {
      rmSync(join(folder, ".emend/init.json"));
      await run("init", "--yes", "--for", "claude-code", "--command", join(top, "quick/emend"));
    },
  },
  {
    why: "settings with an unknown key",
    code: "unknown_key",
    state: "problem",
    make: () => write("emend.yaml", "storr: x.db\n"),
    mend: () => write("emend.yaml", "store: .emend/emend.db\n"),
  },
  {
    why: "settings that wait for trust",
    code: "not_trusted",
    state: "problem",
    make: () => write("emend.yaml", "catalogue:\n  file: own.jsonl\n"),
    mend: () => run("trust", "--yes"),
  },
  {
    why: "a file that is no store",
    code: "store_corrupt",
    state: "problem",
    make: () => write(".emend/emend.db", "no database, but long enough to be looked at as one\n".repeat(20)),
    mend: () => rmSync(join(folder, ".emend/emend.db")),
  },
  {
    why: "a store of a newer version",
    code: "store_too_new",
    state: "problem",
    make: () => changeStore("update store_state set value = 99 where name = 'schema_version'"),
    mend: () => cpSync(join(template, "work/.emend/emend.db"), join(folder, ".emend/emend.db")),
  },
  {
    why: "an audit log that somebody changed",
    code: "audit_broken",
    state: "problem",
    make: () => {
      const database = openDatabase(join(folder, ".emend/emend.db"));
      const triggers = database
        .prepare("select name from sqlite_schema where type = 'trigger' and tbl_name = 'audit'")
        .all([]) as readonly { name: string }[];
      for (const { name } of triggers) database.exec(`drop trigger ${name}`);
      database.exec(
        "update audit set actor = 'eve', action = 'rule.retired' where seq = 1".replace(
          "actor = 'eve', ",
          "",
        ),
      );
      database.close();
    },
    mend: () => cpSync(join(template, "work/.emend/emend.db"), join(folder, ".emend/emend.db")),
  },
  {
    why: "rule files that nobody updated",
    code: "rules_stale",
    state: "warning",
    make: () => write("CLAUDE.md", text("CLAUDE.md").replace("Close every file.", "Close no file.")),
  },
  {
    why: "rules that do not fit",
    code: "rules_withheld",
    state: "warning",
    make: async () => {
      await withStore(folder, (store) =>
        bringIntoForce(store, "Name every constant.", { scope: { agents: [], paths: [] } }),
      );
      set("EMEND_RULES_RULES_PER_AGENT", "1");
      await run("inject");
    },
    mend: async () => {
      set("EMEND_RULES_RULES_PER_AGENT", "20");
      await run("inject");
    },
  },
  {
    why: "a queue that nobody delivered",
    code: "queue_stuck",
    state: "warning",
    make: async () => {
      const event = {
        hook_event_name: "UserPromptSubmit",
        session_id: "s-1",
        cwd: folder,
        prompt: "No, always close files in this project.",
      };
      await runCli(["hook", "claude-code"], {
        cwd: folder,
        env,
        stdin: JSON.stringify(event),
        now: "2026-11-01T10:00:00Z",
      });
    },
  },
  {
    why: "a store that git would commit",
    code: "store_not_ignored",
    state: "warning",
    make: () => {
      rmSync(join(folder, ".gitignore"));
      rmSync(join(folder, ".emend/.gitignore"), { force: true });
    },
  },
  {
    why: "a git without a name",
    code: "git_nameless",
    state: "warning",
    make: () => execFileSync("git", ["-C", folder, "config", "--unset", "user.name"]),
  },
  {
    why: "a state folder that others can read",
    code: "state_folder_open",
    state: "problem",
    make: () => {
      mkdirSync(join(top, ".local/state/emend"), { recursive: true });
      chmodSync(join(top, ".local/state/emend"), 0o755);
    },
  },
  {
    why: "an agent command that is not installed",
    code: "llm_command_missing",
    state: "problem",
    make: () => set("EMEND_LLM_COMMAND", "clod -p"),
    mend: () => set("EMEND_LLM_COMMAND", undefined),
  },
  {
    why: "a Redis that does not answer",
    code: "events_unreachable",
    state: "problem",
    make: () => set("EMEND_REDIS_URL", "redis://127.0.0.1:9"),
    mend: () => set("EMEND_REDIS_URL", undefined),
  },
  {
    why: "a server that does not answer",
    code: "server_unreachable",
    state: "problem",
    make: () => {
      set("EMEND_SERVER_URL", "http://127.0.0.1:9");
      set("EMEND_SERVER_TOKEN", "x");
    },
    mend: () => set("EMEND_SERVER_URL", undefined),
  },
];

describe("emend doctor", () => {
  it("finds nothing wrong with what init leaves, and records nothing", async () => {
    const before = readFileSync(join(folder, ".emend/emend.db"));
    for (const path of [".claude/settings.json", ".mcp.json"])
      write(path, text(path).replaceAll(join(top, "quick/emend"), join(top, "bin/emend")));
    const { code, stdout } = await run("doctor");
    expect([code, stdout]).toEqual([0, expect.stringMatching(/\n\nEverything works\.\n$/)]);
    expect(stdout).toMatch(
      /^ok {7}hooks of claude-code +\.claude\/settings\.json starts \S+emend, which answered/m,
    );
    expect(stdout).toMatch(
      /^ok {7}mcp of claude-code +\.mcp\.json starts \S+emend, which answered over MCP/m,
    );
    expect(readFileSync(join(folder, ".emend/emend.db")).equals(before)).toBe(true);
  });

  it.each(BREAKS)(
    "$why: names $code, and what it says mends it",
    async ({ code, state, agents, make, mend }) => {
      if (agents === undefined) withoutAgents();
      await make();
      const broken = await doctor();
      const found = wrongIn(broken).find((each) => each.code === code);
      expect([code, found?.state]).toEqual([code, state]);
      expect(broken.code).toBe(state === "problem" ? 1 : 0);
      await (mend ?? (() => follow(found!.mend!)))();
      const mended = await doctor();
      // How quick a hook is depends on what else this machine does.
      const passing = new Set(["hook_slow", ...(agents === undefined ? ["no_agent_set_up"] : [])]);
      const left = wrongIn(mended).filter((each) => !passing.has(each.code ?? ""));
      expect([mended.code, left]).toEqual([0, []]);
    },
  );
});
