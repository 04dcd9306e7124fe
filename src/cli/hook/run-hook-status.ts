import { allSpools, projectStatus, type SpoolStatus } from "../../hook/hook-status.ts";
import { type HookPaths, stateProblem } from "../../hook/hook-paths.ts";
import { countLegacyEntries, legacySpool } from "../../hook/legacy-spool.ts";
import type { CliContext } from "../cli-context.ts";
import { safeLine } from "../terminal/safe-text.ts";

/** `emend hook --status`: what waits here and in the user's other projects, for whom, since when and why. */
export function runHookStatus(place: HookPaths, json: boolean, { io }: CliContext): void {
  const here = projectStatus(place);
  const others = allSpools(place.state).filter(
    ({ spool, waiting, aside }) => spool !== here.spool && waiting + aside > 0,
  );
  const left = countLegacyEntries(place.root);
  const problem = stateProblem(place);
  if (json) {
    const said = { ...here, state_problem: problem ?? null, left_in_repository: left, others };
    io.stdout.write(`${JSON.stringify(said)}\n`);
    return;
  }
  io.stdout.write(
    [
      ...(problem === undefined ? [] : [`cannot store anything: ${safeLine(problem)}`]),
      ...linesOf(here),
      ...(left === 0
        ? []
        : [
            `in the repository: ${left} in ${safeLine(legacySpool(place.root))}, from an earlier version or from whoever made this clone; they are not delivered. Review and import them with \`emend hook --take .emend/spool\``,
          ]),
      ...others.flatMap((other) => ["", `project: ${safeLine(other.project)}`, ...linesOf(other)]),
      "",
    ].join("\n"),
  );
}

const linesOf = ({
  waiting,
  oldest,
  destination,
  aside,
  delivering,
  why,
  last_fault,
  spool,
}: SpoolStatus) => [
  `waiting: ${waiting}${oldest === null ? "" : `, the oldest since ${oldest}`}`,
  `for: ${safeLine(destination ?? "unknown: the settings cannot be read or are not trusted")}`,
  ...(why === null ? [] : [`why: ${safeLine(why)}`, `kept in: ${safeLine(spool)}`]),
  `rejected: ${aside}`,
  `delivering: ${delivering ? "yes" : "no"}`,
  `last error: ${safeLine(last_fault ?? "none")}`,
];
