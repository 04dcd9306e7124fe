import { type KeyboardEvent, useRef } from "react";
import { Mark } from "../components/mark.tsx";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Key } from "../components/key.tsx";
import { capitalize } from "../lib/format.ts";
import { type Outcome, OUTCOME_MARKS } from "./submission.ts";

const NAMES: Readonly<Record<Outcome, string>> = {
  approved: "Approve as written",
  approved_with_changes: "Approve with changes",
  rejected: "Reject",
};

/** Nothing is focused at first and letters do nothing, because the user may still be typing the comment. */
export function ChooseAnswerDialog({
  agent,
  hasComment,
  lines,
  decide,
  close,
}: {
  readonly agent: string;
  readonly hasComment: boolean;
  readonly lines: number;
  readonly decide: (outcome: Outcome) => void;
  readonly close: () => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const edit = lines === 1 ? "your changed line" : `your ${lines} changed lines`;
  const along = hasComment ? ", with your comment" : "";
  const offered: readonly (readonly [Outcome, string])[] = [
    ["approved", `${agent}’s text is accepted${along}.${lines === 0 ? "" : " Your changes are discarded."}`],
    ...(lines === 0
      ? []
      : [
          [
            "approved_with_changes",
            `${capitalize(edit)} ${lines === 1 ? "replaces" : "replace"} ${agent}’s${along}.`,
          ] as const,
        ]),
    ["rejected", `It goes back to ${agent}${along}${lines === 0 ? "" : ` and ${edit} as the correction`}.`],
  ];
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const to = at === -1 && by === -1 ? buttons.length - 1 : at + by;
    buttons[Math.max(0, Math.min(buttons.length - 1, to))]?.focus();
  };
  return (
    <Dialog
      title={hasComment ? "Which answer goes with your comment?" : "Which answer do you want to give?"}
      close={close}
    >
      <div tabIndex={-1} autoFocus className="outline-none" onKeyDown={move}>
        <ul ref={list} className="grid gap-2">
          {offered.map(([outcome, words]) => (
            <li key={outcome} className="grid items-center gap-x-4 gap-y-1 md:grid-cols-[200px_1fr]">
              <Button
                className="justify-start"
                mark={<Mark name={OUTCOME_MARKS[outcome]} />}
                onClick={() => decide(outcome)}
              >
                {NAMES[outcome]}
              </Button>
              <span className="text-second text-ink-2">{words}</span>
            </li>
          ))}
        </ul>
        <p className="mt-4 flex items-center gap-2 text-second text-ink-2">
          <Key>↑</Key>
          <Key>↓</Key> then <Key>↵</Key> answers
          <Button className="ml-auto" hint="esc" onClick={close}>
            Keep writing
          </Button>
        </p>
      </div>
    </Dialog>
  );
}
