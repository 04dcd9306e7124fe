import { createReadStream, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { PlacedTurn } from "../../src/core/correction/turn-signs.ts";
import { placeTurns } from "../../src/core/correction/place-turns.ts";
import { recogniseTranscript } from "../../src/core/transcript/all-readers.ts";
import type { AgentAct, HumanTurn, TurnSource } from "../../src/core/transcript/transcript.ts";

export interface TurnRow {
  readonly id: string;
  /** What is left out together when the model is judged: a repository, or an author's project. */
  readonly project: string;
  readonly conversation: string;
  readonly placed: PlacedTurn;
  readonly isCorrection: boolean;
  /** Two careful readers would agree. */
  readonly isClear: boolean;
  readonly group: string | null;
  readonly rule: string | null;
  /** From real transcripts rather than written by an author. */
  readonly isReal: boolean;
}

interface WrittenTurn {
  readonly project: string;
  readonly conversation: string;
  readonly n: number;
  readonly source: TurnSource;
  readonly after_interrupt: boolean;
  readonly image: boolean;
  readonly agent: string;
  readonly acts: readonly string[];
  readonly text: string;
  readonly label: "correction" | "other";
  readonly clear: boolean;
  readonly rule: string | null;
  readonly group: string | null;
}

const readLines = (file: string): readonly unknown[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as unknown);

/** Conversations written for Emend by authors who had not seen its code. */
export function readWritten(file: string): readonly TurnRow[] {
  const earlier = new Map<string, string[]>();
  return (readLines(file) as readonly WrittenTurn[]).map((row) => {
    const conversation = `${file}:${row.project}:${row.conversation}`;
    const before = earlier.get(conversation) ?? [];
    earlier.set(conversation, [...before, row.text]);
    const turn: HumanTurn = {
      id: `${conversation}:${row.n}`,
      aliases: [],
      line: row.n + 1,
      source: row.source,
      text: row.text,
      afterInterrupt: row.after_interrupt,
      hasImage: row.image,
      acts: [
        ...row.acts.map(callOf),
        ...(row.agent === "" ? [] : [{ kind: "said" as const, text: row.agent }]),
      ],
    };
    return {
      id: turn.id,
      project: `${file}:${row.project}`,
      conversation,
      placed: { turn, position: row.n, earlier: before },
      isCorrection: row.label === "correction",
      isClear: row.clear,
      group: row.group === null ? null : `${file}:${row.project}:${row.group}`,
      rule: row.rule,
      isReal: false,
    };
  });
}

function callOf(text: string): AgentAct {
  const ended = /\((failed|refused)\)\s*$/.exec(text)?.[1] as "failed" | "refused" | undefined;
  const [tool = "", ...rest] = text
    .replace(/\((?:failed|refused)\)\s*$/, "")
    .trim()
    .split(" ");
  return { kind: "call", tool, target: rest.join(" "), result: ended ?? "done" };
}

interface LabelledTurn {
  readonly id: string;
  readonly file: string;
  readonly turn: string;
  readonly label: "correction" | "other";
  readonly strength: "clear" | "borderline";
  readonly rule: string | null;
  readonly group: string | null;
}

/** Labels of real transcripts, which are in folders beside the file of labels. They are not part of this repository. */
export async function readLabelled(file: string): Promise<readonly TurnRow[]> {
  const labels = readLines(file) as readonly LabelledTurn[];
  const rows: TurnRow[] = [];
  for (const transcript of new Set(labels.map((label) => label.file))) {
    const placed = await readPlaced(join(dirname(file), transcript));
    for (const label of labels.filter((each) => each.file === transcript)) {
      const found = placed.find(({ turn }) => turn.id === label.turn || turn.aliases.includes(label.turn));
      if (found === undefined) {
        console.error(`not found: ${label.id} ${label.turn} in ${transcript}`);
        continue;
      }
      rows.push({
        id: label.id,
        project: dirname(transcript),
        conversation: transcript,
        placed: found,
        isCorrection: label.label === "correction",
        isClear: label.strength === "clear",
        group: label.group,
        rule: label.rule,
        isReal: true,
      });
    }
  }
  return rows;
}

async function readPlaced(path: string): Promise<readonly PlacedTurn[]> {
  const head = readFileSync(path, "utf8").slice(0, 65_536);
  const reader = recogniseTranscript(head, path)?.open(path);
  if (reader === undefined) return [];
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(path, "utf8"), crlfDelay: Infinity })) {
    number += 1;
    reader.read(line, number);
  }
  return reader.finish().conversations.flatMap(placeTurns);
}
