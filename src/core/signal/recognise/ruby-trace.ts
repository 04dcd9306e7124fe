import { lineRules } from "./runtime-rules.ts";

/** Ruby: the first line of a trace carries place, message and class; `from` lines only confirm it. */
export const rubyTrace = lineRules(
  "ruby-trace",
  [".rb:", ":in `", ":in '", "(irb)", "traceback (most recent call last)", "-e:", "rake aborted"],
  [
    {
      pattern:
        /^(?:\d{1,4}: from )?(?<file>[^\s:][^:]{0,300}|[A-Z]:[^:]{1,300}):(?<line>\d{1,7}):in [`'][^`']{0,200}': (?<message>.{0,1200}) \((?<type>[A-Z][\w:]{1,120})\)$/,
      weight: "proof",
    },
    {
      pattern:
        /^(?<file>[^\s:][^:]{0,300}\.rb|-e|\(irb\)):(?<line>\d{1,7}): (?<message>.{1,600}) \((?<type>SyntaxError|[A-Z][\w:]{0,100}Error)\)$/,
      weight: "proof",
    },
    {
      pattern:
        /^(?<file>[^\s:][^:]{0,300}\.rb|-e):(?<line>\d{1,7}): (?<message>syntax errors?(?: found|, unexpected).{0,400})$/,
      weight: "proof",
      facts: { error_type: "SyntaxError" },
    },
    {
      pattern:
        /^(?<file>[^\s:][^:]{0,300}\.rb|-e):(?<line>\d{1,7}):in [`'][^`']{0,200}': (?<message>unhandled exception|.{1,400})$/,
    },
    {
      pattern:
        /^\s{1,12}(?:\d{1,4}: )?from (?<file>[^\s:][^:]{0,300}\.rb|-e|\(irb\)):(?<line>\d{1,7}):in [`']/,
      weight: "strong",
    },
    { pattern: /^rake aborted!$/, weight: "proof", facts: { framework: "rake" } },
  ],
  { language: "ruby" },
);
