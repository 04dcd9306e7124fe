import { Button } from "../components/button.tsx";
import type { Way } from "./use-decisions.ts";

const CHOICES: readonly {
  readonly way: Way;
  readonly key: string;
  readonly label: string;
  readonly does: string;
}[] = [
  { way: "generalizable", key: "1", label: "Generalizable", does: "counts towards a rule" },
  { way: "edge_case", key: "2", label: "Edge case", does: "stays findable, can be promoted" },
  { way: "ignore", key: "3", label: "Ignore", does: "counts for nothing, with a reason" },
];

/** The three ways to resolve what is ambiguous. */
export function Ways({
  choose,
  hints = false,
  explain = false,
}: {
  readonly choose: (way: Way) => void;
  /** Whether the keys mean this one. */
  readonly hints?: boolean;
  readonly explain?: boolean;
}) {
  return (
    <ul className={explain ? "grid gap-2" : "mt-2 flex flex-wrap gap-2"}>
      {CHOICES.map(({ way, key, label, does }) => (
        <li key={way} className="flex flex-wrap items-center gap-x-3">
          <Button title={does} onClick={() => choose(way)} hint={hints ? key : undefined}>
            {label}
          </Button>
          {explain ? <span className="text-second text-ink-2">{does}</span> : null}
        </li>
      ))}
    </ul>
  );
}
