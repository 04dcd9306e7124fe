import type { AgentEdit, Conversation, TranscriptFormatReader, TranscriptReader } from "../transcript.ts";
import { LineCounter, TurnBuilder } from "../turn-builder.ts";
import { fileName, searchAndReplace } from "./whole-document.ts";

const START = /^# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*$/;

/**
 * `.aider.chat.history.md`: the sessions of a repository one after the other. Aider ends each line that a person typed
 * with two blanks, which tells it from the model's own headings of level 4.
 */
export const aider: TranscriptFormatReader = {
  format: "aider",
  recognises(head, path) {
    if (/^\uFEFF?\s*# aider chat started at \d{4}-/.test(head)) return true;
    return path.endsWith(".aider.chat.history.md") && /^# aider chat started at \d{4}-/m.test(head);
  },
  open(path) {
    return new AiderReader(fileName(path));
  },
};

/** Questions of aider itself, not about what the agent did. */
const HOUSEKEEPING =
  /\.gitignore|more info|documentation|analytics|version of aider|aider version|release notes|git repo|install|openrouter/i;
const UNDO = /^\/(?:undo\b|git\s+(?:reset|revert|restore)\b)/;
/** Commands whose argument is a message to the agent. */
const CHAT = /^\/(?:ask|code|architect|context)\s+(\S[\s\S]*)$/;

class AiderReader implements TranscriptReader {
  readonly #counter = new LineCounter();
  readonly #finished: Conversation[] = [];
  readonly #name: string;
  #builder: TurnBuilder;
  #typed: { readonly line: number; readonly lines: string[] } | undefined;
  #said: string[] = [];
  #edits: readonly AgentEdit[] = [];
  /** The argument of a command, which aider writes again as a message. */
  #echo: string | undefined;
  /** A question that aider answered itself. */
  #answered: string | undefined;
  /** The latest line of aider's output: the file or command that a question is about. */
  #subject: string | undefined;

  constructor(name: string) {
    this.#name = name;
    this.#builder = new TurnBuilder("aider", name);
  }

  read(raw: string, number: number): void {
    this.#counter.count();
    const line = raw.replace(/\r$/, "");
    if (/^####(?: |$)/.test(line) && line.endsWith("  ")) {
      this.#endSaid();
      this.#typed ??= { line: number, lines: [] };
      this.#typed.lines.push(line.slice(5, -2));
      return;
    }
    this.#endTyped();
    const start = START.exec(line);
    if (start !== null) this.#start(start[1]!);
    else if (line.startsWith("> ")) this.#output(line.slice(2).trim(), number);
    else {
      this.#subject = undefined;
      this.#said.push(line);
    }
  }

  finish() {
    this.#endTyped();
    this.#close();
    return this.#counter.finish(this.#finished);
  }

  #start(time: string): void {
    this.#close();
    this.#builder = new TurnBuilder("aider", `${this.#name} ${time}`);
    this.#edits = [];
    this.#echo = this.#answered = this.#subject = undefined;
  }

  #close(): void {
    this.#endSaid();
    if (!this.#builder.isEmpty) this.#finished.push(this.#builder.finish());
  }

  #endSaid(): void {
    const text = this.#said.join("\n").trim();
    this.#said = [];
    if (text === "") return;
    this.#edits = searchAndReplace(text);
    this.#builder.act({ kind: "said", text });
  }

  #endTyped(): void {
    if (this.#typed === undefined) return;
    const { line, lines } = this.#typed;
    this.#typed = undefined;
    const text = lines.join("\n").trim();
    const question = questionOf(text);
    const echo = this.#echo;
    this.#echo = undefined;
    if (text === "" || text === "<blank>") return;
    if (question !== undefined) {
      this.#answered = question.text;
      return;
    }
    this.#answered = undefined;
    const id = `L${line}`;
    const last = this.#builder.last();
    const chat = CHAT.exec(text);
    if (text === echo && last !== undefined) this.#builder.alias(last.at, id);
    else if (UNDO.test(text)) this.#builder.turn({ id, line, source: "undo", text });
    else if (chat !== null) {
      this.#echo = chat[1]!.trim();
      this.#builder.turn({ id, line, source: "command", text: this.#echo });
    } else if (!/^(?:\/[a-z-]+(?:\s|$)|!)/i.test(text)) {
      this.#builder.turn({ id, line, source: "message", text });
    }
  }

  #output(text: string, line: number): void {
    this.#endSaid();
    const question = questionOf(text) ?? oldQuestionOf(text);
    if (question !== undefined) {
      this.#question(question, line);
      this.#subject = undefined;
      return;
    }
    this.#subject = text;
    const builder = this.#builder;
    const applied = /^Applied edit to (.+)$/.exec(text);
    const ran = /^Running (.+)$/.exec(text);
    builder.learn({
      version: /^Aider v(\S+)/.exec(text)?.[1],
      model: /^(?:Main model|Model): (\S+)/.exec(text)?.[1],
    });
    if (text.startsWith("^C")) builder.interrupt();
    else if (applied !== null) this.#applied(applied[1]!);
    else if (ran !== null) builder.act({ kind: "call", tool: "run", target: ran[1]!, result: "done" });
    else if (/SEARCH\/REPLACE blocks? failed to match|did not conform to the edit format/.test(text)) {
      builder.act({ kind: "call", tool: "edit", result: "failed" });
    }
  }

  #applied(path: string): void {
    const call = { kind: "call", tool: "edit", target: path, result: "done" } as const;
    const edits = this.#edits.filter((edit) => edit.path === path);
    if (edits.length === 0) this.#builder.act(call);
    for (const edit of edits) this.#builder.act({ ...call, edit });
  }

  #question({ text, answer }: Question, line: number): void {
    const isOwnAnswer = this.#answered === text;
    this.#answered = undefined;
    const isRefused = /^[nsd]/i.test(answer);
    if (!isRefused || isOwnAnswer || HOUSEKEEPING.test(text)) return;
    const target = this.#subject === undefined ? {} : { target: this.#subject };
    this.#builder.act({ kind: "call", tool: text, result: "refused", ...target });
    this.#builder.turn({ id: `L${line}`, line, source: "refusal", text: "" });
  }
}

interface Question {
  readonly text: string;
  /** The first letter or more of one of the options. */
  readonly answer: string;
}

/** A question such as `Create new file? (Y)es/(N)o/(D)on't ask again [Yes]: n`. */
function questionOf(line: string): Question | undefined {
  const at = line.indexOf("(Y)es/(N)o");
  const answer = /\]:\s{0,2}([a-z]*)$/i.exec(line.slice(at));
  return at === -1 || answer === null ? undefined : { text: line.slice(0, at).trim(), answer: answer[1]! };
}

/** Until August 2024 a question had no options. */
function oldQuestionOf(line: string): Question | undefined {
  const end = line.lastIndexOf("? ");
  const answer = line.slice(end + 2);
  return end > 0 && /^(?:y|n|yes|no)$/i.test(answer) ? { text: line.slice(0, end + 1), answer } : undefined;
}
