import { lineRules } from "./runtime-rules.ts";

/** Failures told by devices, engines, clusters and clouds that follow no language's form. */
export const devices = lineRules(
  "devices",
  [
    "guru meditation",
    "a fatal error occurred",
    "script error:",
    "critical error:",
    "abend=",
    "i/o error",
    "watchdog caught",
    "**failed**",
    "deadlock detected",
    "code: authorization",
    "failed) the ",
    "notfound) the ",
    "exceeded) the ",
    "denied) the ",
    "nccl",
  ],
  [
    { pattern: /^Guru Meditation Error: (?<message>.{1,300})/, weight: "proof" },
    { pattern: /^A fatal error occurred: ?(?<message>.{0,300})/, weight: "proof" },
    { pattern: /^SCRIPT ERROR: (?<message>.{1,300})/, weight: "strong", facts: { framework: "godot" } },
    { pattern: /(?:^|: )=== Critical error: ===/, weight: "proof", facts: { framework: "unreal engine" } },
    { pattern: /\bABEND=(?<type>[SU]\w{2,5})\b/, weight: "proof" },
    { pattern: /\bkernel: .{1,120}\bI\/O error\b(?<message>.{0,200})/i, weight: "strong" },
    { pattern: /\bWatchdog caught collective operation timeout(?<message>.{0,200})/, weight: "proof" },
    {
      pattern: /^ {0,8}\S{1,80} {1,60}\S{1,80} {1,60}\*\*(?:\w{1,20} )?failed\*\*/,
      weight: "proof",
      facts: { framework: "pulumi" },
    },
    { pattern: /\bERROR: {1,2}(?<message>deadlock detected)$/, weight: "strong" },
    { pattern: /^\((?<type>[A-Z]\w{3,60})\) The \w{1,40} .{1,300}/, weight: "strong" },
    {
      pattern:
        /^Code: (?<type>Authorization\w{1,40}|[A-Z]\w{2,40}(?:NotFound|Failed|Exceeded|Denied|Invalid))$/,
      weight: "strong",
    },
  ],
);
