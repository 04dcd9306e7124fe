import type { SignalFacts } from "../signal.ts";
import type { LineReader, Recogniser, Report } from "./recogniser.ts";
import { testFacts } from "./test-rules.ts";

export const NODE_TEST_FACTS = { framework: "node:test", language: "javascript" } as const;

const PLACE = /^test at (?<file>[^\s:]{1,300}):(?<line>\d{1,7}):\d{1,7}$/;
/** Its times have six decimals or fewer, and always a unit of milliseconds. */
const HEAD = /^\s{0,40}✖ (?<test>\S.{0,300}?) \(\d{1,9}\.\d{1,9}ms\)$/;
const ERROR =
  /^\s{2,44}\[?(?<type>[A-Z][\w$.]{0,80}(?:Error|Exception|Failure)|Error)(?: \[\w{1,60}\])?: (?<message>\S.{0,600}?)\]?$/;
/** What is thrown and is no error is printed as a value. */
const VALUE = /^\s{2,44}'(?<message>[^'].{0,600})'$/;
const SIDE = /^\s{4,48}(?<side>actual|expected): (?<value>\S.{0,300}?),$/;
const TAP_POINT = /^\s{0,40}not ok \d{1,7} - (?<test>\S.{0,300})$/;
const TAP_DETAIL = /^\s{2,44}(?<key>location|failureType|error|name|expected|actual): (?<value>\S.{0,600})$/;
const TAP_END = /^\s{2,44}(?:stack:|\.\.\.$)/;
const TAP_LOCATION = /^(?<file>.{1,300}):(?<line>\d{1,7}):\d{1,7}$/;
const MARKED = /^\s{0,44}[✖✔▶ℹ﹣]/;

/** Lines in which a failing test tells its error, and those in which a difference and the two sides may follow. */
const REACH = 3;
const LONG_REACH = 40;

/** One failing test, as far as it was told. */
interface Told {
  readonly form: "spec" | "tap";
  facts: SignalFacts;
  message?: string;
  /** The first line of the message announces what the next one says. */
  open: boolean;
  /** TAP puts a message of several lines into a block of its own. */
  inBlock: boolean;
  own: boolean;
}

/** What a failing test of Node's own runner says, in its spec, dot and TAP reports: the error with its two sides. */
export const nodeTest: Recogniser = {
  name: "node-test",
  triggers: ["✖ ", "test at ", "not ok "],
  createReader: (): LineReader => {
    let place: SignalFacts = {};
    let told: Told | undefined;
    const begin = (form: Told["form"], facts: SignalFacts, report: Report): void => {
      told = {
        form,
        facts: { ...NODE_TEST_FACTS, ...place, ...facts },
        open: false,
        inBlock: false,
        own: form === "spec",
      };
      place = {};
      report.follow(form === "spec" ? REACH : LONG_REACH);
    };
    return {
      readLine: ({ text }, report) => {
        const at = PLACE.exec(text);
        if (at !== null) {
          place = testFacts(at.groups);
          told = undefined;
          report.follow(1);
          return;
        }
        const head = HEAD.exec(text);
        if (head !== null) return begin("spec", testFacts(head.groups), report);
        const point = TAP_POINT.exec(text);
        if (point !== null) {
          if (/# (?:TODO|SKIP)\b/i.test(text)) told = undefined;
          else begin("tap", testFacts(point.groups), report);
          return;
        }
        if (told === undefined) return;
        if (MARKED.test(text)) told = undefined;
        else if (told.form === "spec") readSpec(told, text, report);
        else if (readTap(told, text, report)) told = undefined;
      },
    };
  },
};

/** Each line that adds to what is known is reported, so that a report that is cut off loses only the rest. */
function see(told: Told, report: Report, facts: SignalFacts): void {
  told.facts = { ...told.facts, ...facts };
  report.see({ says: "verification_failure", weight: "proof", facts: told.facts });
}

function readSpec(told: Told, text: string, report: Report): void {
  if (told.message === undefined) {
    const error = ERROR.exec(text) ?? VALUE.exec(text);
    if (error === null || isSummary(error.groups!["message"]!)) return;
    const { error_type, error_message = "" } = testFacts(error.groups);
    hear(told, error_message);
    if (error_type !== undefined) told.facts = { ...told.facts, error_type };
    report.follow(LONG_REACH);
    // A message that only announces the difference waits for it.
    if (!told.open) see(told, report, { error_message });
    return;
  }
  if (told.open) return hearMore(told, text, report);
  const side = SIDE.exec(text);
  if (side === null) return;
  const { side: name = "", value = "" } = side.groups!;
  if (!isPlainValue(value)) return;
  told.facts = { ...told.facts, ...testFacts({ [name]: unquoted(value) }) };
  if (told.facts.expected !== undefined && told.facts.actual !== undefined) see(told, report, {});
}

/** Tells whether the point is over. */
function readTap(told: Told, text: string, report: Report): boolean {
  const detail = TAP_DETAIL.exec(text);
  if (told.inBlock && detail === null && !TAP_END.test(text)) {
    if (told.message === undefined) {
      if (text.trim() !== "") hear(told, text.trim());
    } else if (told.open) hearMore(told, text, report);
    return false;
  }
  told.inBlock = false;
  if (detail === null) {
    if (!TAP_END.test(text)) return false;
    if (told.own && told.message !== undefined) see(told, report, { error_message: told.message });
    return true;
  }
  const { key = "", value = "" } = detail.groups!;
  switch (key) {
    case "location":
      told.facts = { ...told.facts, ...testFacts(TAP_LOCATION.exec(unquoted(value))?.groups) };
      return false;
    case "failureType":
      told.own = !value.includes("subtestsFailed");
      return false;
    case "error":
      if (/^[|>]/.test(value)) told.inBlock = true;
      else hear(told, unquoted(value));
      return false;
    case "name":
      told.facts = { ...told.facts, ...testFacts({ type: unquoted(value) }) };
      return false;
    default:
      told.facts = { ...told.facts, ...testFacts({ [key]: unquoted(value) }) };
      return false;
  }
}

function hear(told: Told, message: string): void {
  told.message = message;
  told.open = message.endsWith(":");
}

/** The line that the announcement is followed by; a legend of colours or signs is none. */
function hearMore(told: Told, text: string, report: Report): void {
  const line = text.trim();
  if (line === "" || line.startsWith("+ actual - expected")) return;
  told.open = false;
  const said = /^(?:[{[(]|at |[+-] )/.test(line) ? told.message!.slice(0, -1) : `${told.message} ${line}`;
  told.message = said.slice(0, 300);
  if (told.own && told.form === "spec") see(told, report, { error_message: told.message });
}

const isSummary = (message: string): boolean => /^\d{1,7} subtests? failed$/.test(message);
/** The beginning of an object that goes on in the next lines is no value. */
const isPlainValue = (value: string): boolean => !/^(?:\{|\[|[A-Z]\w* \{)$/.test(value);

function unquoted(value: string): string {
  return /^'.*'$/.test(value) || /^".*"$/.test(value) ? value.slice(1, -1) : value;
}
