import { allSpools, projectStatus, type SpoolStatus } from "../../hook/hook-status.ts";
import { type HookPaths, stateProblem } from "../../hook/hook-paths.ts";
import { countLegacyEntries, legacySpool } from "../../hook/legacy-spool.ts";
import type { CliContext } from "../cli-context.ts";
import { safeLine } from "../terminal/safe-text.ts";

/** `emend hook --status`: what is queued current and in the user's other projects. */
export function runHookStatus(paths: HookPaths, json: boolean, { io }: CliContext): void {
  const current = projectStatus(paths);
  const others = allSpools(paths.state).filter(
    ({ spool, waiting, aside }) => spool !== current.spool && waiting + aside > 0,
  );
  const left = countLegacyEntries(paths.root);
  const problem = stateProblem(paths);
  if (json) {
    const answer = { ...current, state_problem: problem ?? null, left_in_repository: left, others };
    io.stdout.write(`${JSON.stringify(answer)}\n`);
    return;
  }
  io.stdout.write(
    [
      ...(problem === undefined ? [] : [`cannot store anything: ${safeLine(problem)}`]),
      ...statusLines(current),
      ...(left === 0
        ? []
        : [
            `in the repository: ${left} in ${safeLine(legacySpool(paths.root))}, from an earlier version or from whoever made this clone; they are not delivered. Review and import them with \`emend hook --take .emend/spool\``,
          ]),
      ...others.flatMap((other) => ["", `project: ${safeLine(other.project)}`, ...statusLines(other)]),
      "",
    ].join("\n"),
  );
}

const statusLines = ({
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
