import { type AgentModel, preferModel } from "../core/feedback/agent-model.ts";
import { modelInTranscript } from "./model-in-transcript.ts";
import { recordCommits } from "./record-commits.ts";
import { defined } from "../core/defined.ts";
import { cleanFact, quoteFactWords } from "../core/prompt/quote-fact.ts";
import { answerPrompt } from "./answer-prompt.ts";
import { handleToolResult } from "./handle-tool-result.ts";
import type { AfterTool, HookEvent } from "./hook-event.ts";
import type { HookContext } from "./hook-context.ts";
import { type HookAnswer, takesContext } from "./render-answer.ts";
import { recordRefusal, tryRecordRefusals } from "./record-refusals.ts";
import { updateMemory } from "./update-memory.ts";
import { removeOldSessions, readMemory, type SessionMemory } from "./session-memory.ts";
import { projectPath } from "../core/change/project-path.ts";
import { renderReminders } from "../core/reminder/rank-reminders.ts";
import { renderRules } from "../core/rule/render-rules.ts";
import { QUOTES_TRUST, RULES_TRUST } from "../core/rule/trust-words.ts";
import type { KnownMistake, KnownReminder, HookRule } from "./knowledge.ts";

const MAX_MISTAKES = 5;

const toRendered = ({ rule_id, type, text, paths }: HookRule) => ({
  rule_id,
  type,
  text,
  scope: { agents: [], paths },
});

/** Remembers an edited file: the next thing that the person says may be about it. */
const withTouchedFile = (memory: SessionMemory, file: string): SessionMemory => ({
  ...memory,
  turnOver: false,
  touched: [...(memory.turnOver ? [] : memory.touched.filter((each) => each !== file)), file],
});

const MAX_NAMED = 5;

/** Answers an event, and queues the feedback that it contains. */
export async function answerEvent(event: HookEvent, hook: HookContext): Promise<HookAnswer> {
  const answer = await answerKind(event, hook);
  if (event.kind === "session_start" || !takesContext(event)) return answer;
  if (!readMemory(hook.paths.memory, event.session).compacted) return answer;
  // A shortened conversation has lost the rules and reminders, whatever comes next.
  const again = await answerSessionStart(event, hook);
  const context = [again.context, answer.context].filter((text) => text !== undefined).join("\n\n");
  return { ...answer, ...(context === "" ? {} : { context }) };
}

async function answerKind(event: HookEvent, hook: HookContext): Promise<HookAnswer> {
  switch (event.kind) {
    case "session_start":
      return answerSessionStart(event, hook);
    case "subagent_start":
      return answerSubagentStart(hook);
    case "compacting":
      updateMemory(hook, event.session, (memory) => ({ ...memory, files: [], compacted: true }));
      return {};
    case "refused":
      recordRefusal({ id: event.callId, words: event.words, ...defined({ path: event.path }) }, event, hook);
      return {};
    case "prompt":
      return answerPrompt(event, hook);
    case "before_edit":
      return answerBeforeEdit(event, hook);
    case "after_tool":
      if (event.command !== undefined) recordCommits(event, event.command, hook);
      return event.path !== undefined && !event.failed
        ? answerAfterEdit(event, event.path, hook)
        : handleToolResult(event, hook);
    case "stop":
      return event.again ? {} : await answerStop(event, hook);
    case "other":
      return {};
  }
}

async function answerSessionStart(event: HookEvent, hook: HookContext): Promise<HookAnswer> {
  const { paths, agent, knowledge, now } = hook;
  removeOldSessions(paths.memory, now().getTime());
  const { session } = event;
  const known = await knowledge();
  const { task } = readMemory(paths.memory, session);
  const runsOn = modelOf(event);
  const [rules, reminders] = await Promise.all([
    known.rules({ agent, files: [], ...(session === "" ? {} : { run: session }), ...runsOn }),
    known.reminders({ agent, files: [], about: task }),
  ]);
  const inFiles = await rulesFromFiles(event, rules, hook);
  const { context, reminded } = sessionText(
    rules.filter(({ rule_id }) => !inFiles.has(rule_id)),
    reminders,
  );
  // A new or shortened conversation no longer has what it was told about files.
  updateMemory(hook, session, (memory) => ({
    ...memory,
    compacted: false,
    // Compaction happens while the agent works.
    working: memory.compacted && memory.working,
    rulesTold: rules.map(({ rule_id }) => rule_id),
    files: [],
    reminded,
    runsOn: preferModel(runsOn, memory.runsOn),
  }));
  return { ...defined({ context }), ...untrustedNotice(hook) };
}

