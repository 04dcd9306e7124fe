import { minutes } from "../calendar.ts";
import { must } from "../demo-world.ts";
import { createDeck, fill, type Random } from "../random.ts";
import type { Stage } from "../stage.ts";
import {
  CODE,
  type DemoAgent,
  SINGLE_REMARKS,
  type Theme,
  THEMES,
  type CodeLocation,
  TEXTS,
  type TextWork,
} from "../story.ts";
import { reviewOnGithub } from "./on-github.ts";

const CODE_PARTS = CODE.locations.map(({ part }) => part);

const TEXT_AGENTS: Readonly<
  Record<string, readonly [readonly TextWork[], readonly string[], "text" | "markdown"]>
> = {
  "support-drafts": [TEXTS.support.work, TEXTS.support.parts, "text"],
  herald: [TEXTS.notes.work, TEXTS.notes.parts, "markdown"],
  docsmith: [TEXTS.docs.work, TEXTS.docs.parts, "markdown"],
  "lint-owl": [TEXTS.review.work, CODE_PARTS, "markdown"],
};

const pairs = <A, B>(some: readonly A[], others: readonly B[]): readonly (readonly [A, B])[] =>
  some.flatMap((one) => others.map((other) => [one, other] as const));

const diffOf = (
  { file, fn }: CodeLocation,
  before: readonly string[],
  after: readonly string[],
  line: number,
): string =>
  [
    `--- a/${file}`,
    `+++ b/${file}`,
    `@@ -${line},${before.length + 2} +${line},${after.length + 2} @@`,
    ` export async function ${fn}(request: Request) {`,
    ...before.map((text) => `-${text}`),
    ...after.map((text) => `+${text}`),
    " }",
    "",
  ].join("\n");

export interface Runs {
  /** Starts a run, which ends with a decision about its work. */
  readonly begin: (forced?: { readonly theme: string }) => Promise<void>;
}

export interface DemoRun {
  readonly id: string;
  readonly task: string;
  readonly work: Work;
  readonly mistake: Mistake | undefined;
  readonly reviewer: string;
}

/** Shares of runs. */
const ON_GITHUB = 0.16;
const FAILS = 0.16;
/** From this day on builds fail instead of tests, because changes come with tests. */
const TESTS_FAIL_UNTIL = 12;
const SAID_ONCE = 0.06;
const EDITED = 0.07;
const EDITED_MISTAKE = 0.15;
const PRAISED = 0.1;
/** Every decision is made at least this long before the end. */
const LAST_MINUTES = 4;

