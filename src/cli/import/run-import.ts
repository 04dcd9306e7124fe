import { defined } from "../../core/defined.ts";
import type { Emend } from "../../compose.ts";
import type { Signer } from "../../core/gate/rejection.ts";
import type { CliContext } from "../cli-context.ts";
import type { CliIo } from "../cli-io.ts";
import { emendOf } from "../open/open-emend.ts";
import { portsOf } from "../open/event-ports.ts";
import { EXIT } from "../exit-code.ts";
import { parseGithubAgents } from "../open/github-agents.ts";
import type { ImportContext } from "./import-reading.ts";
import { createImportSession, type ImportSession } from "./import-session.ts";
import { loadCheckpoints, type ImportCheckpoints } from "./import-checkpoints.ts";
import { openSource, type ImportSource } from "./import-source.ts";
import type { ImportOptions } from "./import.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import { chosenStore } from "../open/open-store.ts";
import { isServer, storePlace } from "../../compose/store-place.ts";
import { loadSigner } from "../open/load-signer.ts";
import { painter, type Paint } from "../terminal/style.ts";
import type { ImportTally, RemarkCount } from "./import-tally.ts";
import { formatCount, formatNumber } from "../terminal/plain-text.ts";
import type { RuleBar } from "../../core/rule/propose/recurrence.ts";

const MAX_NAMED = 10;

const BAR_TEXTS: Readonly<Record<RuleBar, string>> = {
  author_unknown: "they do not say who wrote them",
  author_not_trusted: "their authors are not vouched for",
  no_correction: "they are praise, thanks, answers, reports or questions",
  no_words: "they do not say what was wrong or what to do",
  written_by_author: "they were written by whoever did the work",
  work_of_people: "the work was done by people, not by an agent",
};

const AUTHOR_BARS: ReadonlySet<RuleBar> = new Set(["author_unknown", "author_not_trusted"]);

/** A record never gains trust, so the same text under another author is a new record. */
const NEW_STORE_ADVICE =
  "    Import them into a new store: the records in this one do not change, and patterns would count them twice.";

const shellWord = (word: string): string =>
  /^[\w./:@=-]{1,200}$/.test(word) ? word : `'${safeLine(word).replaceAll("'", String.raw`'\''`)}'`;

const row = (name: string, count: number, rest = ""): string =>
  `${name.padEnd(12)} ${formatNumber(count).padStart(9)}${rest}`;

export async function runImport(
  files: readonly string[],
  options: ImportOptions,
  context: CliContext,
): Promise<void> {
  const { io, finish } = context;
  const agents = parseGithubAgents(options.githubAgent ?? []);
  const stopping = new AbortController();
  const unlisten = portsOf(context).onStop(() => stopping.abort());
  try {
    const sources: ImportSource[] = [];
    for (const name of files.length === 0 ? ["-"] : files) {
      sources.push(await openSource(io, name, { format: options.format, stop: stopping.signal }));
    }
    const signer = await loadSigner(options.keyFile, io);
    const target = await openTarget(context, options);
    // A server serves several repositories, whose agents must not follow the conventions of one of them.
    const isOwnStore = !isServer(storePlace(io.cwd, await chosenStore(io, options.store)));
    try {
      const session = createImportSession({
        io,
        options,
        sources,
        context: { ...contextOf(io, options, { signer, isOwnStore }), ...agents },
        stop: stopping.signal,
        ...target,
      });
      await runToEnd(session, io, options, commandOf(files, options));
      if (stopping.signal.aborted) reportInterrupted(io, target.checkpoints);
      const { skipped, interrupted } = session.tally();
      finish(interrupted ? EXIT.external : skipped.count > 0 ? EXIT.problem : EXIT.success);
    } finally {
      await target.emend?.close();
    }
  } finally {
    unlisten();
  }
}

interface ImportTarget {
  readonly emend?: Emend;
  readonly checkpoints?: ImportCheckpoints;
}

/** Where records go; nowhere in a dry run. */
async function openTarget(context: CliContext, options: ImportOptions): Promise<ImportTarget> {
  const { io } = context;
  if (options.dryRun === true) return {};
  const emend = await emendOf(context, { file: options.store, create: true });
  const location = storePlace(io.cwd, await chosenStore(io, options.store));
  return {
    emend,
    // A database server has no file to store checkpoints next to. Importing rerun is safe, only slower.
    ...(isServer(location) ? {} : { checkpoints: await loadCheckpoints(`${location}.import.json`) }),
  };
}

/** Prints the summary even if the import fails midway. */
async function runToEnd(
  session: ImportSession,
  io: CliIo,
  options: ImportOptions,
  command: readonly string[],
): Promise<void> {
  try {
    await session.run();
  } finally {
    const tally = session.tally();
    io.stdout.write(options.json === true ? toJson(tally) : renderImportSummary(tally, painter(io), command));
  }
}

/** The command line of this import, for advice that adds an option. */
const commandOf = (files: readonly string[], { format, agent, store }: ImportOptions): readonly string[] => [
  "emend",
  "import",
  ...files,
  ...(format === undefined ? [] : ["--format", format]),
  ...(agent === undefined ? [] : ["--agent", agent]),
  ...(store === undefined ? [] : ["--store", store]),
];

function reportInterrupted(io: CliIo, checkpoints: ImportCheckpoints | undefined): void {
  const how =
    checkpoints === undefined
      ? "run the same command again to import the rest"
      : "what was read is stored; run the same command again to continue";
  io.stderr.write(`emend: stopped: ${how} [interrupted]\n`);
}

