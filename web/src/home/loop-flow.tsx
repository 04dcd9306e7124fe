import { Link } from "@tanstack/react-router";
import { useLayoutEffect, useRef, useState } from "react";
import type { Search } from "../router.tsx";
import { formatCount } from "../lib/format.ts";
import type { LoopFigures, LoopSheet } from "./home-queries.ts";

interface Stage {
  readonly name: keyof LoopFigures;
  readonly label: string;
  readonly title: string;
  readonly to: "/feedback" | "/proposals" | "/rules";
  readonly search?: Search;
}

const STAGES: readonly Stage[] = [
  {
    name: "corrected",
    label: "corrected",
    title: "feedback that asks for something else",
    to: "/feedback",
    search: { since: "7d" },
  },
  {
    name: "recurred",
    label: "recurred",
    title: "corrections that repeat an earlier one",
    to: "/feedback",
    search: { view: "recurs", order: "recent" },
  },
  { name: "proposed", label: "proposed", title: "rules that were proposed", to: "/proposals" },
  { name: "approved", label: "approved", title: "rules that came into force", to: "/rules" },
  { name: "stopped", label: "stopped", title: "rules in force whose mistake did not occur", to: "/rules" },
  { name: "came_back", label: "came back", title: "rules in force whose mistake occurred", to: "/rules" },
];

/** The week in one drawing: how many corrections became rules, and whether the rules hold. */
export function LoopFlow({ sheet }: { readonly sheet: LoopSheet }) {
  return (
    <div>
      <ol className="grid grid-cols-3 gap-y-4 md:grid-cols-6">
        {STAGES.map(({ name, label, title, to, search = {} }) => {
          const [now, before] = [sheet.figures[name], sheet.previous.figures[name]];
          return (
            <li key={name}>
              <Link
                to={to}
                search={search}
                title={title}
                className={`plain-link block hover:underline ${name === "came_back" && now > 0 ? "text-red" : ""}`}
              >
                <span className="serif block text-figure">{formatCount(now)}</span>
                <span className="block text-second font-medium">{label}</span>
              </Link>
              <span className="text-meta text-ink-3">was {formatCount(before)}</span>
            </li>
          );
        })}
      </ol>
      <Bands sheet={sheet} />
    </div>
  );
}

const HEIGHT = 116;
const MIDDLE = HEIGHT / 2;
const TALLEST = 96;
const LEAST = 1.5;

type Heights = (name: keyof LoopFigures) => number;

/** Square roots, so that three rules can be seen beside three hundred corrections. */
const heightsOf =
  (figures: LoopFigures, most: number): Heights =>
  (name) =>
    figures[name] === 0 ? LEAST : Math.max(4, Math.sqrt(figures[name] / most) * TALLEST);

function Bands({ sheet: { figures, previous } }: { readonly sheet: LoopSheet }) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const shown = box.current;
    if (shown === null) return;
    const watch = new ResizeObserver(() => setWidth(shown.clientWidth));
    watch.observe(shown);
    setWidth(shown.clientWidth);
    return () => watch.disconnect();
  }, []);
  const most = Math.max(1, ...Object.values(figures), ...Object.values(previous.figures));
  const column = width / STAGES.length;
  const now = heightsOf(figures, most);
  const before = heightsOf(previous.figures, most);
  return (
    <div ref={box} className="mt-3 max-md:hidden" style={{ height: HEIGHT }}>
      {width === 0 ? null : (
        <svg aria-hidden="true" width={width} height={HEIGHT} className="block">
          <path d={outline(before, column)} className="fill-none stroke-edge" strokeDasharray="2 3" />
          <path d={outline(now, column)} className="fill-hair" />
          {ends(now, column).map(({ name, d }) => (
            <path
              key={name}
              d={d}
              className={name === "stopped" ? "fill-green-wash stroke-green" : "fill-red-wash stroke-red"}
              strokeWidth={figures[name] === 0 ? 0 : 1}
              opacity={figures[name] === 0 ? 0 : 1}
            />
          ))}
          {STAGES.slice(0, 4).map(({ name }, at) => (
            <line
              key={name}
              x1={at * column + 0.5}
              x2={at * column + 0.5}
              y1={MIDDLE - now(name) / 2}
              y2={MIDDLE + now(name) / 2}
              className="stroke-ink"
              strokeWidth="1.5"
            />
          ))}
        </svg>
      )}
    </div>
  );
}

/** One closed shape from the corrections to the approved rules. */
function outline(height: Heights, column: number): string {
  const names = ["corrected", "recurred", "proposed", "approved"] as const;
  const points = names.map((name, at) => ({ x: at * column, half: height(name) / 2 }));
  const last = points.at(-1)!;
  const shape = [...points, { x: last.x + column * 0.6, half: last.half }];
  const edge = (sign: 1 | -1, list: readonly { readonly x: number; readonly half: number }[]): string =>
    list
      .slice(1)
      .map(({ x, half }, at) => {
        const from = list[at]!;
        const bend = (from.x + x) / 2;
        return `C${bend} ${MIDDLE + sign * from.half} ${bend} ${MIDDLE + sign * half} ${x} ${MIDDLE + sign * half}`;
      })
      .join(" ");
  const back = shape.toReversed();
  return `M${shape[0]!.x} ${MIDDLE - shape[0]!.half} ${edge(-1, shape)} L${back[0]!.x} ${MIDDLE + back[0]!.half} ${edge(1, back)} Z`;
}

/** Rules in force, by whether their mistake stopped. */
function ends(height: Heights, column: number) {
  return (["stopped", "came_back"] as const).map((name, at) => {
    const x = (4 + at) * column;
    const half = height(name) / 2;
    return { name, d: `M${x} ${MIDDLE - half} h${column * 0.55} v${half * 2} h${-column * 0.55} Z` };
  });
}