export function createRuns(agent: DemoAgent, stage: Stage): Runs {
  const { agenda, calendar } = stage;
  const { name } = agent;
  const random = stage.random(`runs of ${name}`);
  const createWork = createWorkFactory(name, random);
  const mistakes = createMistakes(name, stage, random);
  const failedTest = createDeck(CODE.failed_tests, random);
  const failedCheck = createDeck(CODE.failed_checks, random);
  const turns = new Map<string, number>();
  const edits = new Map<string, number>();
  const failures = new Map<string, number>();
  const praise = createDeck(SINGLE_REMARKS.kind, random);
  const singles = [...(SINGLES[name] ?? [])];
  let count = 0;

  async function begin(forced?: { readonly theme: string }): Promise<void> {
    count += 1;
    const mistake = forced === undefined ? mistakes.next(stage.now()) : mistakes.of(forced.theme);
    const isOnGithub = name === "rio" && forced === undefined && random.next() < ON_GITHUB;
    const run: DemoRun = {
      id: isOnGithub ? commit() : `${name}-${count}`,
      task: isOnGithub ? `acme/shop#${2_000 + count}` : `${agent.tasks}-${1_000 + count}`,
      work: createWork(mistake?.theme.flaw),
      mistake,
      reviewer: reviewerOf(mistake),
    };
    if (mistake !== undefined) stage.themeOf.set(run.id, mistake.theme.key);
    const { id, task, work } = run;
    const files = work.files.length === 0 ? {} : { paths: work.files };
    await must(
      stage.as(name)("POST", `/agents/${name}/prompt`, {
        base_prompt: agent.prompt,
        run: id,
        task,
        ...files,
      }),
    );
    if (isOnGithub)
      await must(stage.as(name)("POST", `/agents/${name}/commits`, { commits: [{ commit: id, run: id }] }));
    if (name === "rio" && random.next() < FAILS) {
      const text = calendar.dayAt(stage.now()) < TESTS_FAIL_UNTIL ? failedTest() : failedCheck();
      const after = random.integer(3, 8);
      if (isRare(failures, text, 2)) agenda.add(soon(after), () => failChecks(run, fill(text, work.gaps)));
    }
    if (isOnGithub) return later(random.integer(25, 150), () => reviewOnGithub(run, count, stage, random));
    agenda.add(soon(random.integer(9, 14)), () => submit(run, forced === undefined));
  }

  /** Reviewers take turns on a recurring mistake, so that several people report it. */
  function reviewerOf(mistake: Mistake | undefined): string {
    const available = agent.reviewers.filter(stage.hasToken);
    const drawn = random.integer(0, available.length - 1);
    if (mistake === undefined) return available[drawn]!;
    const { key } = mistake.theme;
    const turn = (turns.get(key) ?? drawn) + 1;
    turns.set(key, turn);
    return available[turn % available.length]!;
  }

  async function failChecks({ id, task }: DemoRun, text: string): Promise<void> {
    const record = { agent: name, run: id, task };
    await must(stage.as(name)("POST", "/signals", { text, kind: "tool_output", exit_code: 1, record }));
  }

  async function submit(run: DemoRun, isSlow: boolean): Promise<void> {
    const { title, output, format, files } = run.work;
    const submission = await must<{ readonly id: string }>(
      stage.as(name)("POST", "/submissions", {
        id: `${name}/${run.id}`,
        gate: agent.gate,
        title,
        output,
        format,
        run: run.id,
        task: run.task,
        epic: agent.epic,
        ...(files.length === 0 ? {} : { files }),
      }),
    );
    const decision = decideOn(run);
    const duration = random.integer(20, 420);
    later(isSlow ? random.integer(8, 100) : 12, async () => {
      await must(
        stage.as(run.reviewer)("POST", `/submissions/${submission.id}/decision`, {
          ...decision,
          duration_seconds: duration,
        }),
      );
    });
  }

  function decideOn({ work, mistake }: DemoRun): Readonly<Record<string, unknown>> {
    if (mistake !== undefined) {
      const words = { comment: mistake.remark(work), tags: [mistake.theme.tag] };
      const isEdited = random.next() < EDITED_MISTAKE && mistake.theme.flaw !== undefined;
      return isEdited
        ? { decision: "approved_with_changes", edited_output: work.better, ...words }
        : { decision: "rejected", ...words };
    }
    const drawn = random.next();
    if (drawn < SAID_ONCE && singles.length > 0) {
      const comment = singles.splice(random.integer(0, singles.length - 1), 1)[0];
      return { decision: "rejected", comment, tags: [SINGLE_TAGS[name] ?? "wrong_behaviour"] };
    }
    if (drawn < SAID_ONCE + EDITED && isRare(edits, work.note, 1)) {
      return { decision: "approved_with_changes", edited_output: work.better, comment: work.note };
    }
    return { decision: "approved", ...(random.next() < PRAISED ? { comment: praise() } : {}) };
  }

  const soon = (after: number): number => stage.now() + minutes(after);
  const later = (after: number, act: () => Promise<void>): void =>
    agenda.add(Math.min(soon(after), calendar.present - minutes(LAST_MINUTES)), act);
  const commit = (): string => Array.from({ length: 40 }, () => random.integer(0, 15).toString(16)).join("");

  return { begin };
}

/** Limits repetitions of incidental remarks, so that no rule is made from them. */
function isRare(counts: Map<string, number>, key: string, max: number): boolean {
  const count = counts.get(key) ?? 0;
  counts.set(key, count + 1);
  return count < max;
}

const half = SINGLE_REMARKS.text.length / 2;
const SINGLES: Readonly<Record<string, readonly string[]>> = {
  rio: SINGLE_REMARKS.code,
  "support-drafts": SINGLE_REMARKS.text.filter((_remark, at) => at < half),
  docsmith: SINGLE_REMARKS.text.filter((_remark, at) => at >= half),
};
const SINGLE_TAGS: Readonly<Record<string, string>> = {
  "support-drafts": "factual_discrepancy",
  docsmith: "factual_discrepancy",
};

