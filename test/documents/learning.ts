import assert from "node:assert/strict";
import type { DocumentLine } from "./document-line.ts";
import type { World } from "./world.ts";

interface Rule {
  readonly id: string;
  readonly status: string;
  readonly text: string;
}

interface Listed {
  readonly items: readonly { readonly class: string }[];
}

const DAY = 86_400_000;
let decided = 0;

/** A decision as the document describes the event. */
const decision = (reviewer: string, comment: string, change: object = {}): object => {
  decided += 1;
  return {
    decision_id: `walk-${decided}`,
    gate_id: "HITL-2",
    epic_id: "epic-7",
    task_id: `task-${decided}`,
    decision: "REJECTED",
    reviewer_id: reviewer,
    timestamp: new Date(Date.now() - 2 * DAY + decided * 60_000).toISOString(),
    review_duration_seconds: 75,
    agent_output_sha: `sha-${decided}`,
    approved_output_sha: null,
    correction_diff_path: null,
    reviewer_comment: comment,
    tags: [],
    agent: "rio",
    ...change,
  };
};

const WEBHOOKS = [
  decision("ana", "Verify the signature of the webhook before you read its body."),
  decision("ben", "The webhook's signature has to be verified before the body is parsed."),
  decision(
    "ana",
    "Webhook body is parsed although its signature was never verified. Verify the signature first.",
  ),
];

/** A folder whose store holds these decisions, evaluated. */
function learn(world: World, decisions: readonly object[]): string {
  const cwd = world.newFolder();
  const lines = decisions.map((one) => `${JSON.stringify(one)}\n`).join("");
  const imported = world.run(["import", world.write(cwd, "decisions.jsonl", lines)], { cwd });
  assert.equal(imported.code, 0, imported.stderr);
  return cwd;
}

const rulesIn = (world: World, cwd: string): readonly Rule[] =>
  (world.json(["rules", "list"], { cwd }) as { readonly items: readonly Rule[] }).items;

/** A folder with the proposal that comes of the three remarks about webhooks; made once, and copied. */
function propose(world: World): { readonly cwd: string; readonly rule: Rule } {
  const cwd = world.copyOf("proposed", () => {
    const made = learn(world, WEBHOOKS);
    const proposed = world.run(["rules", "propose"], { cwd: made });
    assert.equal(proposed.code, 0, proposed.stderr);
    return made;
  });
  const rules = rulesIn(world, cwd);
  assert.equal(rules.length, 1);
  return { cwd, rule: rules[0]! };
}

/** The same, with the proposal approved by two people. */
function approve(world: World): { readonly cwd: string; readonly rule: Rule } {
  const { cwd, rule } = propose(world);
  for (const name of ["ana", "ben"]) {
    const approved = world.run(["rules", "approve", rule.id, "--as", name], { cwd });
    assert.equal(approved.code, 0, approved.stderr);
  }
  return { cwd, rule };
}

