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
  type CodePlace,
  TEXTS,
  type TextWork,
} from "../story.ts";
import { reviewOnGithub } from "./on-github.ts";

const CODE_PARTS = CODE.places.map(({ part }) => part);

const WORKSHOPS: Readonly<
  Record<string, readonly [readonly TextWork[], readonly string[], "text" | "markdown"]>
> = {
  "support-drafts": [TEXTS.support.work, TEXTS.support.parts, "text"],
  herald: [TEXTS.notes.work, TEXTS.notes.parts, "markdown"],
  docsmith: [TEXTS.docs.work, TEXTS.docs.parts, "markdown"],
  "lint-owl": [TEXTS.review.work, CODE_PARTS, "markdown"],
};

const pairs = <A, B>(some: readonly A[], others: readonly B[]): readonly (readonly [A, B])[] =>
  some.flatMap((one) => others.map((other) => [one, other] as const));

/** A change as a unified diff of one file. */
const diffOf = (
  { file, fn }: CodePlace,
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
  /** One run of the agent from its prompt to the answer that its work gets. */
  readonly begin: (given?: { readonly theme: string }) => Promise<void>;
}

/** One run on its way. */
export interface Run {
  readonly id: string;
  readonly task: string;
  readonly work: Work;
  readonly mistake: Mistake | undefined;
  /** Who looks at it. */
  readonly reviewer: string;
}

const ON_GITHUB = 0.16;
const FAILS = 0.16;
/** Once changes come with tests, it is builds that fail. */
const TESTS_FAIL_UNTIL = 12;
const SAID_ONCE = 0.06;
const EDITED = 0.07;
const EDITED_MISTAKE = 0.15;
const KIND = 0.1;
/** So long before the end every answer is given. */
const LAST_MINUTES = 4;

