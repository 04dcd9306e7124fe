import type { SignalFacts } from "../signal.ts";
import { applyRules, factText, groupFacts, type LineRule } from "./runtime-rules.ts";
import type { LineReader, Recogniser } from "./recogniser.ts";

const PANIC =
  /^(?:http: )?panic(?: serving [\w.:[\]]{1,60})?: (?:\[recovered\] )?(?:(?<type>runtime error|interface conversion): )?(?<message>.{1,800})$/;
const FATAL =
  /^fatal error: (?<message>all goroutines are asleep - deadlock!|concurrent map .{1,40}|stack overflow|runtime: .{1,200}|out of memory|unexpected signal.{0,100}|sync: .{1,80}|index out of range.{0,80}|found (?:bad|pointer).{0,100}|invalid .{1,100}|newproc.{0,80}|malloc.{0,80}|schedule.{0,60}|too many .{0,60}|checkdead.{0,60}|.{0,60}garbage collect.{0,60})$/;
const GOROUTINE =
  /^goroutine \d{1,9}(?: gp=\S{1,40})?(?: m=\S{1,20})?(?: mp=\S{1,40})? \[[\w ,().+-]{1,80}\]:$/;
const FRAME = /^\t([^\s:][^:]{0,400}\.go|[A-Z]:[^:]{1,400}\.go):(\d{1,7})(?: \+0x[0-9a-f]{1,16})?$/;
const LIBRARY =
  /(?:\/go\/src\/|\/usr\/(?:local|lib)\/go|[\\/]pkg[\\/]mod[\\/]|\/libexec\/src\/|[\\/]src[\\/]runtime[\\/]|[\\/]vendor[\\/])/;
const FRAMES_READ = 40;

const RULES: readonly LineRule[] = [
  { pattern: /^\[signal SIG\w{2,8}: (?<message>.{1,200})\]$/, weight: "proof" },
  { pattern: /^runtime: (?:goroutine stack exceeds|out of memory)(?<message>.{0,200})/ },
  { pattern: /^WARNING: DATA RACE$/, weight: "proof", facts: { error_type: "DATA RACE" } },
  { pattern: /^Found \d+ data race\(s\)$/, weight: "proof", facts: { error_type: "DATA RACE" } },
];

/** Go: a panic is proven by the goroutine dump under it, whose first frame outside Go itself is kept. */
export const goPanic: Recogniser = {
  name: "go-panic",
  triggers: ["panic", "fatal error:", "goroutine ", "[signal sig", "data race", "runtime: "],
  createReader: (): LineReader => {
    let facts: SignalFacts | undefined;
    let inDump = false;
    let left = 0;
    return {
      readLine: ({ text }, report) => {
        const panic = PANIC.exec(text) ?? FATAL.exec(text);
        if (panic !== null) {
          facts ??= { language: "go", ...groupFacts(panic.groups) };
          report.see({ says: "runtime_error", weight: "strong", facts });
          report.follow(6);
          return;
        }
        if (GOROUTINE.test(text)) {
          report.see({ says: "runtime_error", weight: "proof", facts: facts ?? { language: "go" } });
          inDump = facts !== undefined;
          left = inDump ? FRAMES_READ : 0;
          report.follow(left);
          return;
        }
        const frame = inDump ? FRAME.exec(text) : null;
        if (frame !== null && !LIBRARY.test(frame[1]!)) {
          report.see({
            says: "runtime_error",
            weight: "proof",
            facts: { ...facts, file: factText(frame[1])!, line: Number(frame[2]) },
          });
          inDump = false;
          report.follow(0);
          return;
        }
        applyRules(RULES, text, report, { language: "go" });
      },
    };
  },
};