/** The rules that the agent has from its files. Without rules, nothing is loaded for it. */
const rulesFromFiles = async (
  { protocol }: HookEvent,
  rules: readonly HookRule[],
  { paths }: HookContext,
): Promise<ReadonlySet<string>> =>
  rules.length === 0
    ? new Set()
    : (await import("./rules-in-files.ts")).rulesInFiles(paths.root, protocol, rules);

/** A sub-agent starts with an empty conversation, and not every kind loads the rule files. */
async function answerSubagentStart({ agent, knowledge }: HookContext): Promise<HookAnswer> {
  const known = await knowledge();
  const rules = await known.rules({ agent, files: [] });
  const { context } = sessionText(rules, []);
  return defined({ context });
}

/**
 * Shown once per session, and only to the person: an agent that reads it might run the command itself. Editors that show
 * people nothing still have it in the log and in `emend hook --status`.
 */
function untrustedNotice({ untrusted, reportFault }: HookContext): HookAnswer {
  if (untrusted.length === 0) return {};
  const line = `emend.yaml sets ${untrusted.join(", ")}, which is ignored until you trust it; run \`emend trust\` in a terminal`;
  reportFault("not_trusted", line);
  return { notice: `Emend: ${line}` };
}

/** What the agent runs on, from the event or else from the transcript. */
const modelOf = ({ runsOn, transcript }: HookEvent): AgentModel =>
  runsOn.model !== undefined || transcript === undefined
    ? runsOn
    : preferModel(runsOn, modelInTranscript(transcript));

/** Queues what the agent runs on, if that became known or changed. */
function recordModel(event: HookEvent, hook: HookContext): void {
  const { session } = event;
  if (session === "") return;
  const { runsOn } = readMemory(hook.paths.memory, session);
  const latest = preferModel(modelOf(event), runsOn);
  if (latest.model === runsOn.model && latest.agent_version === runsOn.agent_version) return;
  hook.recordModel({ run: session, agent: hook.agent, ...latest });
  updateMemory(hook, session, (memory) => ({ ...memory, runsOn: latest }));
}

/** Tells the person which commands still fail when the agent stops. */
async function answerStop(event: HookEvent, hook: HookContext): Promise<HookAnswer> {
  recordModel(event, hook);
  await tryRecordRefusals(event, hook);
  updateMemory(hook, event.session, (memory) => ({ ...memory, working: false }));
  const { open, checked } = readMemory(hook.paths.memory, event.session);
  if (Object.keys(checked).length > 0) (await import("./check-edit.ts")).reportChecked(event, hook);
  if (open.length === 0) return {};
  const named = open
    .slice(-MAX_NAMED)
    .map(({ command, what }) => `${cleanFact(command)} (${cleanFact(what)})`);
  const more = open.length > named.length ? ` and ${open.length - named.length} more` : "";
  const count = open.length === 1 ? "1 failure is" : `${open.length} failures are`;
  return { notice: `Emend: ${count} unresolved in this session: ${named.join("; ")}${more}` };
}

const fileOf = ({ folders }: HookEvent, path: string, { paths }: HookContext): string | undefined =>
  projectPath(path, { root: paths.root, folder: folders[0] });

/** Refuses an edit that a blocking check is against, if the agent's protocol can refuse one. Whatever fails lets the edit pass. */
async function answerBeforeEdit(
  event: HookEvent & { readonly kind: "before_edit" },
  hook: HookContext,
): Promise<HookAnswer> {
  const answer = await answerEdit(event, event.path, hook);
  const path = fileOf(event, event.path, hook);
  if (path === undefined || event.edit === undefined || event.protocol === "cline") return answer;
  const { edit } = event;
  return {
    ...answer,
    ...(await tryCheck(hook, async () =>
      (await import("./check-edit.ts")).checkBeforeEdit(event, { path, edit }, hook),
    )),
  };
}

/** Tells the agent what checks found in its edit, and otherwise the same as before an edit. */
async function answerAfterEdit(event: AfterTool, written: string, hook: HookContext): Promise<HookAnswer> {
  const answer = await answerEdit(event, written, hook);
  const path = fileOf(event, written, hook);
  if (path === undefined || event.edit === undefined) return answer;
  const { edit } = event;
  const found = await tryCheck(hook, async () =>
    (await import("./check-edit.ts")).checkAfterEdit(event, { path, edit }, hook),
  );
  const context = [found.context, answer.context].filter((text) => text !== undefined).join("\n\n");
  return { ...answer, ...(context === "" ? {} : { context }) };
}

/** What checks say. An error is logged and says nothing. */
async function tryCheck({ reportFault }: HookContext, check: () => Promise<HookAnswer>): Promise<HookAnswer> {
  try {
    return await check();
  } catch (error) {
    reportFault("check_failed", error);
    return {};
  }
}

