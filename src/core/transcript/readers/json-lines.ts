import { isJsonObject, type JsonObject, listOf, textOf, parseJson } from "../../json/json.ts";
import {
  type AgentAct,
  type AgentEdit,
  type Conversation,
  MAX_ACTS,
  type TranscriptFormat,
  type TranscriptReader,
} from "../transcript.ts";
import { LineCounter, type NewTurn, TurnBuilder } from "../turn-builder.ts";

/** What a format makes of the lines of one file. */
export interface JsonLineFormat {
  /** Deals with a line without parsing it, mostly because it is certain to carry nothing. When in doubt, false. */
  skims(line: string): boolean;
  /** Returns why a line was not understood. */
  take(event: JsonObject, number: number): string | undefined;
  readonly log: TurnLog;
}

/** Parses the lines that matter, and counts those that are not understood. */
export function readJsonLines(format: JsonLineFormat): TranscriptReader {
  const counter = new LineCounter();
  return {
    read(line, number) {
      counter.count();
      if (format.skims(line)) return;
      const text = number === 1 ? line.replace(/^\uFEFF/u, "") : line;
      if (text.trim() === "") return;
      const event = parseJson(text);
      const why = isJsonObject(event) ? format.take(event, number) : "not a JSON object";
      if (why !== undefined) counter.skip(number, why);
    },
    finish: () => counter.finish(format.log.finish()),
  };
}

const HEAD_EVENTS = 40;

/** The events of a file's first whole lines. */
export function headEvents(head: string): readonly JsonObject[] {
  return head
    .replace(/^\uFEFF/u, "")
    .split("\n", HEAD_EVENTS)
    .map(parseJson)
    .filter(isJsonObject);
}

/** A line that was cut off is parseJson, so that it is counted. */
export const isWhole = (line: string): boolean => line.endsWith("}") || line.endsWith("}\r");

/** The search steps back over what it has passed when it fails, so that it must not go far. */
const MAX_SEARCH = 4_096;

/** What may stand before the first of some top-level keys: plain values only. */
export const plainValuesBefore = (...keys: readonly string[]): RegExp =>
  new RegExp(
    String.raw`\{(?:"(?!(?:${keys.join("|")})")\w+":(?:"[^"\\]*(?:\\.[^"\\]*){0,50}"|null|true|false),)*"(?=\w)`,
    "y",
  );

/**
 * Where the first such key starts in a line, or the first key whose value is not plain, or -1. A line that quotes a key
 * in a text or deeper in its structure does not mislead it.
 */
export function keyAfterPlainValues(line: string, before: RegExp): number {
  before.lastIndex = 0;
  return before.test(line.slice(0, MAX_SEARCH)) ? before.lastIndex : -1;
}

/** A field of a parseJson value. For names that no object inherits: this is faster than `fieldOf`. */
export const get = (value: unknown, name: string): unknown => (isJsonObject(value) ? value[name] : undefined);

/** Content is a text, or a list of blocks. */
export const blocksOf = (content: unknown): readonly unknown[] =>
  typeof content === "string" ? [{ type: "text", text: content }] : listOf(content);

export const plainText = (content: unknown): string =>
  blocksOf(content)
    .map((block) => textOf(get(block, "text")) ?? "")
    .join("\n")
    .trim();

/** What is between a tag and its end. */
export function insideOf(text: string, tag: string): string | undefined {
  const start = text.indexOf(`<${tag}>`);
  const end = text.lastIndexOf(`</${tag}>`);
  return start === -1 || end < start ? undefined : text.slice(start + tag.length + 2, end).trim();
}

/** Clients add what the editor shows and their reminders before a person's words, and reminders after them. */
export function withoutClientParts(text: string): string {
  let rest = text.trim();
  for (let tag; (tag = /^<(system-reminder|ide_\w+)>/u.exec(rest)?.[1]) !== undefined;) {
    const end = rest.indexOf(`</${tag}>`);
    rest = end === -1 ? "" : rest.slice(end + tag.length + 3).trimStart();
  }
  while (rest.endsWith("</system-reminder>") && rest.includes("<system-reminder>")) {
    rest = rest.slice(0, rest.lastIndexOf("<system-reminder>")).trimEnd();
  }
  return rest;
}

/** The edits of a tool's input: of one place, of several, or of the whole file. */
export function editsOf(file: unknown, input: unknown): readonly AgentEdit[] {
  const path = textOf(file);
  if (path === undefined) return [];
  const edits = Array.isArray(get(input, "edits")) ? listOf(get(input, "edits")) : [input];
  return edits.flatMap((edit): readonly AgentEdit[] => {
    const before = get(edit, "old_string") ?? get(edit, "old_str");
    const after = get(edit, "new_string") ?? get(edit, "new_str");
    const content = get(edit, "content") ?? get(edit, "file_text");
    if (typeof before === "string" && typeof after === "string") return [{ path, before, after }];
    return typeof content === "string" ? [{ path, after: content }] : [];
  });
}

/** A call that makes several edits is as many acts. */
export function callActs(
  tool: string,
  target: string | undefined,
  edits: readonly (AgentEdit | undefined)[] = [],
): readonly AgentAct[] {
  const act = { kind: "call", tool, result: "done" } as const;
  const targeted = target === undefined ? act : { ...act, target };
  if (edits.length === 0) return [targeted];
  return edits.map((edit) => (edit === undefined ? targeted : { ...targeted, edit }));
}

interface HeldAct {
  act: AgentAct;
  readonly id: string | undefined;
}

