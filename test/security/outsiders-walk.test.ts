import { describe, expect, it } from "vitest";
import { evaluateFeedback } from "../../src/app/evaluation/evaluate-feedback.ts";
import { proposeRules } from "../../src/app/rule/propose-rules.ts";
import { allows } from "../../src/core/access/permission.ts";
import { type Trust, TRUSTS } from "../../src/core/feedback/feedback.ts";
import { createBuiltInEvaluator } from "../../src/drivers/evaluator/built-in-evaluator.ts";
import { ROUTES } from "../../src/http/routes.ts";
import { RESOURCE_TEMPLATES } from "../../src/mcp/resources.ts";
import { MCP_TOOLS } from "../../src/mcp/tools.ts";
import { runningCheck } from "../running-check.ts";
import { GITHUB_DOORS } from "./walk/doors-github.ts";
import { type Door, HTTP_DOORS, MCP_DOORS } from "./walk/doors-http.ts";
import { HOOK_DOORS, IMPORT_DOORS, OTHER_DOORS } from "./walk/doors-local.ts";
import { COMMAND_EXITS, HOOK_EXITS, HTTP_EXITS, MCP_EXITS } from "./walk/exits.ts";
import { openWorld, type World } from "./walk/walk-world.ts";

/** Operations that an agent's token may ask and that tell nothing recorded: they answer about what they are given. */
const SAY_NOTHING_RECORDED = [
  "lintFeedback",
  "buildReviewPrompt",
  "parseRejection",
  "scorePrompt",
  "refinePrompt",
  "listGates",
  "assignRollout",
  "reportFixed",
  "getSession",
  "listLoginMethods",
  "logIn",
  "logOut",
  "lookAtInvitation",
  "acceptInvitation",
  "reportRunModel",
  "reportCommits",
  "reportChecks",
];
const TOOLS_THAT_SAY_NOTHING_RECORDED = ["check_review", "lint_feedback", "refine_prompt", "detect_signal"];

const named = (prefix: string, doors: Readonly<Record<string, Door | null>>): readonly [string, Door][] =>
  Object.entries(doors).flatMap(([name, door]) => (door === null ? [] : [[`${prefix} ${name}`, door]]));

const DOORS: readonly [string, Door][] = [
  ...named("API", HTTP_DOORS),
  ...named("MCP", MCP_DOORS),
  ...named("GitHub", GITHUB_DOORS),
  ...named("import", IMPORT_DOORS),
  ...named("hook", HOOK_DOORS),
  ...named("", OTHER_DOORS),
];

const EXITS = [
  ...Object.entries(HTTP_EXITS).map(([name, exit]) => [`API ${name}`, exit] as const),
  ...Object.entries(MCP_EXITS).map(([name, exit]) => [`MCP ${name}`, exit] as const),
  ...Object.entries(HOOK_EXITS),
  ...Object.entries(COMMAND_EXITS),
];

/** Letters alone, so that no reader takes a marker for anything but a word. */
const markerOf = (at: number): string =>
  `zq${[676, 26, 1].map((place) => String.fromCodePoint(97 + (Math.floor(at / place) % 26))).join("")}x`;

/** What was read where: by door and trust, the exits at which the words came out. */
const table = new Map<string, Map<Trust, readonly string[] | null>>();

async function everythingIn({ store, records }: World): Promise<string> {
  const { items } = await store.submissions.list({ order: "newest", limit: 50 });
  const work = await Promise.all(items.map(({ id }) => store.submissions.find(id)));
  const tasks = await store.iterations.list({ limit: 50 });
  const rounds = await Promise.all(tasks.items.map((task) => store.iterations.rounds(task, 1)));
  return JSON.stringify([await records(), work, rounds]);
}

async function learn({ http, store, records }: World) {
  const { emend, policy, now } = http.context;
  const parts = { ...store, ...(await emend.learning()), evaluator: createBuiltInEvaluator(), policy, now };
  await evaluateFeedback(parts)((await records()).toReversed().map(({ id }) => id));
  return proposeRules(parts)();
}

describe("15.8 the list of doors and exits is whole", () => {
  it("15.8 every operation that an agent's token may ask is a door, an exit, or tells nothing recorded", () => {
    const open = ROUTES.filter(({ permission }) => permission === "public" || allows("agent", permission));
    const covered = new Set([
      ...Object.keys(HTTP_DOORS),
      ...Object.keys(HTTP_EXITS),
      ...SAY_NOTHING_RECORDED,
    ]);
    expect(open.map(({ id }) => id).filter((id) => !covered.has(id))).toEqual([]);
  });

  it("15.8 every tool and resource of MCP is walked", () => {
    const tools = new Set([
      ...Object.keys(MCP_DOORS),
      ...Object.keys(MCP_EXITS),
      ...TOOLS_THAT_SAY_NOTHING_RECORDED,
    ]);
    expect(MCP_TOOLS.map(({ name }) => name).filter((name) => !tools.has(name))).toEqual([]);
    expect(RESOURCE_TEMPLATES.map(({ name }) => name)).toEqual(["rule", "agent_rules"]);
  });
});

