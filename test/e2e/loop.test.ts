import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../contract/make-event.ts";
import { type RedisServer, startRedis } from "../redis-server.ts";
import { BUILT_BIN } from "../bin.ts";

const STREAM = "asdlc:events:hitl_decisions";

let folder: string;
let redis: RedisServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "emend-loop-"));
  redis = await startRedis();
}, 60_000);
afterAll(async () => {
  await redis.stop();
  rmSync(folder, { recursive: true, force: true });
});

function run(args: readonly string[], input = "") {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BUILT_BIN, ...args], {
    cwd: folder,
    input,
    encoding: "utf8",
  });
  return { code: status, stdout, stderr };
}

/** Runs the command in the folder and gives what it printed as JSON. */
function emend(...args: readonly string[]): unknown {
  const { code, stdout, stderr } = run(args);
  expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

const correction = (n: number, reviewer: string, comment: string): readonly string[] => [
  "decision_id",
  `d-${n}`,
  "gate_id",
  "HITL-2",
  "epic_id",
  "epic-1",
  "task_id",
  `task-${n}`,
  "decision",
  "REJECTED",
  "reviewer_id",
  reviewer,
  "timestamp",
  new Date(Date.now() - (10 - n) * 3_600_000).toISOString(),
  "review_duration_seconds",
  "40",
  "agent_output_sha",
  `sha-${n}`,
  "reviewer_comment",
  comment,
  "tags",
  '["null_check"]',
  "agent",
  "rio",
];

const CORRECTIONS = [
  ["ana", "Check the result of findUser() for null before you use it."],
  ["ben", "Please check the value that findOrder() returns for null before using it."],
  ["ana", "Missing null check: the result of find() is used without checking it."],
] as const;

interface Listed {
  readonly items: readonly { readonly id: string; readonly status: string; readonly text: string }[];
}

describe("the loop", () => {
  it("003.9 three corrections by two reviewers become an approved rule in the prompt, and its effect is measured", async () => {
    const publisher = new Redis(redis.url);
    for (const [n, [reviewer, comment]] of CORRECTIONS.entries()) {
      await publisher.xadd(STREAM, "*", ...correction(n, reviewer, comment));
    }

    // A worker takes them from the real stream, evaluates them and proposes.
    const worker = spawn(process.execPath, [BUILT_BIN, "events", "run", "--redis", redis.url], {
      cwd: folder,
    });
    let said = "";
    worker.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
    const list = (): Listed => emend("rules", "list", "--json") as Listed;
    await until("a rule is proposed", () => said.includes("proposed "), 30_000);
    const { items: rules } = list();
    expect(rules).toMatchObject([{ status: "proposed" }]);
    const { id, text } = rules[0]!;
    expect(text.toLowerCase()).toContain("null");

    // 003.4: one proposal with all the evidence; 003.5: one approval is not enough, and nobody approves twice.
    const dossier = emend("rules", "show", id, "--json");
    expect(JSON.stringify(dossier)).toContain("ana");
    const before = run(["rules", "prompt", "--agent", "rio"], "Be brief.\n");
    expect(before.stdout).toBe("Be brief.\n");
    emend("rules", "approve", id, "--as", "ana", "--json");
    const again = run(["rules", "approve", id, "--as", "ana"]);
    expect(again).toMatchObject({ code: 1 });
    expect(again.stderr).toContain("already_approved_by_you");
    expect(list().items).toMatchObject([{ status: "proposed" }]);
    emend("rules", "approve", id, "--as", "ben", "--json");
    expect(list().items).toMatchObject([{ status: "active" }]);

    // The rule reaches the agent's prompt and its rule file.
    const prompt = run(["rules", "prompt", "--agent", "rio", "--run", "run-1"], "Be brief.\n");
    expect(prompt.stdout).toContain("Be brief.\n");
    expect(prompt.stdout).toContain(text.replace(/\.$/, ""));
    expect(run(["inject", "agents", "--agent", "rio"]).code).toBe(0);
    expect(readFileSync(join(folder, "AGENTS.md"), "utf8")).toContain(text.replace(/\.$/, ""));
    expect(run(["inject", "agents", "--agent", "rio", "--check"]).code).toBe(0);

    // The mistake comes back: it joins its cluster, and the effect counts it.
    await publisher.xadd(
      STREAM,
      "*",
      ...correction(9, "ben", "The result of find() is again used without a null check."),
    );
    interface Cluster {
      readonly size: number;
    }
    let clusters: readonly Cluster[] = [];
    for (let tries = 0; tries < 100 && (clusters[0]?.size ?? 0) < 4; tries += 1) {
      clusters = (emend("cluster", "--json") as { readonly items: readonly Cluster[] }).items;
    }
    expect(clusters).toMatchObject([{ size: 4 }]);
    const effect = emend("rules", "effect", "--json");
    expect(JSON.stringify(effect)).toContain("stabilising");

    worker.kill("SIGINT");
    await once(worker, "exit");
    publisher.disconnect();

    // Everything people did is in a chain that holds.
    const audit = emend("audit", "verify", "--json") as { readonly entries: number };
    expect(audit).toMatchObject({ ok: true });
    expect(audit.entries).toBeGreaterThanOrEqual(3);
  }, 120_000);
});