/** A turn and what the agent did before it. */
export interface Stretch {
  readonly acts: HeldAct[];
  /** Edits before those acts. */
  readonly cut: AgentAct[];
  interrupted: boolean;
  turn: NewTurn;
  readonly aliases: string[];
  /** The turn may still turn out to be another one's echo. */
  waiting: boolean;
}

/** A queued message that is not delivered within so many turns is taken as it is. */
const MAX_HELD = 200;
const NO_TURN: NewTurn = { id: "", line: 0, source: "message", text: "" };

/**
 * Holds back what a reader finds until it is certain: a call whose result comes later, a queued message that is
 * delivered later, a refusal that covers several calls. What precedes a repeated turn is a repetition too, and is left
 * out.
 */
export class TurnLog {
  readonly #builder: TurnBuilder;
  readonly learn: TurnBuilder["learn"];
  readonly #contents = new Set<string>();
  readonly #calls = new Map<string, HeldAct[]>();
  readonly #closed: Stretch[] = [];
  #open = openStretch();

  /** A conversation without an id is named after its file. */
  constructor(format: TranscriptFormat, path: string) {
    const name = path.replace(/^.*[/\\]/su, "").replace(/\.[^.]*$/u, "");
    this.#builder = new TurnBuilder(format, name);
    this.learn = (facts) => this.#builder.learn(facts);
  }

  said(text: string): void {
    this.#hold({ kind: "said", text }, undefined);
  }

  /** The acts of one call share its id. */
  call(id: string | undefined, acts: readonly AgentAct[]): void {
    for (const act of acts) this.#hold(act, id);
  }

  knows(id: string): boolean {
    return this.#calls.has(id);
  }

  settle(id: string | undefined, result: "failed" | "refused"): void {
    for (const held of (id === undefined ? undefined : this.#calls.get(id)) ?? []) {
      if (held.act.kind === "call") held.act = { ...held.act, result };
    }
  }

  interrupt(): void {
    this.#open.interrupted = true;
  }

  turn(
    turn: NewTurn,
    options: { readonly aliases?: readonly string[]; readonly waiting?: boolean } = {},
  ): void {
    this.#open.turn = turn;
    this.#open.aliases.push(...(options.aliases ?? []));
    this.#open.waiting = options.waiting ?? false;
    this.#closed.push(this.#open);
    this.#open = openStretch();
    this.#commit(1);
  }

  /** The latest turn, if nothing has happened since. */
  latest(): Stretch | undefined {
    return this.#open.acts.length === 0 && !this.#open.interrupted ? this.#closed.at(-1) : undefined;
  }

  waiting(): readonly Stretch[] {
    return this.#closed.filter(({ waiting }) => waiting);
  }

  /** Takes a waiting turn back. What the agent did before it counts towards the next turn. */
  dissolve(stretch: Stretch): void {
    const at = this.#closed.indexOf(stretch);
    if (at === -1) return;
    this.#closed.splice(at, 1);
    const next = this.#closed[at] ?? this.#open;
    if (next.acts.length === 0) next.interrupted ||= stretch.interrupted;
    next.acts.unshift(...stretch.acts);
    next.cut.unshift(...stretch.cut);
    this.#trim(next);
  }

  finish(): readonly Conversation[] {
    for (const stretch of this.#closed) stretch.waiting = false;
    this.#commit(0);
    for (const act of this.#open.cut) this.#builder.cut(act);
    for (const { act } of this.#open.acts) this.#builder.act(act);
    return this.#builder.isEmpty ? [] : [this.#builder.finish()];
  }

  #hold(act: AgentAct, id: string | undefined): void {
    const held = { act, id };
    this.#open.acts.push(held);
    this.#open.interrupted = false;
    if (id !== undefined && !this.#calls.get(id)?.push(held)) this.#calls.set(id, [held]);
    this.#trim(this.#open);
  }

  #trim(stretch: Stretch): void {
    if (stretch.acts.length <= MAX_ACTS) return;
    for (const { act, id } of stretch.acts.splice(0, stretch.acts.length - MAX_ACTS)) {
      // Its text takes memory, and only its file matters now.
      if (act.kind === "call" && act.edit !== undefined) {
        stretch.cut.push({ ...act, edit: { path: act.edit.path, after: "" } });
      }
      if (id !== undefined) this.#calls.delete(id);
    }
  }

  #commit(keep: number): void {
    while (this.#closed.length > keep) {
      if (this.#closed[0]!.waiting && this.#closed.length < MAX_HELD) return;
      this.#emit(this.#closed.shift()!);
    }
  }

  #emit({ acts, cut, interrupted, turn, aliases }: Stretch): void {
    const content = `${turn.time} ${turn.source} ${turn.text.length} ${turn.text.slice(0, 80)}`;
    const repeated =
      this.#builder.find(turn.id) !== undefined || (turn.time !== undefined && this.#contents.has(content));
    this.#contents.add(content);
    if (!repeated) for (const act of cut) this.#builder.cut(act);
    for (const { act, id } of acts) {
      if (!repeated) this.#builder.act(act);
      if (id !== undefined) this.#calls.delete(id);
    }
    if (interrupted && !repeated) this.#builder.interrupt();
    this.#builder.turn(turn);
    const at = this.#builder.find(turn.id);
    if (at !== undefined) for (const alias of aliases) this.#builder.alias(at, alias);
  }
}

const openStretch = (): Stretch => ({
  acts: [],
  cut: [],
  interrupted: false,
  turn: NO_TURN,
  aliases: [],
  waiting: false,
});