describe("15.8 what outsiders said reaches no agent", () => {
  it.each(DOORS)("15.8 in by %s, out nowhere", { timeout: 120_000 }, async (name, door) => {
    const world = await openWorld();
    try {
      const markers = new Map<Trust, string>();
      for (const [at, trust] of TRUSTS.entries()) {
        const marker = markerOf(DOORS.findIndex(([one]) => one === name) * TRUSTS.length + at);
        if (await door(world, trust, marker)) markers.set(trust, marker);
      }
      const recorded = await everythingIn(world);
      const seen = new Map<Trust, string[]>(TRUSTS.map((trust) => [trust, []]));
      for (const [exit, read] of EXITS) {
        const text = await read(world);
        for (const [trust, marker] of markers) if (text.includes(marker)) seen.get(trust)!.push(exit);
      }
      table.set(
        name.trim(),
        new Map(TRUSTS.map((trust) => [trust, markers.has(trust) ? seen.get(trust)! : null])),
      );
      // What nobody recorded could not come out either; a closing holds no words of its pull request.
      const lost = [...markers.values()].filter((marker) => !recorded.includes(marker));
      expect(lost).toEqual(name === "GitHub pull_request" ? [...markers.values()] : []);
      expect(seen.get("outsider")).toEqual([]);
    } finally {
      await world.close();
    }
  });

  it(
    "15.8 as a rule, out of many corrections of one kind, outsiders' among them",
    { timeout: 240_000 },
    async () => {
      const world = await openWorld();
      try {
        const outsiders: string[] = [];
        const others: string[] = [];
        for (const [d, [, door]] of DOORS.entries()) {
          for (const [t, trust] of TRUSTS.entries()) {
            const marker = markerOf(d * TRUSTS.length + t);
            if (await door(world, trust, marker)) (trust === "outsider" ? outsiders : others).push(marker);
          }
        }
        const { proposed } = await learn(world);
        expect(proposed.length).toBeGreaterThan(0);
        for (const { id } of proposed) {
          for (const name of ["ana", "bo"]) {
            const approved = await world.http
              .as("approver", { name })
              .post(`proposals/${id}/approve`, { version: 1 });
            expect(approved.status).toBe(200);
          }
        }
        const check = { text: "Name every ledger column after its unit." };
        await runningCheck(world.http.context.emend, "nudging", check);
        const silent: string[] = [];
        for (const [exit, readExit] of EXITS) {
          const text = await readExit(world);
          expect([exit, outsiders.filter((marker) => text.includes(marker))]).toEqual([exit, []]);
          // A rule has the words that all of them share, and no marker.
          const says = text.includes("ledger column") || others.some((marker) => text.includes(marker));
          if (!says) silent.push(exit);
        }
        // Each exit that can say something does, so that this test can fail.
        // The rule covers all of the corrections, so nobody is reminded of them.
        expect(silent).toEqual([
          "API listReminders",
          ...["prompt", "after_tool", "stop", "refused", "compacting", "other"].flatMap((kind) => [
            `hook ${kind} (store)`,
            `hook ${kind} (server)`,
          ]),
        ]);
      } finally {
        await world.close();
      }
    },
  );

  it("15.8 the table of it is docs/outsiders-walk.md", async () => {
    const rows = [...table].map(([door, byTrust]) => {
      const cells = TRUSTS.map((trust) => {
        const exits = byTrust.get(trust);
        if (exits === null || exits === undefined) return "·";
        return exits.length === 0 ? "people only" : exits.map((exit) => exit.replace(/^API /, "")).join(", ");
      });
      return `| ${door} | ${cells.join(" | ")} |`;
    });
    expect(rows).toHaveLength(DOORS.length);
    const page = [
      "# What agents can read, by source and trust",
      "",
      "Generated by `test/security/outsiders-walk.test.ts`. Each row is a way in, and each cell lists where an agent can read text that came in",
      "that way with that trust: API operations with the agent's token, MCP, hooks. A dot means that nothing can come in that way with that",
      "trust. Rules are not listed, because people approve them first and they never contain an outsider's words.",
      "",
      `| way in | ${TRUSTS.join(" | ")} |`,
      `| --- |${TRUSTS.map(() => " --- |").join("")}`,
      ...rows,
      "",
    ].join("\n");
    await expect(page).toMatchFileSnapshot("../../docs/outsiders-walk.md");
  });
});