export const LEARNING: readonly DocumentLine[] = [
  {
    line: "003.1",
    asks: "The three decisions are recorded with diff, duration, tags and agent; a redelivered one changes nothing, and of two at once one wins.",
    see: ["emend import", "POST /decisions", "POST /submissions/{submission_id}/decision", "page /inbox"],
    held: ["src/app/event/ingest-decisions.test.ts", "src/http/routes/submissions.test.ts"],
    walk: async (world) => {
      const three = [
        decision("ana", "Good.", { decision: "APPROVED", approved_output_sha: "sha-a" }),
        decision("ana", "Name the timeout in the configuration.", {
          decision: "APPROVED_WITH_CHANGES",
          tags: ["naming"],
        }),
        decision("ana", "Do not log the session token.", { decision: "REJECTED" }),
      ];
      const cwd = learn(world, three);
      const again = world.run(["import", "decisions.jsonl", "--restart", "--json"], { cwd });
      assert.match(again.stdout, /"new": ?0/);
      const work = (await world.api("agent rio", "POST", "/submissions", {
        id: "walk-work",
        gate: "Before merge",
        title: "Retry the upload",
        run: "run-1",
        output: "retry(3)",
      })) as { readonly status: number; readonly body: { readonly id: string } };
      const answers = await Promise.all(
        ["ana", "ben"].map((who) =>
          world.api(who, "POST", `/submissions/${work.body.id}/decision`, {
            decision: who === "ana" ? "approved" : "rejected",
            comment: "Retries are in the client already.",
          }),
        ),
      );
      assert.equal(answers.filter(({ status }) => status < 300).length, 1);
    },
  },
  {
    line: "003.2",
    asks: "Feedback is classified by how often it was said and by whom: contradiction first, then approval, then 3, 2 or 1 occurrences.",
    see: ["emend rules edge-cases", "emend rules ambiguous", "GET /evaluations"],
    held: ["src/core/evaluation/classify.test.ts", "src/app/evaluation/evaluate-feedback.test.ts"],
    walk: (world) => {
      const classesOf = (...decisions: readonly object[]): readonly string[] => {
        const cwd = learn(world, decisions);
        const proposed = world.run(["rules", "propose"], { cwd });
        assert.equal(proposed.code, 0, proposed.stderr);
        const listed = world.json(["feedback", "list"], { cwd }) as Listed;
        return listed.items.map(({ class: each }) => each).toReversed();
      };
      const [first, second, third] = WEBHOOKS;
      const byAna = { reviewer_id: "ana" };
      assert.deepEqual(classesOf(first!), ["edge_case"]);
      assert.deepEqual(
        classesOf(first!, { ...second, ...byAna }),
        Array.from({ length: 2 }, () => "generalizable_low"),
      );
      assert.deepEqual(
        classesOf(first!, { ...second, ...byAna }, third!),
        Array.from({ length: 3 }, () => "generalizable_high"),
      );
      const rejected = decision("ana", "Disable the button while the form is sent.", {
        agent_output_sha: "form-1",
      });
      const approved = decision("ben", "Fine.", { decision: "APPROVED", agent_output_sha: "form-1" });
      const clean = decision("ben", "Looks good.", { decision: "APPROVED" });
      assert.deepEqual(classesOf(rejected, approved, clean), ["edge_case", "ambiguous", "positive"]);
    },
  },
  {
    line: "003.3",
    asks: "Similarity is a true cosine over meaning, and its threshold can be set.",
    see: ["emend similar", "POST /feedback/similar"],
    held: ["src/app/evaluation/evaluate-feedback.test.ts"],
    walk: (world) => {
      const [same, other] = world.jsonl(
        ["similar"],
        [
          {
            id: "1",
            a: "Verify the signature of the webhook first.",
            b: "The webhook's signature must be verified first.",
          },
          {
            id: "2",
            a: "Verify the signature of the webhook first.",
            b: "Use the imperative in commit subjects.",
          },
        ],
      ) as readonly { readonly score: number; readonly same: boolean }[];
      assert.deepEqual([same!.same, other!.same], [true, false]);
      assert.ok(same!.score > other!.score);
    },
  },
  {
    line: "003.4",
    asks: "What recurs becomes one proposal with all its evidence, and conflicts and duplicates are reported before anyone reviews it.",
    see: [
      "emend rules propose",
      "emend rules show",
      "emend rules conflicts",
      "GET /proposals/{rule_id}",
      "page /proposals",
    ],
    held: ["src/app/rule/propose-rules.test.ts", "src/app/rule/proposal-dossier.test.ts"],
    walk: (world) => {
      const { cwd, rule } = propose(world);
      assert.match(rule.text, /signature/i);
      const dossier = JSON.stringify(world.json(["rules", "show", rule.id], { cwd }));
      for (const { reviewer_comment } of WEBHOOKS as readonly { readonly reviewer_comment: string }[])
        assert.ok(dossier.includes(reviewer_comment), reviewer_comment);
      const [conflict, duplicate] = world.jsonl(
        ["rules", "conflicts"],
        [
          { id: "1", a: "Indent with tabs.", b: "Indent with two spaces, never tabs." },
          { id: "2", a: "Never commit secrets.", b: "Do not commit secrets." },
        ],
      ) as readonly { readonly relation: string }[];
      assert.deepEqual([conflict!.relation, duplicate!.relation], ["conflict", "duplicate"]);
    },
  },
  {
    line: "003.5",
    asks: "No rule is active without the approvals it needs; the proposer alone cannot approve, and a changed text is a new version.",
    see: [
      "emend rules approve",
      "emend rules modify",
      "emend rules reject",
      "POST /proposals/{rule_id}/approve",
      "page /proposals",
    ],
    held: ["src/core/rule/decide-rule.model.test.ts", "src/http/routes/proposals.test.ts"],
    walk: (world) => {
      const { cwd, rule } = propose(world);
      const { id } = rule;
      assert.equal(world.run(["rules", "approve", id, "--as", "ana"], { cwd }).code, 0);
      assert.equal(world.run(["rules", "approve", id, "--as", "ana"], { cwd }).code, 1);
      assert.equal(rulesIn(world, cwd)[0]!.status, "proposed");
      const modified = world.run(
        [
          "rules",
          "modify",
          id,
          "--as",
          "ben",
          "--text",
          "Verify the signature of every webhook before you parse its body.",
        ],
        { cwd },
      );
      assert.equal(modified.code, 0, modified.stderr);
      assert.equal(world.run(["rules", "approve", id, "--as", "ana"], { cwd }).code, 0);
      assert.equal(world.run(["rules", "reject", id, "--as", "cleo"], { cwd }).code, 2);
    },
  },
  {
    line: "003.6",
    asks: "The prompt holds at most 20 rules in a stable order within a bounded length; without rules there is no section, and what was given is recorded.",
    see: ["emend rules prompt", "POST /agents/{agent}/prompt", "emend inject", "tool rules_for_files"],
    held: ["src/core/rule/select-rules.test.ts", "src/app/rule/build-prompt.test.ts"],
    walk: (world) => {
      const { cwd, rule } = approve(world);
      const stdin = "You maintain the billing service.\n";
      const given = world.run(["rules", "prompt", "--agent", "rio", "--run", "run-9"], { cwd, stdin });
      assert.ok(given.stdout.startsWith(stdin));
      assert.ok(given.stdout.includes(rule.text.replace(/\.$/, "")));
      assert.equal(
        world.run(["rules", "prompt", "--agent", "rio", "--run", "run-9"], { cwd, stdin }).stdout,
        given.stdout,
      );
      assert.equal(
        world.run(["rules", "prompt", "--agent", "nobody-yet"], { cwd: learn(world, []), stdin }).stdout,
        stdin,
      );
    },
  },
  {
    line: "003.7",
    asks: "A rule's effect is measured with sample sizes, stabilising for seven days; a rule can be retired and rolled back.",
    see: [
      "emend rules effect",
      "emend rules retire",
      "emend rules roll-back",
      "GET /rules/{rule_id}/effect",
      "page /rules",
    ],
    held: ["src/core/rule/effect.test.ts", "src/app/rule/measure-rules.test.ts"],
    walk: (world) => {
      const { cwd, rule } = approve(world);
      assert.match(world.run(["rules", "effect", rule.id], { cwd }).stdout, /stabili[sz]/i);
      assert.equal(
        world.run(["rules", "retire", rule.id, "--as", "ana", "--reason", "The gateway verifies it now."], {
          cwd,
        }).code,
        0,
      );
      const prompt = world.run(["rules", "prompt", "--agent", "rio"], { cwd, stdin: "Be brief.\n" });
      assert.equal(prompt.stdout, "Be brief.\n");
    },
  },
  {
    line: "003.8",
    asks: "Ambiguous feedback asks a person and is resolved three ways; edge cases can be searched and promoted.",
    see: [
      "emend rules ambiguous",
      "emend rules resolve",
      "emend rules edge-cases",
      "emend rules promote",
      "GET /evaluations/counts",
    ],
    held: ["src/http/routes/evaluations.test.ts", "src/cli/rules/rules-evaluations.test.ts"],
    walk: (world) => {
      const cwd = learn(world, [
        decision("ana", "Give amounts in the currency of the customer."),
        decision("ana", "Disable the button while the form is sent.", { agent_output_sha: "form-2" }),
        decision("ben", "Fine.", { decision: "APPROVED", agent_output_sha: "form-2" }),
      ]);
      world.run(["rules", "propose"], { cwd });
      const waiting = (): readonly { readonly feedback_id: string }[] =>
        (
          world.json(["rules", "ambiguous"], { cwd }) as {
            readonly items: readonly { readonly feedback_id: string }[];
          }
        ).items;
      assert.equal(waiting().length, 1);
      const why = ["--as", "ignore", "--reason", "Ben looked at another build.", "--by", "ana"];
      assert.equal(world.run(["rules", "resolve", waiting()[0]!.feedback_id, ...why], { cwd }).code, 0);
      assert.equal(waiting().length, 0);
      const { items: found } = world.json(["rules", "edge-cases", "--search", "currency"], { cwd }) as {
        readonly items: readonly { readonly feedback_id: string }[];
      };
      assert.equal(found.length, 1);
      assert.equal(world.run(["rules", "promote", found[0]!.feedback_id, "--by", "ana"], { cwd }).code, 0);
    },
  },
  {
    line: "003.9",
    asks: "From end to end: three corrections become an approved rule that stands in the agent's prompt.",
    see: [
      "emend import",
      "emend rules propose",
      "emend rules approve",
      "emend rules prompt",
      "page /proposals",
    ],
    held: ["test/e2e/loop.test.ts", "test/web/loop.test.ts"],
    walk: (world) => {
      const { cwd, rule } = approve(world);
      const { stdout } = world.run(["rules", "prompt", "--agent", "rio"], { cwd, stdin: "Be brief.\n" });
      assert.ok(stdout.includes(rule.text.replace(/\.$/, "")));
    },
  },
];
