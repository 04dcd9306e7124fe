import type { BackTest } from "./learn-report.ts";

/** The back-tests of several projects and sources as one. Undefined if there are none. */
export function sumBackTests(tests: readonly (BackTest | undefined)[]): BackTest | undefined {
  const known = tests.filter((test) => test !== undefined);
  const sum = (of: (test: BackTest) => number): number => known.reduce((total, test) => total + of(test), 0);
  const [since] = known.map((test) => test.since).toSorted();
  if (since === undefined) return undefined;
  return {
    learnedFrom: sum(({ learnedFrom }) => learnedFrom),
    groups: sum(({ groups }) => groups),
    later: sum(({ later }) => later),
    covered: sum(({ covered }) => covered),
    reworkCovered: sum(({ reworkCovered }) => reworkCovered),
    since,
  };
}
