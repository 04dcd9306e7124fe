import { Button } from "../components/button.tsx";
import type { FeedbackSummary } from "./summary.ts";
import type { Resolution } from "./use-decisions.ts";

/** Which side holds, and what would follow. */
export function SideButtons({
  path,
  earlier,
  choose,
  hints,
}: {
  readonly path: string | undefined;
  readonly earlier: readonly FeedbackSummary[];
  readonly choose: (way: Resolution) => void;
  readonly hints: boolean;
}) {
  const files = [...new Set([path, ...earlier.map((said) => said.path)].flatMap((each) => each ?? []))];
  const choices = [
    {
      way: "generalizable",
      label: "This holds",
      follows: "It counts towards a rule. The earlier decision stays on record.",
    },
    {
      way: "edge_case",
      label:
        files.length === 0
          ? "Both hold"
          : `Both hold, in ${files.length === 1 ? "this file" : "these files"}`,
      follows: `An edge case${files.length === 0 ? "" : ` for ${files.join(" and ")}`}: kept and found by search, but no rule is made of it.`,
    },
    {
      way: "ignore",
      label: "That holds",
      follows: "This is ignored, with your reason. It won’t count towards a rule.",
    },
  ] as const;
  return (
    <ul className="mt-3 grid gap-2">
      {choices.map(({ way, label, follows }, at) => (
        <li key={way} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button onClick={() => choose(way)} hint={hints ? String(at + 1) : undefined}>
            {label}
          </Button>
          <span className="min-w-0 flex-1 basis-60 text-second break-words text-ink-2">{follows}</span>
        </li>
      ))}
    </ul>
  );
}