interface Mistake {
  readonly theme: Theme;
  /** A reviewer's comment about it. */
  readonly remark: (work: Work) => string;
}

/**
 * Decides which mistake the agent's next run contains. Each run adds the mistake's rate to a sum, and the mistake happens
 * when the sum reaches 1. Unlike random draws, this keeps the rates exact even with few runs.
 */
function createMistakes(
  agent: string,
  { calendar }: Pick<Stage, "calendar">,
  random: Random,
): { readonly next: (time: number) => Mistake | undefined; readonly of: (key: string) => Mistake } {
  const themes = THEMES.filter((theme) => theme.agent === agent).map((theme) => {
    const draw = createDeck(theme.remarks, random);
    const mistake: Mistake = { theme, remark: ({ gaps }) => fill(draw(), gaps) };
    return { mistake, sum: random.next() * 0.6 };
  });
  return {
    next: (time) => {
      const day = calendar.dayAt(time);
      for (const each of themes) {
        const phase = each.mistake.theme.phases.find(({ from, to }) => day >= from && day < to);
        each.sum += phase?.rate ?? 0;
      }
      const due = themes.find(({ sum }) => sum >= 1);
      if (due !== undefined) due.sum -= 1;
      return due?.mistake;
    },
    of: (key) => themes.find(({ mistake }) => mistake.theme.key === key)!.mistake,
  };
}

interface Work {
  readonly title: string;
  readonly format: "text" | "markdown" | "diff";
  readonly output: string;
  /** The output after a person's edit, and their comment. */
  readonly better: string;
  readonly note: string;
  readonly files: readonly string[];
  /** Values for placeholders in remarks. */
  readonly gaps: Readonly<Record<string, string>>;
}

type WorkFactory = (flaw?: Flaw) => Work;

type Flaw = NonNullable<Theme["flaw"]>;

function createWorkFactory(agent: string, random: Random): WorkFactory {
  if (agent === "rio") return createCodeFactory(random);
  const [works, parts, format] = TEXT_AGENTS[agent]!;
  return createTextFactory(works, parts, format, random);
}

function createCodeFactory(random: Random): WorkFactory {
  const draw = createDeck(pairs(CODE.changes, CODE.locations), random);
  return (flaw) => {
    const [change, location] = draw();
    const line = random.integer(8, 140);
    const after = flaw === undefined ? change.after : [...change.after, flaw.shows];
    const fixed = flaw === undefined || flaw.fixed === "" ? [] : [flaw.fixed];
    const better = flaw === undefined ? change.better : [...change.after, ...fixed];
    return {
      title: fill(change.title, { part: location.part }),
      format: "diff",
      output: diffOf(location, change.before, after, line),
      better: diffOf(location, change.before, better, line),
      note: change.note,
      files: [location.file],
      gaps: { ...location },
    };
  };
}

function createTextFactory(
  works: readonly TextWork[],
  parts: readonly string[],
  format: "text" | "markdown",
  random: Random,
): WorkFactory {
  const draw = createDeck(pairs(works, parts), random);
  let count = 0;
  return (flaw) => {
    const [work, part] = draw();
    const file = `docs/${part.toLowerCase().replaceAll(" ", "-")}.md`;
    const gaps = { part, file, week: String(1 + Math.floor((count += 1) / 8)) };
    const plain = fill(work.output, gaps);
    const [before, after] = work.edit;
    const edited = plain.replace(fill(before, gaps), () => fill(after, gaps));
    const output = flaw === undefined ? plain : withLine(plain, flaw.shows, flaw.first);
    const better = flaw === undefined ? edited : withLine(plain, flaw.fixed, flaw.first);
    return {
      title: fill(work.title, gaps),
      format,
      output,
      better,
      note: work.note,
      files: format === "markdown" ? [file] : [],
      gaps,
    };
  };
}

/** Inserts a paragraph after the heading, before the closing of a letter, or at the end. */
function withLine(text: string, line: string, isFirst = false): string {
  if (line === "") return text;
  const paragraphs = text.trimEnd().split("\n\n");
  const isLetter = text.includes("\n\nKind regards");
  paragraphs.splice(isFirst ? 1 : paragraphs.length - (isLetter ? 1 : 0), 0, line);
  return `${paragraphs.join("\n\n")}\n`;
}
