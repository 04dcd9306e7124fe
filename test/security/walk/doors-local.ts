import { ingestDecisions } from "../../../src/app/event/ingest-decisions.ts";
import type { ImportFormat } from "../../../src/cli/import/import.ts";
import { EXAMPLE_DOCUMENTS } from "../../../src/core/actionable/json-schema.ts";
import { feedbackSchema } from "../../../src/core/feedback/feedback-schema.ts";
import type { Trust } from "../../../src/core/feedback/feedback.ts";
import { fromJsonl } from "../../../src/core/feedback/from-jsonl.ts";
import type { HookEvent } from "../../../src/hook/hook-event.ts";
import { bash } from "../../hook-session.ts";
import { makeDecision } from "../../make-decision.ts";
import { runCli } from "../../run-cli.ts";
import type { Door } from "./doors-http.ts";
import { AGENT, FILE, type World, words } from "./walk-world.ts";

const line = (trust: Trust, marker: string) => ({
  id: marker,
  agent: AGENT,
  author: { id: `x-${marker}`, trust },
  path: FILE,
  tags: [marker],
  outcome: "rejected",
  comment: words(marker),
  fix: words(marker),
});

const decision = (marker: string) => ({
  ...makeDecision(2, { decision_id: marker, reviewer_id: "ana", reviewer_comment: words(marker) }),
  tags: [marker],
  agent: AGENT,
});

const imports = async ({ hook }: World, format: ImportFormat, value: object, trust?: Trust) => {
  const args = ["import", "-", "--format", format, "--agent", AGENT];
  await runCli(trust === undefined ? args : [...args, "--trust", trust], {
    cwd: hook.folder,
    stdin: `${JSON.stringify(value)}\n`,
  });
  return true;
};

/** Every format of `emend import`. */
export const IMPORT_DOORS: Readonly<Record<ImportFormat, Door>> = {
  jsonl: (world, trust, marker) => imports(world, "jsonl", line(trust, marker)),
  feedback: (world, trust, marker) => imports(world, "feedback", line(trust, marker)),
  decisions: async (world, trust, marker) =>
    trust === "person" || trust === "outsider" ? imports(world, "decisions", decision(marker), trust) : false,
  actionable: (world, trust, marker) => {
    const [example] = EXAMPLE_DOCUMENTS;
    const [item] = example!.feedback_items;
    const suggestion = { ...item!.suggestion, action: words(marker) };
    const document = {
      ...example,
      id: marker,
      target: { ...example!.target, path: FILE },
      feedback_items: [{ ...item, issue: words(marker), suggestion }],
    };
    return imports(world, "actionable", document, trust);
  },
  sarif: (world, trust, marker) =>
    imports(
      world,
      "sarif",
      {
        version: "2.1.0",
        runs: [
          {
            tool: { driver: { name: "lint", rules: [{ id: marker }] } },
            results: [
              {
                ruleId: marker,
                message: { text: words(marker) },
                locations: [
                  { physicalLocation: { artifactLocation: { uri: FILE }, region: { startLine: 3 } } },
                ],
              },
            ],
          },
        ],
      },
      trust,
    ),
  github: async (world, trust, marker) => {
    if (trust === "tool") return false;
    const user = { login: `by-${marker}`, type: trust === "reviewer_bot" ? "Bot" : "User" };
    return imports(world, "github", {
      id: Number.parseInt(marker.slice(2), 36),
      node_id: marker,
      body: words(marker),
      path: FILE,
      line: 3,
      user,
      author_association: trust === "person" ? "MEMBER" : "NONE",
      created_at: "2026-11-15T08:00:00Z",
    });
  },
};

/** Every event of the hook; null for those that record nothing. */
export const HOOK_DOORS: Readonly<Record<HookEvent["kind"], Door | null>> = {
  session_start: null,
  subagent_start: null,
  compacting: null,
  before_edit: null,
  stop: null,
  other: null,
  prompt: async ({ hook }, trust, marker) => {
    if (trust !== "person") return false;
    await hook.fire({ hook_event_name: "UserPromptSubmit", prompt: `No, that is wrong. ${words(marker)}` });
    await hook.deliver();
    return true;
  },
  refused: async ({ hook }, trust, marker) => {
    if (trust !== "person") return false;
    const reason = `The user rejected permission to use this specific tool call with the following feedback: No, that is wrong. ${words(marker)}`;
    const event = { hook_event_name: "PermissionDenied", tool_name: "edit", tool_use_id: marker, reason };
    await hook.fire(event, { args: ["opencode", "--agent", "claude-code"] });
    await hook.deliver();
    return true;
  },
  after_tool: async ({ hook }, trust, marker) => {
    if (trust !== "tool") return false;
    const failed = `Exit code 1\nFAILED tests/test_${marker}.py::test_sum - assert 3 == 4\n1 failed, 1 passed in 0.10s`;
    await hook.fire(bash(`pytest ${marker}`, { failed }, marker));
    await hook.deliver();
    return true;
  },
};

/** Ways in that are neither an operation, a tool, an event nor a file. */
export const OTHER_DOORS: Readonly<Record<string, Door>> = {
  "decision stream": async ({ store, http }, trust, marker) => {
    if (trust !== "person") return false;
    const take = ingestDecisions({ store: store.feedback, now: http.context.now });
    await take([{ id: "1", event: decision(marker), attempt: 1 }]);
    return true;
  },
  "ledger rebuild": async ({ store, http }, trust, marker) => {
    const { feedback } = fromJsonl(line(trust, marker), { now: http.context.now() });
    await store.feedback.record(feedback.map((record) => feedbackSchema.parse(record)));
    return true;
  },
};
