import assert from "node:assert/strict";
import type { DocumentLine } from "./document-line.ts";

interface Formatted {
  readonly comment: string;
}
interface Parsed {
  readonly issues: readonly string[] | null;
  readonly source?: string;
}
interface Patterns {
  readonly agents: readonly {
    readonly agent: string;
    readonly total: number;
    readonly decided: number;
    readonly rejected: number;
    readonly approval_rate: number | null;
    readonly trend: { readonly direction?: string } | string;
    readonly top_issues: readonly { readonly tag: string; readonly fix?: string }[];
  }[];
}

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

const ATTEMPTS = [
  {
    agent: "clay",
    outcome: "rejected",
    tags: ["body_too_thin"],
    comment: "Say why, with the numbers.",
    author: "leo",
    time: hoursAgo(30),
  },
  {
    agent: "clay",
    outcome: "rejected",
    tags: ["body_too_thin", "date_errors"],
    comment: "Still too thin.",
    author: "leo",
    time: hoursAgo(20),
  },
  { agent: "clay", outcome: "approved", author: "leo", comment: "Good.", time: hoursAgo(10) },
  { agent: "rio", outcome: "approved", author: "leo", comment: "Good.", time: hoursAgo(9) },
];

export const REJECTIONS: readonly DocumentLine[] = [
  {
    line: "002.1",
    asks: "A rejection comment is read back as it was written, whatever its tags; the last valid block wins, and a damaged one is none.",
    see: ["emend reject", "emend reject --parse", "POST /rejections/format", "POST /rejections/parse"],
    held: ["src/core/gate/parse-rejection.test.ts", "src/cli/reject/reject.test.ts"],
    walk: (world) => {
      const issues = ["date_errors", "a --> b", "naïve\ntag 漢字"];
      const [first, second] = world.jsonl(
        ["reject"],
        [
          { id: "1", issues, source: "validator" },
          { id: "2", issues: ["body_too_thin"], source: "leo" },
        ],
      ) as readonly Formatted[];
      const [one, both, damaged] = world.jsonl(
        ["reject", "--parse"],
        [
          { id: "1", comment: first!.comment },
          { id: "2", comment: `${first!.comment}\n\n${second!.comment}` },
          { id: "3", comment: '<!-- REJECTION: {"issues": [ -->' },
        ],
      ) as readonly Parsed[];
      assert.deepEqual(one!.issues, issues);
      assert.deepEqual([both!.issues, both!.source], [["body_too_thin"], "leo"]);
      assert.equal(damaged!.issues, null);
    },
  },
  {
    line: "002.2",
    asks: "Only registered tags get guidance; an unknown one stays visible and never passes for a warning.",
    see: ["emend reject", "emend reject --list", "GET /gates"],
    held: ["src/core/gate/format-rejection.test.ts"],
    walk: (world) => {
      const { stdout } = world.run(["reject", "date_errors", "made_up_tag"]);
      assert.match(stdout, /\[BLOCK\] Date accuracy/);
      assert.match(stdout, /made_up_tag/);
      assert.doesNotMatch(stdout, /\[WARN\].*made_up_tag/);
    },
  },
  {
    line: "002.3",
    asks: "Each tag has exactly one route: fix automatically, fix by a model, convert, or close.",
    see: ["emend reject --list", "GET /gates"],
    held: ["src/core/gate/duplicate-gate.test.ts"],
    walk: (world) => {
      const listed = world.json(["reject", "--list", "--pack", "knowledge-base"]) as object;
      const gates = [...JSON.stringify(listed).matchAll(/"tag":"([a-z_]+)"[^{}]*?"route":"([a-z_]+)"/g)];
      const tags = gates.map(([, tag]) => tag);
      assert.equal(new Set(tags).size, tags.length);
      for (const tag of [
        "frontmatter_schema",
        "near_duplicate",
        "title_overclaims",
        "opsec_internal_deal_terms",
      ])
        assert.ok(tags.includes(tag), tag);
    },
  },
  {
    line: "002.4",
    asks: "No rejection goes out without a tag: one that names none gets the fallback tag.",
    see: ["emend reject", "POST /rejections/format"],
    held: ["src/core/gate/duplicate-gate.test.ts", "src/core/gate/parse-rejection.test.ts"],
    walk: (world) => {
      const [formatted] = world.jsonl(
        ["reject"],
        [{ id: "1", issues: [], source: "leo" }],
      ) as readonly Formatted[];
      const [parsed] = world.jsonl(
        ["reject", "--parse"],
        [{ id: "1", comment: formatted!.comment }],
      ) as readonly Parsed[];
      assert.equal(parsed!.issues?.length, 1);
    },
  },
  {
    line: "002.5",
    asks: "The approval rate counts decided work only, with the share of rejections and the trend against the window before.",
    see: ["emend patterns", "GET /agents/{agent}/patterns", "GET /agents/{agent}/trend"],
    held: ["src/core/pattern/agent-pattern.test.ts", "src/core/pattern/detect-alerts.test.ts"],
    walk: (world) => {
      const cwd = world.newFolder();
      const lines = ATTEMPTS.map((attempt) => JSON.stringify(attempt)).join("\n");
      assert.equal(world.run(["import", world.write(cwd, "attempts.jsonl", `${lines}\n`)], { cwd }).code, 0);
      const { agents } = world.json(["patterns", "--window", "7d"], { cwd }) as Patterns;
      const clay = agents.find(({ agent }) => agent === "clay")!;
      assert.deepEqual([clay.decided, clay.rejected], [3, 2]);
      assert.ok(Math.abs(clay.approval_rate! - 1 / 3) < 0.001);
      assert.equal(clay.top_issues[0]!.tag, "body_too_thin");
      assert.ok((clay.top_issues[0]!.fix ?? "").length > 10);
      assert.ok(clay.trend !== undefined);
    },
  },
  {
    line: "002.6",
    asks: "The report on all agents costs a fixed number of queries, and every time is UTC.",
    see: ["emend patterns", "GET /agents"],
    held: ["src/http/routes/agents.test.ts", "src/core/pattern/pattern-window.test.ts"],
    walk: async (world) => {
      const { status, body } = (await world.api("ana", "GET", "/agents")) as {
        readonly status: number;
        readonly body: { readonly window: { readonly from: string } };
      };
      assert.equal(status, 200);
      assert.match(body.window.from, /Z$/);
    },
  },
  {
    line: "002.7",
    asks: "Every attempt is kept; `/metrics` and an endpoint per agent serve them, and a window that makes no sense is refused.",
    see: ["GET /agents/{agent}/rejections", "GET /agents/{agent}/patterns", "emend patterns"],
    held: ["src/http/routes/agents.test.ts", "src/http/metrics/create-http-metrics.test.ts"],
    walk: async (world) => {
      for (const tag of ["date_errors", "body_too_thin"]) {
        const recorded = await world.api("ana", "POST", "/feedback", {
          items: [{ agent: "clay", outcome: "rejected", tags: [tag], comment: `Refused for ${tag}.` }],
        });
        assert.ok(recorded.status < 300, JSON.stringify(recorded.body));
      }
      const rejections = await world.api("agent clay", "GET", "/agents/clay/rejections");
      assert.equal(rejections.status, 200);
      assert.match(JSON.stringify(rejections.body), /date_errors/);
      assert.match(JSON.stringify(rejections.body), /body_too_thin/);
      assert.equal((await world.api("agent clay", "GET", "/agents/clay/patterns?window=48h")).status, 200);
      assert.equal((await world.api("agent clay", "GET", "/agents/clay/patterns?window=soon")).status, 400);
      assert.equal(world.run(["patterns", "--window", "soon"]).code, 2);
      const { url } = await world.server();
      const metrics = await fetch(`${url}/metrics`, {
        headers: { authorization: `Bearer ${world.tokenOf("ana")}` },
      });
      assert.match(await metrics.text(), /clay/);
    },
  },
  {
    line: "002.8",
    asks: "A text that a file says already is refused at a likeness of 0.85, and the comment names that file.",
    see: ["emend reject --against", "POST /rejections/duplicates"],
    held: ["src/cli/reject/reject-against.test.ts"],
    walk: async (world) => {
      const cwd = world.newFolder();
      const bees =
        "Bumblebees forage at lower temperatures than honeybees. They warm their flight muscles by shivering before take-off.";
      const tide =
        "Spring tides occur when the sun and the moon pull in one line. They come twice in a lunar month.";
      world.write(cwd, "notes/bees.md", `${bees}\n`);
      world.write(cwd, "notes/tide.md", `${tide}\n`);
      const again =
        "Bumblebees forage at lower temperatures than honeybees do. Before take-off they warm their flight muscles by shivering.";
      const rejected = world.run(["reject", "--against", "notes"], { cwd, stdin: `${again}\n` });
      assert.equal(rejected.code, 1, rejected.stderr);
      assert.match(rejected.stdout, /near_duplicate/);
      assert.match(rejected.stdout, /bees\.md/);
      assert.doesNotMatch(rejected.stdout, /tide\.md/);
      const other =
        "Glaciers carry rock far from where it broke off, and leave it as boulders when they melt.";
      assert.equal(world.run(["reject", "--against", "notes"], { cwd, stdin: `${other}\n` }).code, 0);
      const { status, body } = await world.api("ana", "POST", "/rejections/duplicates", {
        text: again,
        against: [{ name: "bees.md", text: bees }],
      });
      assert.equal(status, 200);
      assert.match(JSON.stringify(body), /bees\.md/);
    },
  },
];
