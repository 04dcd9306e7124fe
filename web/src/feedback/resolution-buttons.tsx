import { Button } from "../components/button.tsx";
import type { Resolution } from "./use-decisions.ts";

const CHOICES: readonly {
  readonly way: Resolution;
  readonly key: string;
  readonly label: string;
  readonly does: string;
}[] = [
  { way: "generalizable", key: "1", label: "Generalizable", does: "counts towards a rule" },
  { way: "edge_case", key: "2", label: "Edge case", does: "kept; can be promoted later" },
  { way: "ignore", key: "3", label: "Ignore", does: "not used; needs a reason" },
];

export function ResolutionButtons({ choose }: { readonly choose: (way: Resolution) => void }) {
  return (
    <ul className="grid gap-2">
      {CHOICES.map(({ way, key, label, does }) => (
        <li key={way} className="flex flex-wrap items-center gap-x-3">
          <Button title={does} onClick={() => choose(way)} hint={key}>
            {label}
          </Button>
          <span className="text-second text-ink-2">{does}</span>
        </li>
      ))}
    </ul>
  );
}
