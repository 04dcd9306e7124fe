import { defined } from "../defined.ts";
import {
  type AgentAct,
  type Conversation,
  type CutEdit,
  type HumanTurn,
  MAX_ACTS,
  MAX_EDIT,
  MAX_SAID,
  MAX_TARGET,
  MAX_TURN_TEXT,
  MAX_UNREAD,
  type TranscriptFormat,
  type TranscriptReading,
  type TurnSource,
  type UnreadLine,
} from "./transcript.ts";

export interface NewTurn {
  readonly id: string;
  readonly line: number;
  readonly source: TurnSource;
  readonly text: string;
  readonly time?: string | undefined;
  readonly hasImage?: boolean;
}

export interface ConversationFacts {
  readonly session?: string | undefined;
  readonly folder?: string | undefined;
  readonly model?: string | undefined;
  readonly version?: string | undefined;
}

/**
 * Puts a conversation together from what a reader finds, in the order of the file. It bounds every text and drops what
 * was already there: transcripts repeat turns when a session is resumed.
 */
export class TurnBuilder {
  readonly #format: TranscriptFormat;
  readonly #turns: HumanTurn[] = [];
  readonly #byId = new Map<string, number>();
  readonly #byContent = new Map<string, number>();
  #facts: ConversationFacts;
  #acts: AgentAct[] = [];
  #interrupted = false;
  readonly #cutEdits = new Map<string, CutEdit>();

  constructor(format: TranscriptFormat, session: string) {
    this.#format = format;
    this.#facts = { session };
  }

  get isEmpty(): boolean {
    return this.#turns.length === 0 && this.#acts.length === 0;
  }

  /** Facts that are undefined change nothing. */
  learn(facts: ConversationFacts): void {
    this.#facts = { ...this.#facts, ...defined(facts) };
  }

  act(act: AgentAct): void {
    this.#acts.push(boundAct(act));
    if (this.#acts.length > MAX_ACTS) this.cut(this.#acts.shift()!);
  }

  /** An act before the next turn that is not kept. */
  cut(act: AgentAct): void {
    if (act.kind !== "call" || act.edit === undefined) return;
    const edit = { path: act.edit.path.slice(0, MAX_TARGET), turn: this.#turns.length };
    this.#cutEdits.set(`${edit.turn} ${edit.path}`, edit);
  }

  /** Marks the latest call that fits as failed or refused. Returns it, or undefined if none fits. */
  settle(
    result: "failed" | "refused",
    fits: (act: AgentAct & { kind: "call" }) => boolean = () => true,
  ): AgentAct | undefined {
    const at = this.#acts.findLastIndex((act) => act.kind === "call" && fits(act));
    const act = this.#acts[at];
    if (act === undefined || act.kind !== "call") return undefined;
    return (this.#acts[at] = { ...act, result });
  }

  interrupt(): void {
    this.#interrupted = true;
  }

  /** Returns false if the turn is a repetition, which becomes an alias. */
  turn({ id, line, source, text, time, hasImage = false }: NewTurn): boolean {
    const cut = text.slice(0, MAX_TURN_TEXT);
    const content = time === undefined ? undefined : `${time} ${source} ${cut}`;
    const known = this.#byId.get(id) ?? (content === undefined ? undefined : this.#byContent.get(content));
    if (known !== undefined) {
      this.alias(known, id);
      return false;
    }
    this.#byId.set(id, this.#turns.length);
    if (content !== undefined) this.#byContent.set(content, this.#turns.length);
    this.#turns.push({
      id,
      aliases: [],
      line,
      ...defined({ time }),
      source,
      text: cut,
      afterInterrupt: this.#interrupted,
      hasImage,
      acts: this.#acts,
    });
    this.#acts = [];
    this.#interrupted = false;
    return true;
  }

  /** The turn's position, to be used with `alias`, if its id is known. */
  find(id: string): number | undefined {
    return this.#byId.get(id);
  }

  /** The latest turn and its position. */
  last(): { readonly turn: HumanTurn; readonly at: number } | undefined {
    const turn = this.#turns.at(-1);
    return turn === undefined ? undefined : { turn, at: this.#turns.length - 1 };
  }

  alias(at: number, id: string): void {
    const turn = this.#turns[at]!;
    this.#byId.set(id, at);
    if (turn.id === id || turn.aliases.includes(id)) return;
    this.#turns[at] = { ...turn, aliases: [...turn.aliases, id] };
  }

  finish(): Conversation {
    const { session = "", ...facts } = this.#facts;
    return {
      format: this.#format,
      session,
      ...defined(facts),
      turns: this.#turns,
      lastActs: this.#acts,
      ...(this.#cutEdits.size === 0 ? {} : { cutEdits: [...this.#cutEdits.values()] }),
    };
  }
}

/** Counts the lines of a file and those that were not understood. */
export class LineCounter {
  readonly #unread: UnreadLine[] = [];
  #lines = 0;
  #unreadCount = 0;

  count(): void {
    this.#lines += 1;
  }

  skip(line: number, why: string): void {
    this.#unreadCount += 1;
    if (this.#unread.length < MAX_UNREAD) this.#unread.push({ line, why: why.slice(0, 200) });
  }

  finish(conversations: readonly Conversation[]): TranscriptReading {
    return { conversations, lines: this.#lines, unreadCount: this.#unreadCount, unread: this.#unread };
  }
}

function boundAct(act: AgentAct): AgentAct {
  if (act.kind === "said") return { kind: "said", text: act.text.slice(-MAX_SAID) };
  const { target, edit, ...rest } = act;
  return {
    ...rest,
    ...defined({
      target: target?.slice(0, MAX_TARGET),
      edit:
        edit === undefined
          ? undefined
          : {
              path: edit.path.slice(0, MAX_TARGET),
              ...defined({ before: edit.before?.slice(0, MAX_EDIT) }),
              after: edit.after.slice(0, MAX_EDIT),
            },
    }),
  };
}
