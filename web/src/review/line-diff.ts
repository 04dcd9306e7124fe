export interface LineStep {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** Past so many lines that differ, what differs is shown as one block: nobody reads it line by line, and it would cost much. */
const MAX_EDITS = 600;

/** From one list of lines to another in the fewest steps, those taken out before those put in. */
export function lineDiff(before: readonly string[], after: readonly string[]): readonly LineStep[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  ) {
    end += 1;
  }
  const old = before.slice(start, before.length - end);
  const made = after.slice(start, after.length - end);
  return [
    ...before.slice(0, start).map(same),
    ...(shortest(old, made) ?? [...old.map(removed), ...made.map(added)]),
    ...before.slice(before.length - end).map(same),
  ];
}

const same = (text: string): LineStep => ({ kind: "same", text });
const removed = (text: string): LineStep => ({ kind: "removed", text });
const added = (text: string): LineStep => ({ kind: "added", text });

/** Myers' greedy search; undefined where the two have too little in common. */
function shortest(old: readonly string[], made: readonly string[]): readonly LineStep[] | undefined {
  const limit = Math.min(MAX_EDITS, old.length + made.length);
  const middle = limit + 1;
  const reach = new Int32Array(2 * limit + 3);
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= limit; edits += 1) {
    trace.push(reach.slice());
    for (let k = -edits; k <= edits; k += 2) {
      let x = isDown(reach, middle, k, edits) ? reach[middle + k + 1]! : reach[middle + k - 1]! + 1;
      while (x < old.length && x - k < made.length && old[x] === made[x - k]) x += 1;
      reach[middle + k] = x;
      if (x >= old.length && x - k >= made.length) return walkBack(old, made, trace, middle);
    }
  }
  return undefined;
}

const isDown = (reach: Int32Array, middle: number, k: number, edits: number): boolean =>
  k === -edits || (k !== edits && reach[middle + k - 1]! < reach[middle + k + 1]!);

function walkBack(
  old: readonly string[],
  made: readonly string[],
  trace: readonly Int32Array[],
  middle: number,
): readonly LineStep[] {
  const steps: LineStep[] = [];
  let x = old.length;
  let y = made.length;
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const reach = trace[edits]!;
    const k = x - y;
    const from = isDown(reach, middle, k, edits) ? k + 1 : k - 1;
    const fromX = edits === 0 ? 0 : reach[middle + from]!;
    const fromY = edits === 0 ? 0 : fromX - from;
    while (x > fromX && y > fromY) {
      x -= 1;
      y -= 1;
      steps.push(same(old[x]!));
    }
    if (edits === 0) break;
    if (x > fromX) steps.push(removed(old[(x -= 1)]!));
    else steps.push(added(made[(y -= 1)]!));
  }
  return removalsFirst(steps.toReversed());
}

/** Within a run of changes, what goes stands above what comes. */
function removalsFirst(steps: readonly LineStep[]): readonly LineStep[] {
  const ordered: LineStep[] = [];
  let waiting: LineStep[] = [];
  for (const step of steps) {
    if (step.kind === "added") waiting.push(step);
    else if (step.kind === "removed") ordered.push(step);
    else {
      ordered.push(...waiting, step);
      waiting = [];
    }
  }
  return [...ordered, ...waiting];
}
