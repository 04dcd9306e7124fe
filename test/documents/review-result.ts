import assert from "node:assert/strict";
import type { DocumentLine } from "./document-line.ts";

interface Diagnostic {
  readonly kind: string;
  readonly reason: string;
  readonly finding_id?: string;
  readonly path?: string;
  readonly from?: unknown;
  readonly to?: unknown;
}
interface Checked {
  readonly status: "accepted" | "rejected";
  readonly result?: {
    readonly findings: readonly { readonly id: string; readonly file: string; readonly line: number }[];
  };
  readonly diagnostics: readonly Diagnostic[];
}

const FINDING = {
  id: "F-1",
  severity: "high",
  category: "reliability",
  title: "Timer is never cleared",
  file: "src/poll.ts",
  line: 31,
  message: "The interval goes on after the page is closed.",
};
const answer = (findings: readonly object[], change: object = {}): object => ({
  schema_version: "1.0",
  prompt_version: "1.0",
  findings,
  ...change,
});
const check = (raw: string | object, config?: object): object => ({
  id: "x",
  raw: typeof raw === "string" ? raw : JSON.stringify(raw),
  changed_files: ["src/poll.ts", "src/page.ts"],
  ...(config === undefined ? {} : { config }),
});
const reasons = ({ diagnostics }: Checked): readonly string[] => diagnostics.map(({ reason }) => reason);

