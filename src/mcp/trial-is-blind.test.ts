import { describe, expect, it } from "vitest";
import { bringIntoForce } from "../../test/active-rules.ts";
import { makeFeedback } from "../../test/contract/make-feedback.ts";
import { person } from "../../test/examples/example-rule.ts";
import { fillCluster } from "../../test/fill-cluster.ts";
import { makeDocument } from "../../test/make-round.ts";
import { ERAS, type Era, openMcp } from "../../test/mcp-session.ts";
import { openTestStore } from "../../test/open-test-store.ts";
import { startTrial } from "../core/trial/decide-trial.ts";
import { forecastTrial } from "../core/trial/forecast-trial.ts";
import { armOfTask } from "../core/trial/trial.ts";
import { MCP_TOOLS } from "./tools.ts";

const TEXT = "Close every file handle in a finally block.";
const TRIAL = `tr_${"7".repeat(32)}`;
const [TASK, RUN, FILES] = ["PAY-17", "run-17", ["src/io.ts"]];
const FINDING = { id: "f-1", file: "src/io.ts", line: 1, severity: "high", message: "The handle leaks." };

/** One call of every tool, with the rule's own file, task and run where a tool takes them. */
const CALLS: Readonly<Record<string, Record<string, unknown>>> = {
  rules_for_files: { files: FILES, task: TASK, run: RUN },
  my_mistakes_here: { files: FILES },
  check_these_files: { files: [{ path: "src/io.ts", text: "open();" }] },
  record_feedback: { comment: "The handle leaks again.", path: "src/io.ts", run: RUN },
  report_outcome: { run: RUN, outcome: "rejected", comment: "It leaks." },
  check_review: {
    raw: JSON.stringify({ schema_version: "1.0", prompt_version: "1.0", findings: [FINDING] }),
    changed_files: FILES,
  },
  lint_feedback: { text: "Close the handle in `finally`." },
  refine_prompt: { prompt: "Read the file.", feedback: "The handle leaks." },
  detect_signal: { text: "Error: EMFILE: too many open files" },
  record_iteration: { task: TASK, document: makeDocument(1) },
  iteration_history: { task: TASK },
};

interface Heard {
  /** The answer of each tool, and everything that was read as a resource. */
  readonly answers: Readonly<Record<string, string>>;
  readonly rule: string;
  readonly secret: string;
  /** All that the server sent. */
  readonly all: string;
}

/** What an agent hears that is in an arm of a trial, or whose team never said it and has no such rule. */
async function hear(era: Era, arm: "given" | "withheld" | "no rule"): Promise<Heard> {
  const store = await openTestStore();
  await bringIntoForce(store, "Name every test.");
  let [rule, secret] = ["", ""];
  if (arm !== "no rule") {
    const said = [1, 2, 3].map((n) => makeFeedback(n, { comment: `The handle leaks (${n}).` }));
    const clusterId = await fillCluster(store, said);
    rule = await bringIntoForce(store, TEXT, { clusterId });
    const of = (guess: string) => ({ id: TRIAL, rule_id: rule, version: 1, share: 0.5, secret: guess });
    for (let n = 0; secret === "" || armOfTask(of(secret), "rio", TASK) !== arm; n += 1)
      secret = `sealed-${n}`;
    const started = startTrial(
      (await store.rules.find(rule))!,
      {
        ...of(secret),
        kind: "introduction",
        margin: 0.25,
        forecast: forecastTrial({ share: 0.5, recurrences: 30, tasks: 100, days: 28 }),
        by: person("ana"),
      },
      "2026-03-05T00:00:00.000Z",
    );
    if (!started.ok) throw new Error(started.error.message);
    await store.trials.save(started.value);
  }
  const session = await openMcp(store, {}, era);
  const answers: Record<string, string> = {};
  for (const { name } of MCP_TOOLS) {
    const answer = await session.call(name, CALLS[name] ?? {});
    expect({ name, isError: answer.isError, text: answer.text }).toMatchObject({ isError: false });
    answers[name] = JSON.stringify(answer);
  }
  const { resources } = await session.client.listResources();
  answers["resources"] = JSON.stringify([resources, await session.client.listResourceTemplates()]);
  for (const { uri } of resources)
    answers[uri] = JSON.stringify((await session.client.readResource({ uri })).contents);
  if (rule !== "") {
    const hidden = await session.client.readResource({ uri: `emend://rules/${rule}` }).catch(String);
    answers["the rule itself"] = JSON.stringify(hidden).replaceAll(rule, "");
  }
  const injection = await store.rules.findInjection(RUN, "rio");
  expect(JSON.stringify(injection).includes(TRIAL)).toBe(arm !== "no rule");
  // The test itself named the rule when it asked for it.
  const all = JSON.stringify(session.sent.slice(0, rule === "" ? undefined : -1));
  await session.close();
  await store.close();
  return { answers, rule, secret, all };
}

describe("MCP is blind to trials", () => {
  it.each(ERAS)("%s: 21.1 every tool and resource answers alike in both arms", async (era) => {
    expect(Object.keys(CALLS)).toEqual(MCP_TOOLS.map(({ name }) => name));
    const [given, withheld, none] = [
      await hear(era, "given"),
      await hear(era, "withheld"),
      await hear(era, "no rule"),
    ];
    expect(given.answers["rules_for_files"]).toContain(TEXT);
    for (const { all, secret } of [given, withheld]) {
      for (const word of [TRIAL, secret, "withheld by", "randomi", "experiment"])
        expect(all).not.toContain(word);
      expect(all).not.toMatch(/\btrials?\b|\barms?\b/i);
    }
    for (const known of [TEXT, withheld.rule]) expect(withheld.all).not.toContain(known);
    // The task that goes without the rule is told what it would be told if there were no such rule.
    expect(withheld.answers["rules_for_files"]).toBe(none.answers["rules_for_files"]);
    const { rules_for_files: _given, ...othersGiven } = given.answers;
    const { rules_for_files: _withheld, ...othersWithheld } = withheld.answers;
    expect(othersWithheld).toEqual(othersGiven);
  });
});