export function createRuns(agent: DemoAgent, stage: Stage): Runs {
  const { agenda, calendar } = stage;
  const { name } = agent;
  const random = stage.random(`runs of ${name}`);
  const make = createWorkshop(name, random);
  const mistakes = createMistakes(name, stage, random);
  const failedTest = createDeck(CODE.failed_tests, random);
  const failedCheck = createDeck(CODE.failed_checks, random);
  const turns = new Map<string, number>();
  const edits = new Map<string, number>();
  const failures = new Map<string, number>();
  const kind = createDeck(SINGLE_REMARKS.kind, random);
  const singles = [...(SINGLES[name] ?? [])];
  let count = 0;

  async function begin(given?: { readonly theme: string }): Promise<void> {
    count += 1;
    const mistake = given === undefined ? mistakes.next(stage.now()) : mistakes.of(given.theme);
    const isOnGithub = name === "rio" && given === undefined && random.next() < ON_GITHUB;
    const run: Run = {
      id: isOnGithub ? commit() : `${name}-${count}`,
      task: isOnGithub ? `acme/shop#${2_000 + count}` : `${agent.tasks}-${1_000 + count}`,
      work: make(mistake?.theme.flaw),
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
    if (name === "rio" && random.next() < FAILS) {
      const text = calendar.dayAt(stage.now()) < TESTS_FAIL_UNTIL ? failedTest() : failedCheck();
      const after = random.whole(3, 8);
      if (isRare(failures, text, 2)) agenda.add(soon(after), () => failChecks(run, fill(text, work.gaps)));
    }
    if (isOnGithub) return later(random.whole(25, 150), () => reviewOnGithub(run, count, stage, random));
    agenda.add(soon(random.whole(9, 14)), () => handIn(run, given === undefined));
  }

  /** Whoever has time; a mistake that comes again is seen by one after the other. */
  function reviewerOf(mistake: Mistake | undefined): string {
    const there = agent.reviewers.filter(stage.hasToken);
    const drawn = random.whole(0, there.length - 1);
    if (mistake === undefined) return there[drawn]!;
    const { key } = mistake.theme;
    const turn = (turns.get(key) ?? drawn) + 1;
    turns.set(key, turn);
    return there[turn % there.length]!;
  }

  async function failChecks({ id, task }: Run, text: string): Promise<void> {
    const record = { agent: name, run: id, task };
    await must(stage.as(name)("POST", "/signals", { text, kind: "tool_output", exit_code: 1, record }));
  }

  async function handIn(run: Run, isSlow: boolean): Promise<void> {
    const { title, output, format, files } = run.work;
    const made = await must<{ readonly id: string }>(
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
    const answer = answerTo(run);
    const taken = random.whole(20, 420);
    later(isSlow ? random.whole(8, 100) : 12, async () => {
      await must(
        stage.as(run.reviewer)("POST", `/submissions/${made.id}/decision`, {
          ...answer,
          duration_seconds: taken,
        }),
      );
    });
  }

  function answerTo({ work, mistake }: Run): Readonly<Record<string, unknown>> {
    if (mistake !== undefined) {
      const said = { comment: mistake.remark(work), tags: [mistake.theme.tag] };
      const isEdited = random.next() < EDITED_MISTAKE && mistake.theme.flaw !== undefined;
      return isEdited
        ? { decision: "approved_with_changes", edited_output: work.better, ...said }
        : { decision: "rejected", ...said };
    }
    const drawn = random.next();
    if (drawn < SAID_ONCE && singles.length > 0) {
      const comment = singles.splice(random.whole(0, singles.length - 1), 1)[0];
      return { decision: "rejected", comment, tags: [SINGLE_TAGS[name] ?? "wrong_behaviour"] };
    }
    if (drawn < SAID_ONCE + EDITED && isRare(edits, work.note, 1)) {
      return { decision: "approved_with_changes", edited_output: work.better, comment: work.note };
    }
    return { decision: "approved", ...(random.next() < KIND ? { comment: kind() } : {}) };
  }

  const soon = (after: number): number => stage.now() + minutes(after);
  const later = (after: number, act: () => Promise<void>): void =>
    agenda.add(Math.min(soon(after), calendar.present - minutes(LAST_MINUTES)), act);
  const commit = (): string => Array.from({ length: 40 }, () => random.whole(0, 15).toString(16)).join("");

  return { begin };
}

/** What is no mistake of the story is seen so often and not more, so that no rule is made of it. */
function isRare(seen: Map<string, number>, what: string, most: number): boolean {
  const count = seen.get(what) ?? 0;
  seen.set(what, count + 1);
  return count < most;
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
  /** A reviewer's words for it in this work. */
  readonly remark: (work: Work) => string;
}

/**
 * Says which mistake the next run of an agent holds. Rates are kept exactly, not by chance alone: each run adds its rate,
 * and where the sum is whole the mistake happens, so that a story of few runs shows what a long one would.
 */
function createMistakes(
  agent: string,
  { calendar }: Pick<Stage, "calendar">,
  random: Random,
): { readonly next: (time: number) => Mistake | undefined; readonly of: (key: string) => Mistake } {
  const known = THEMES.filter((theme) => theme.agent === agent).map((theme) => {
    const draw = createDeck(theme.remarks, random);
    const mistake: Mistake = { theme, remark: ({ gaps }) => fill(draw(), gaps) };
    return { mistake, sum: random.next() * 0.6 };
  });
  return {
    next: (time) => {
      const day = calendar.dayAt(time);
      for (const each of known) {
        const phase = each.mistake.theme.phases.find(({ from, to }) => day >= from && day < to);
        each.sum += phase?.rate ?? 0;
      }
      const due = known.find(({ sum }) => sum >= 1);
      if (due !== undefined) due.sum -= 1;
      return due?.mistake;
    },
    of: (key) => known.find(({ mistake }) => mistake.theme.key === key)!.mistake,
  };
}

/** A piece of work before anybody has seen it. */
interface Work {
  readonly title: string;
  readonly format: "text" | "markdown" | "diff";
  readonly output: string;
  /** As a person would have it, and what they say about that. */
  readonly better: string;
  readonly note: string;
  readonly files: readonly string[];
  /** What remarks about it can name. */
  readonly gaps: Readonly<Record<string, string>>;
}

/** Makes one piece of work after the other for an agent, each with the flaw it is to have. */
type Workshop = (flaw?: Flaw) => Work;

type Flaw = NonNullable<Theme["flaw"]>;

function createWorkshop(agent: string, random: Random): Workshop {
  if (agent === "rio") return codeWorkshop(random);
  const [works, parts, format] = WORKSHOPS[agent]!;
  return textWorkshop(works, parts, format, random);
}

function codeWorkshop(random: Random): Workshop {
  const draw = createDeck(pairs(CODE.changes, CODE.places), random);
  return (flaw) => {
    const [change, place] = draw();
    const line = random.whole(8, 140);
    const after = flaw === undefined ? change.after : [...change.after, flaw.shows];
    const mended = flaw === undefined || flaw.mended === "" ? [] : [flaw.mended];
    const better = flaw === undefined ? change.better : [...change.after, ...mended];
    return {
      title: fill(change.title, { part: place.part }),
      format: "diff",
      output: diffOf(place, change.before, after, line),
      better: diffOf(place, change.before, better, line),
      note: change.note,
      files: [place.file],
      gaps: { ...place },
    };
  };
}

function textWorkshop(
  works: readonly TextWork[],
  parts: readonly string[],
  format: "text" | "markdown",
  random: Random,
): Workshop {
  const draw = createDeck(pairs(works, parts), random);
  let made = 0;
  return (flaw) => {
    const [work, part] = draw();
    const file = `docs/${part.toLowerCase().replaceAll(" ", "-")}.md`;
    const gaps = { part, file, week: String(1 + Math.floor((made += 1) / 8)) };
    const plain = fill(work.output, gaps);
    const [words, instead] = work.edit;
    const edited = plain.replace(fill(words, gaps), () => fill(instead, gaps));
    const output = flaw === undefined ? plain : withLine(plain, flaw.shows, flaw.first);
    const better = flaw === undefined ? edited : withLine(plain, flaw.mended, flaw.first);
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

/** A text with one more paragraph: before the greeting at its end, at the end, or behind the heading. */
function withLine(text: string, line: string, isFirst = false): string {
  if (line === "") return text;
  const paragraphs = text.trimEnd().split("\n\n");
  const isLetter = text.includes("\n\nKind regards");
  paragraphs.splice(isFirst ? 1 : paragraphs.length - (isLetter ? 1 : 0), 0, line);
  return `${paragraphs.join("\n\n")}\n`;
}