export const REVIEW_RESULT: readonly DocumentLine[] = [
  {
    line: "004.1",
    asks: "No input crashes the parser, and it works in order: parse, versions and top level, findings, files.",
    see: ["emend review check", "POST /reviews", "tool check_review"],
    held: ["src/core/review/recovery.test.ts", "test/fuzz/review-mutants.test.ts"],
    walk: (world) => {
      const inputs = [
        "",
        "null",
        "[[[[",
        "\u0000\ud83d",
        '{"findings": {}}',
        "x".repeat(5_000),
        '{"schema_version":"9.0","prompt_version":"1.0","findings":[{}]}',
      ];
      const answers = world.jsonl(
        ["review", "check"],
        inputs.map((raw) => check(raw)),
      ) as readonly Checked[];
      assert.ok(answers.every(({ status }) => status === "rejected"));
      assert.deepEqual(reasons(answers.at(-1)!), ["incompatible_version"]);
    },
  },
  {
    line: "004.2",
    asks: "Every clause of the schema is enforced, and booleans are no integers.",
    see: ["emend review check", "emend review schema"],
    held: ["src/core/review/parse-review.test.ts"],
    walk: (world) => {
      const broken = [
        { line: true },
        { line: 0 },
        { line: 4, end_line: 3 },
        { severity: "huge" },
        { category: "taste" },
        { confidence: "very" },
        { title: "" },
        { line: "42-48" },
      ];
      for (const answered of world.jsonl(
        ["review", "check"],
        broken.map((change) => check(answer([{ ...FINDING, ...change }]))),
      ) as readonly Checked[])
        assert.deepEqual(answered.result?.findings, []);
      const [top, extra] = world.jsonl(
        ["review", "check"],
        [check(answer([FINDING], { findings: "none" })), check(answer([{ ...FINDING, mood: "calm" }]))],
      ) as readonly Checked[];
      assert.equal(top!.status, "rejected");
      assert.deepEqual([extra!.result?.findings, reasons(extra!)], [[FINDING], ["unknown_key_dropped"]]);
    },
  },
  {
    line: "004.3",
    asks: "Every coercion and every dropped finding is logged with its id, field, old and new value and reason.",
    see: ["emend review check", "POST /reviews"],
    held: ["src/core/review/parse-review.test.ts"],
    walk: (world) => {
      const [checked] = world.jsonl(
        ["review", "check"],
        [
          check(
            answer([
              { ...FINDING, title: "  Timer ", file: "src\\poll.ts", line: "31" },
              { ...FINDING, id: "F-2", line: -4 },
            ]),
          ),
        ],
      ) as readonly Checked[];
      const logged = (reason: string): Diagnostic =>
        checked!.diagnostics.find((one) => one.reason === reason)!;
      assert.deepEqual(
        [logged("trim").from, logged("trim").to, logged("trim").finding_id],
        ["  Timer ", "Timer", "F-1"],
      );
      assert.equal(logged("path_separator").to, "src/poll.ts");
      assert.deepEqual([logged("integer_from_string").from, logged("integer_from_string").to], ["31", 31]);
      assert.deepEqual(
        [logged("invalid_line_range").kind, logged("invalid_line_range").finding_id],
        ["finding_dropped", "F-2"],
      );
    },
  },
  {
    line: "004.4",
    asks: "An answer without findings is a clean success; one whose findings were all dropped is a warning.",
    see: ["emend review check"],
    held: ["src/core/review/parse-review.test.ts"],
    walk: (world) => {
      const [clean, dropped] = world.jsonl(
        ["review", "check"],
        [check(answer([])), check(answer([{ ...FINDING, file: "src/other.ts" }]))],
      ) as readonly Checked[];
      assert.deepEqual([clean!.status, clean!.diagnostics], ["accepted", []]);
      assert.equal(dropped!.status, "accepted");
      assert.ok(reasons(dropped!).includes("file_not_in_changed_files"));
      assert.ok(reasons(dropped!).includes("all_findings_dropped"));
    },
  },
  {
    line: "004.5",
    asks: "The prompt version is exact unless drift is allowed; a newer minor schema may bring optional fields, and another major is refused before any finding.",
    see: ["emend review check"],
    held: ["src/core/review/parse-review.test.ts"],
    walk: (world) => {
      const drift = { schema_version: "1.0", prompt_version: "1.0", allow_prompt_patch_drift: true };
      const answers = world.jsonl(
        ["review", "check"],
        [
          check(answer([FINDING], { prompt_version: "1.0.3" })),
          check(answer([FINDING], { prompt_version: "1.0.3" }), drift),
          check(answer([{ ...FINDING, mood: "calm" }], { schema_version: "1.4" })),
          check(answer([{ nothing: "valid" }], { schema_version: "2.0" })),
        ],
      ) as readonly Checked[];
      assert.deepEqual(
        answers.map(({ status }) => status),
        ["rejected", "accepted", "accepted", "rejected"],
      );
      assert.equal(answers[2]!.result!.findings.length, 1);
      assert.deepEqual(reasons(answers[3]!), ["incompatible_version"]);
    },
  },
  {
    line: "004.6",
    asks: "Paths may differ in separators, repeated `./` and inner `..`; one that leaves the root is refused.",
    see: ["emend review check"],
    held: ["src/core/review/parse-review.files.test.ts"],
    walk: (world) => {
      const spelled = [
        "./src/poll.ts",
        "././src//poll.ts",
        "src/lib/../poll.ts",
        "src\\poll.ts",
        "b/src/poll.ts",
      ];
      for (const { result } of world.jsonl(
        ["review", "check"],
        spelled.map((file) => check(answer([{ ...FINDING, file }]))),
      ) as readonly Checked[])
        assert.deepEqual(
          result?.findings.map(({ file }) => file),
          ["src/poll.ts"],
        );
      const outside = ["../src/poll.ts", "/src/../../poll.ts", "src/../../src/poll.ts"];
      for (const { result } of world.jsonl(
        ["review", "check"],
        outside.map((file) => check(answer([{ ...FINDING, file }]))),
      ) as readonly Checked[])
        assert.deepEqual(result?.findings, []);
    },
  },
  {
    line: "004.7",
    asks: "The reviewer's prompt holds the versions, the fields, the allowed values and all rules, taken from the schema.",
    see: ["emend review prompt", "POST /reviews/prompt"],
    held: ["src/core/review/build-review-prompt.test.ts"],
    walk: (world) => {
      const cwd = world.newFolder();
      const prompt = world.run(
        ["review", "prompt", "--changed-files", world.write(cwd, "files", "src/poll.ts\n")],
        { cwd },
      ).stdout;
      for (const text of [
        "schema_version",
        "prompt_version",
        "1.0",
        "src/poll.ts",
        "critical",
        "maintainability",
        "confidence",
        "end_line",
        "JSON",
      ])
        assert.ok(prompt.includes(text), text);
      assert.match(prompt, /omit|leave (?:it )?out/i);
    },
  },
  {
    line: "004.8",
    asks: "A rollout of a new version reports coercions, drops and rejections per version, and says when to go on and when to roll back.",
    see: [
      "emend rollouts show",
      "emend rollouts start",
      "GET /rollouts/{rollout_id}",
      "GET /reviews/health",
      "page /rollouts",
    ],
    held: ["src/core/rollout/rollout-report.test.ts", "src/http/routes/rollouts.test.ts"],
    walk: async (world) => {
      const started = (await world.api("ana", "POST", "/rollouts", {
        baseline: { schema_version: "1.0", prompt_version: "1.0" },
        candidate: { schema_version: "1.0", prompt_version: "1.1" },
      })) as { readonly status: number; readonly body: { readonly id: string } };
      assert.ok(started.status < 300, JSON.stringify(started.body));
      const shown = await world.api("ana", "GET", `/rollouts/${started.body.id}`);
      assert.equal(shown.status, 200);
      assert.match(JSON.stringify(shown.body), /drop/);
      assert.equal((await world.api("ana", "GET", "/reviews/health")).status, 200);
    },
  },
];