/** Past mistakes near a file and the rules for it, once per file and session. */
async function answerEdit(event: HookEvent, path: string, hook: HookContext): Promise<HookAnswer> {
  const { agent } = hook;
  const file = fileOf(event, path, hook);
  if (file === undefined) return {};
  const before = readMemory(hook.paths.memory, event.session);
  if (before.turnOver || before.touched.at(-1) !== file)
    updateMemory(hook, event.session, (memory) => withTouchedFile(memory, file));
  if (!takesContext(event) || before.files.includes(file)) return {};
  const knowledge = await hook.knowledge();
  const files = [file];
  const [known, corrections, inForce] = await Promise.all([
    knowledge.mistakes({ agent, files }),
    knowledge.reminders({ agent, files, about: before.task }),
    // The session as its task, so that the rules on trial are the same as at its start. Nothing is recorded.
    knowledge.rules({ agent, files, ...(event.session === "" ? {} : { task: event.session }) }),
  ]);
  const mistakes = known.filter(({ here }) => here !== "same_extension");
  const reminders = corrections.filter(
    ({ here, feedback_id }) =>
      here === "same_file" ||
      here === "same_folder" ||
      (here === "same_work" && !before.reminded.includes(feedback_id)),
  );
  const rules = inForce.filter(
    // Rules for every file were given at the start of the session, except those that a check enforces in other files.
    ({ paths, rule_id }) => paths.length > 0 || !before.rulesTold.includes(rule_id),
  );
  const inFiles = await rulesFromFiles(event, rules, hook);
  const { context, reminded } = fileText(file, {
    mistakes,
    rules: rules.filter(({ rule_id }) => !inFiles.has(rule_id)),
    reminders,
  });
  updateMemory(hook, event.session, (memory) => ({
    ...memory,
    files: [...memory.files, file],
    rulesTold: [...new Set([...memory.rulesTold, ...rules.map(({ rule_id }) => rule_id)])],
    given: withGiven(memory.given, rules),
    reminded: [...new Set([...memory.reminded, ...reminded])],
  }));
  return defined({ context });
}

/** An older server does not name versions, and a rule without one cannot be looked up. */
const withGiven = (given: SessionMemory["given"], rules: readonly HookRule[]): SessionMemory["given"] => [
  ...given,
  ...rules
    .filter(
      (rule) =>
        rule.version > 0 &&
        !given.some((one) => one.rule_id === rule.rule_id && one.version === rule.version),
    )
    .map(({ rule_id, version }) => ({ rule_id, version })),
];

/** Text for the agent, and the ids of the corrections in it. */
interface RenderedContext {
  readonly context?: string;
  readonly reminded: readonly string[];
}

function sessionText(rules: readonly HookRule[], reminders: readonly KnownReminder[]): RenderedContext {
  const section = renderRules(rules.map(toRendered));
  const { section: reminderSection, told } = renderReminders(reminders);
  return joinSections([section === "" ? "" : `${RULES_TRUST}\n\n${section}`, reminderSection], told);
}

function joinSections(sections: readonly string[], told: readonly KnownReminder[]): RenderedContext {
  const context = sections
    .map((section) => section.trimEnd())
    .filter((section) => section !== "")
    .join("\n\n");
  const reminded = told.map(({ feedback_id }) => feedback_id);
  return { reminded, ...(context === "" ? {} : { context }) };
}

interface FileKnowledge {
  readonly mistakes: readonly KnownMistake[];
  readonly rules: readonly HookRule[];
  readonly reminders: readonly KnownReminder[];
}

function fileText(path: string, { mistakes, rules, reminders }: FileKnowledge): RenderedContext {
  const file = quoteFactWords(path) ?? "this file";
  const { section: reminderSection, told } = renderReminders(reminders);
  const shown = new Set(told.map(({ feedback_id }) => feedback_id));
  const lines = mistakes
    .filter(({ feedback_id, count }) => count > 1 || !shown.has(feedback_id))
    .slice(0, MAX_MISTAKES)
    .flatMap(mistakeLines);
  const section = renderRules(rules.map(toRendered), { heading: "Rules for this file" });
  const before =
    lines.length === 0 ? "" : [`Earlier corrections near ${file}. ${QUOTES_TRUST}`, ...lines].join("\n");
  return joinSections([reminderSection, before, section], told);
}

function mistakeLines({ words, count, here, last, remedy }: KnownMistake): readonly string[] {
  const quote = quoteFactWords(words);
  if (quote === undefined) return [];
  const often = count === 1 ? "once" : `${count} times`;
  const fix = quoteFactWords(remedy?.text);
  return [
    `- ${often}, last on ${last.slice(0, 10)}, ${here.replaceAll("_", " ")}: ${quote}`,
    ...(fix === undefined ? [] : [`  what to do (${remedy!.from}): ${fix}`]),
  ];
}