function contextOf(
  io: CliIo,
  { agent, run, task, gate, trust, conventions, format }: ImportOptions,
  { signer, isOwnStore }: { readonly signer: Signer | undefined; readonly isOwnStore: boolean },
): ImportContext {
  return {
    now: io.now().toISOString(),
    ...defined({ agent, run, task, gate, signer }),
    ...(trust === undefined ? {} : { author: { id: "unknown", trust } }),
    ...(conventions === true ? { peopleWork: "conventions" } : {}),
    ...(conventions === undefined && format === "github" && isOwnStore ? { keepsListings: true } : {}),
  };
}

function renderImportSummary(tally: ImportTally, paint: Paint, command: readonly string[]): string {
  const { skipped, left_out: leftOut, changed } = tally;
  const isOne = tally.files.length <= 1;
  const lines = [
    row("read", tally.read, ` ${tally.read === 1 ? "entry" : "entries"}`),
    ...(tally.new === null || tally.known === null
      ? [row("would record", tally.records, tally.dry_run ? " (nothing was written)" : "")]
      : [row("new", tally.new), row("known", tally.known)]),
    ...conventionLines(tally),
    ...section("skipped", skipped, isOne, (text) => paint("red", text)),
    ...section("left out", leftOut, isOne, (text) => paint("dim", text)),
    ...section("changed", changed, isOne, (text) => paint("yellow", text)),
    ...tally.files.flatMap(({ file, state, continued_at: at }) =>
      state === "unchanged"
        ? [`${safeLine(file)} was already imported and has not changed; --restart reads it again`]
        : at === undefined
          ? []
          : [`${safeLine(file)} continued at line ${at}, where the last import stopped`],
    ),
    ...renderReadiness(tally, command),
  ];
  return `${lines.join("\n")}\n`;
}

function conventionLines({ conventions: { records, corrections } }: ImportTally): readonly string[] {
  if (records === 0) return [];
  const others = records - corrections;
  const rest = `; the other ${formatNumber(others)} are praise, thanks, answers, reports or questions and are not used for rules`;
  return [
    row("conventions", records, ": reviews of people's work, stored as this repository's conventions"),
    `  ${formatNumber(corrections)} ask for something${others === 0 ? "" : rest}`,
    "  Did an agent do the work? Import it with --agent <name> instead. To leave it out: --no-conventions",
    "  Next: emend rules propose",
  ];
}

function section(
  name: string,
  { count, reasons }: RemarkCount,
  isOneFile: boolean,
  colour: (text: string) => string,
): readonly string[] {
  if (count === 0) return name === "skipped" ? [row(name, 0)] : [];
  return [
    colour(row(name, count)),
    ...reasons.flatMap((each) => [
      `  ${each.reason} (${formatNumber(each.count)})`,
      ...each.examples.map(
        ({ file, line, message }) =>
          `    ${isOneFile ? "" : `${safeLine(file)} `}line ${line}: ${safeLine(message)}`,
      ),
      ...(each.count > each.examples.length ? ["    …"] : []),
    ]),
  ];
}

function renderReadiness(tally: ImportTally, command: readonly string[]): readonly string[] {
  return [...keyLines(tally), ...ruleLines(tally, command.map(shellWord).join(" "))];
}

function keyLines({ unknown_keys: keys }: ImportTally): readonly string[] {
  if (keys.length === 0) return [];
  const width = Math.max(...keys.slice(0, MAX_NAMED).map(({ key }) => safeLine(key).length));
  return [
    "unknown keys, stored with the record but not used:",
    ...keys
      .slice(0, MAX_NAMED)
      .map(
        ({ key, count, suggestion }) =>
          `  ${safeLine(key).padEnd(width)}  ${formatCount(count, "time")}${suggestion === null ? "" : `; did you mean ${suggestion}?`}`,
      ),
    ...(keys.length > MAX_NAMED ? [`  and ${keys.length - MAX_NAMED} more; --json lists them`] : []),
  ];
}

function ruleLines(tally: ImportTally, rerun: string): readonly string[] {
  const { ready, not_ready: bars, without_agent: withoutAgent } = tally.rules;
  const total = bars.reduce((sum, { count }) => sum + count, ready);
  if (total === 0) return [];
  const lines = [`for rules    ${formatNumber(ready).padStart(9)} of ${formatNumber(total)} can be used`];
  for (const { reason, count: each } of bars) {
    lines.push(`  ${formatNumber(each)} cannot: ${BAR_TEXTS[reason]}`, ...adviceFor(reason, rerun));
  }
  if (!tally.dry_run && bars.some(({ reason }) => AUTHOR_BARS.has(reason))) lines.push(NEW_STORE_ADVICE);
  if (withoutAgent > 0) {
    lines.push(
      `  ${formatNumber(withoutAgent)} ${withoutAgent === 1 ? "names" : "name"} no agent, so agents are not reminded of them; add "agent" to each line, or: ${rerun} --agent <name>`,
    );
  }
  if (ready > 0 && !tally.dry_run && tally.conventions.records === 0)
    lines.push("  Next: emend rules propose");
  return lines;
}

function adviceFor(reason: RuleBar, rerun: string): readonly string[] {
  switch (reason) {
    case "author_unknown":
      return [
        `    Add "author": {"id": "<name>", "trust": "person"} to each line. If your team wrote all of them: ${rerun} --trust person`,
      ];
    case "author_not_trusted":
      return [
        `    If they are on your team: ${rerun} --trust person`,
        `    If only some are, mark those with "author": {"id": "<name>", "trust": "person"}`,
      ];
    case "no_words":
      return ['    Add what is wrong or what to do as "comment", "wrong" or "fix", or the change as "diff"'];
    case "no_correction":
    case "written_by_author":
    case "work_of_people":
      return [];
  }
}
