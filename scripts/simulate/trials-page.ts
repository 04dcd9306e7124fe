import { AFTER, RUNS_PER_DAY } from "./effect-world.ts";
import type { NamedCell, SimulatedFigures } from "./figures.ts";
import { plotCurves } from "./plot.ts";
import { plotDots } from "./plot-dots.ts";
import { MOST_TASKS, type NullCell, type Quantiles } from "./simulate-trials.ts";

/** docs/trials.md: every figure in it comes from the simulation. */
export function renderTrialsPage(figures: SimulatedFigures): string {
  return [INTRODUCTION, trialsPart(figures), effectsPart(figures), METHOD].join("\n");
}

export function renderTrialsPictures(figures: SimulatedFigures): Readonly<Record<string, string>> {
  const { null_trials, true_trials, null_effects } = figures;
  const half = true_trials.filter(({ share }) => share === 0.5);
  return {
    "false-verdicts.svg": plotCurves({
      title: "Trials of rules that do nothing: the share with a false verdict, by recurrences seen",
      across: "recurrences",
      up: "trials with a false verdict",
      most: 0.4,
      limit: { share: 0.05, name: "5 %" },
      curves: [
        {
          name: "a z test at every look",
          points: null_trials.looks.map((look) => [look.recurrences, look.common]),
        },
        { name: "Emend", points: null_trials.looks.map((look) => [look.recurrences, look.emend]) },
      ],
    }),
    "recurrences-to-verdict.svg": plotCurves({
      title: "The share of trials that came to the right verdict, by recurrences seen",
      across: "recurrences",
      up: "trials with the right verdict",
      most: 1,
      curves: half.map(({ reduction, curve }) => ({
        name: reduction < 0 ? "doubles the mistake" : `prevents ${percent(reduction)}`,
        points: curve
          .filter(({ recurrences }) => recurrences <= 500)
          .map((one) => [one.recurrences, one.share]),
      })),
    }),
    "false-helping.svg": plotDots(
      "How often a rule that does nothing was said to help, by cell",
      null_effects.map(({ name, earlier, helping }) => ({ name, values: [earlier, helping] })),
      ["before these changes", "now"],
    ),
  };
}

const INTRODUCTION = `# What trials and effects are worth

<!-- Written by scripts/simulate.ts from scripts/simulate/figures.json. Change those, then run: npm run simulate -->

Emend says whether a rule works in two ways. A **trial** gives the rule to some tasks and withholds it from others, by chance. Without a trial, Emend
compares the time **before and after** the rule. Both can be looked at every day, so both have to stay right however often somebody looks. This page shows
what they say of simulated rules whose effect is known. The simulation uses the code that judges real rules. It takes about four minutes to repeat:

\`\`\`sh
npm run simulate
\`\`\`
`;

function trialsPart({ null_trials, true_trials, many_trials, lost_tasks }: SimulatedFigures): string {
  const { cells, counting_each } = null_trials;
  const trials = sum(cells.map((cell) => cell.trials));
  const falseCount = sum(cells.map(({ works, harms }) => works + harms));
  const worst = cells.toSorted((a, b) => falseShare(b) - falseShare(a)).slice(0, 5);
  const grouped = (key: (cell: NullCell) => string): readonly (readonly string[])[] =>
    Array.from(Map.groupBy(cells, key), ([name, those]) => [
      name,
      count(sum(those.map((cell) => cell.trials))),
      share(sum(those.map(({ works }) => works)) / sum(those.map((cell) => cell.trials))),
      share(sum(those.map(({ harms }) => harms)) / sum(those.map((cell) => cell.trials))),
    ]);
  const head = ["", "trials", "false *works*", "false *harms*"];
  return `## Trials

### Rules that do nothing

Emend looked at each of ${count(trials)} trials after every task with a recurrence, up to ${null_trials.looks.at(-1)!.recurrences} of them. **${share(falseCount / trials)} came to a false
verdict**, and ${share(falseShare(worst[0]!))} in the worst of ${cells.length} cells. Emend promises at most 5 %.

![False verdicts by recurrences seen](pictures/trials/false-verdicts.svg)

Whoever repeats a common z test at each look finds a difference in ${share(null_trials.looks.at(-1)!.common)} of these trials.

Recurrences are counted **once per task**. If they come in bursts of four, counting each of them would make ${share(counting_each)} of the verdicts false. Retries of a task stay in its
arm, so they are one piece of evidence too. Tasks may depend on each other in any way, for example if a mistake spreads from task to task, because the
arm of each task is still drawn by itself.

${table(
  head,
  grouped((cell) => `share ${cell.share}`),
)}

${table(
  head,
  grouped(({ drift }) => `mistake: ${drift}`),
)}

${table(
  head,
  grouped(({ link }) => `recurrences: ${link}`),
)}

The five worst cells:

${table(
  ["share", "mistake", "recurrences", "trials", "false verdicts"],
  worst.map((cell) => [
    String(cell.share),
    cell.drift,
    cell.link,
    count(cell.trials),
    share(falseShare(cell)),
  ]),
)}

### Rules that do something

The table shows how many tasks with a recurrence, and how many runs, it takes to reach the right verdict. Without the rule, the mistake happens in about a
tenth of the tasks. Its frequency wanders, and retries repeat it.

${table(
  [
    "the rule",
    "share",
    "right verdict",
    "wrong verdict",
    "recurrences: median",
    "80 %",
    "runs: median",
    "80 %",
  ],
  true_trials.map(({ reduction, share: given, works, harms, none, recurrences, runs }) => [
    reduction < 0 ? "doubles the mistake" : `prevents ${percent(reduction)}`,
    String(given),
    share(reduction > 0 ? works : harms),
    share((reduction > 0 ? harms : works) + none),
    ...both(recurrences),
    ...both(runs),
  ]),
)}

![Trials with the right verdict by recurrences seen](pictures/trials/recurrences-to-verdict.svg)

A rule that doubles its mistake is withdrawn as soon as the verdict is *harms*. If more tasks are without the rule, the verdict *works* comes sooner. If more
tasks have it, *harms* comes sooner.

### Many rules at once

${many_trials.rules} trials ran side by side. ${many_trials.working} of the rules prevent three quarters of their mistake, and the others do nothing (${count(many_trials.repetitions)} repetitions). Emend says
*works* only if it holds among all of the trials (e-BH).

${table(
  ["", "false share of *works*", "working rules found"],
  [
    ["each by itself", share(many_trials.false_share_alone), share(many_trials.found_alone)],
    ["together, as Emend does", share(many_trials.false_share), share(many_trials.found)],
  ],
)}

### Lost tasks

If tasks of one arm get lost, no verdict can be trusted. Emend therefore compares the sizes of the arms with the share, and refuses a verdict if they do not fit.
This is how many tasks it takes to notice, with a look after each of at most ${count(MOST_TASKS)}:

${table(
  ["share", "lost of those with the rule", "noticed", "tasks: median", "80 %"],
  lost_tasks.map(({ share: given, lost, noticed, tasks }) => [
    String(given),
    percent(lost),
    share(noticed),
    ...both(tasks),
  ]),
)}
`;
}

