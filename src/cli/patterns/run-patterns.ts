import { defined } from "../../core/defined.ts";
import type { PatternReport } from "../../app/pattern/report-patterns.ts";
import { parseWindow } from "../../core/pattern/pattern-window.ts";
import { renderPatterns } from "../../core/pattern/render-patterns.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { printFromStore } from "../open/open-emend.ts";
import { loadGates } from "../open/load-gates.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import type { PatternsOptions } from "./patterns.ts";
import { widthOf } from "../terminal/plain-text.ts";

export async function runPatterns(
  agent: string | undefined,
  options: PatternsOptions,
  context: CliContext,
): Promise<void> {
  const { io } = context;
  const hours = parseWindow(options.window);
  if (!hours.ok) throw usageError(hours.error.code, `--window: ${hours.error.message}`);
  const gates = await loadGates(options.pack, io);
  await printFromStore({ ...options, gates }, context, async ({ patterns }) => {
    const now = io.now().toISOString();
    const report = await patterns.report({ now, hours: hours.value, ...defined({ agent }) });
    if (!report.ok) throw usageError(report.error.code, report.error.message);
    if (agent !== undefined && isIdle(report.value)) {
      io.stderr.write(
        `emend: no work by ${safeLine(agent)} in this window; names must match exactly, and \`emend patterns\` lists them\n`,
      );
    }
    return options.json === true ? reportJson(report.value) : toText(report.value, options, io);
  });
}

function reportJson({ window, patterns, alerts }: PatternReport): string {
  const { hours, from, to, previousFrom } = window;
  return toJson({ window: { hours, from, to, previous_from: previousFrom }, agents: patterns, alerts });
}

function toText({ patterns, alerts }: PatternReport, options: PatternsOptions, io: CliIo): string {
  return renderPatterns(patterns, { width: widthOf(io), ascii: options.ascii === true, alerts });
}

const isIdle = ({ patterns }: PatternReport): boolean =>
  patterns.every(({ total, top_issues }) => total === 0 && top_issues.length === 0);