function effectsPart({ null_effects, true_effects }: SimulatedFigures): string {
  const worst = Math.max(...null_effects.map(({ helping }) => helping));
  const rows = (cells: readonly NamedCell[]): readonly (readonly string[])[] =>
    cells.map((cell) => [
      cell.name,
      share(cell.earlier),
      share(cell.without_trigger),
      share(cell.at_every_look),
      `**${share(cell.helping)}**`,
      share(cell.worse),
      share(cell.ineffective),
    ]);
  return `## Before and after

Without a trial, something else may have changed at the same time. So Emend says *helping* only if little else can explain it:

- The occurrences that led to the rule do not count as the time before. A rule is made after a mistake happened often, and it would have happened less often
  afterwards anyway.
- Only work of the same agent with the same model is compared. A new model never counts for the rule.
- Corrections that come together, on one day or in one week, count for less than as many that come one by one.
- If the agent makes enough other mistakes that no rule was made against (20 on each side), the mistake has to fall compared with these as well.
- The interval holds at every look, and it has to lie beyond a reduction that may have other causes: 25 % if other mistakes and the model are known,
  otherwise 50 %, as a new model may well halve a mistake.

Otherwise Emend says that it does not know, and why.

### Rules that do nothing

The table shows the share of rules that were called *helping* at some time in ${AFTER} days, with a look every day, in ${null_effects.length} cells of ${count(null_effects[0]!.rules)} rules. *Now* it is **${share(worst)} in the
worst cell**. Emend promises at most 5 %. *Earlier* is the estimator that this one replaced (the exact interval of the ratio of rates). Two candidates were not
good enough: that estimator *without the trigger* (the occurrences that led to the rule), and an interval that holds *at every look* but lacks the other
safeguards. The last two columns are other answers: *worse* is wrong too, and *no effect* is right.

![False helping by cell](pictures/trials/false-helping.svg)

${table(["cell", "earlier", "without the trigger", "at every look", "now", "*worse*", "*no effect*"], rows(null_effects))}

Unless the name of a cell says otherwise, one agent has ${RUNS_PER_DAY} runs on a working day, makes the mistake in 5 % of them and has no other mistakes. *Frequent* is 20 %, *rare* 1 %.
New models halve the mistake and arrive in the week of the rule.

### Rules that prevent mistakes

This has a price: a small effect, or the effect on a rare mistake, stays unknown. The mistake happens in 10 % of the runs (*rare*: 3 %).

${table(
  ["the rule prevents", "earlier", "now", "days until then: median", "falsely *no effect*"],
  true_effects.map((cell) => [
    cell.name,
    share(cell.earlier),
    `**${share(cell.helping)}**`,
    cell.days === null ? "–" : String(cell.days),
    share(cell.ineffective),
  ]),
)}

The earlier estimator found more because it also found what was not there. **To learn whether a rule works, start a trial**: \`emend trials start\`.
`;
}

const METHOD = `## What this does not show

- A cause that changes only this mistake, in the same days, by more than the margins above looks like the rule to any comparison of before and after. Only
  a trial tells them apart.
- The worlds are simulated. Yours may have other rates, longer waves and other reasons for rules.
- *No effect* asks people to look at a rule. Emend says it if even the most favourable count shows a reduction under 10 % and a reduction by three quarters is ruled
  out. For rules that prevent half of their mistake, it is sometimes wrong; the table shows how often.

The statistics are checked against closed forms and against SciPy (\`src/core/statistics/oracle.json\`), and the reasons are in
[decision 73](decisions/0073-what-an-effect-may-claim.md).
`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

const falseShare = ({ works, harms, trials }: NullCell): number => (works + harms) / trials;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const share = (value: number): string => `${(value * 100).toFixed(1)} %`;
const percent = (value: number): string => `${Math.round(value * 100)} %`;
const count = (value: number): string => value.toLocaleString("en");
const both = ({ median, eightieth }: Quantiles): readonly string[] =>
  [median, eightieth].map((value) => (value === null ? "–" : count(value)));
