import { existsSync } from "node:fs";
import { join } from "node:path";
import type { NeedlessRule, WithdrawalOffer } from "../../core/rule/sunset-rules.ts";
import { SAVING_DAYS } from "../../core/rule/sunset-rules.ts";
import { defined } from "../../core/defined.ts";
import type { CliContext } from "../cli-context.ts";
import type { CliIo } from "../cli-io.ts";
import { driversOf } from "../open/drivers-of.ts";
import { printFromStore } from "../open/open-emend.ts";
import { formatCount, shortId, widthOf } from "../terminal/plain-text.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import { renderTable } from "../terminal/table.ts";
import type { RulesSunsetOptions } from "./rules-sunset.ts";

export async function runRulesSunset(options: RulesSunsetOptions, context: CliContext): Promise<void> {
  const { io } = context;
  await printFromStore(options, context, async ({ rules }) => {
    const question = defined({ files: await repositoryFiles(io) });
    const report = await rules.sunset(question);
    const flagged = options.flag === true ? await rules.flagNeedless(question) : undefined;
    if (options.json === true) return toJson({ ...report, ...defined({ flagged }) });
    if (report.needless.length + report.offers.length === 0) {
      io.stderr.write("emend: every rule in force seems to be needed\n");
      return "";
    }
    const width = widthOf(io);
    return [
      report.needless.length === 0
        ? ""
        : `May no longer be needed:\n${needlessTable(report.needless, width)}`,
      flagged === undefined
        ? ""
        : `flagged ${formatCount(flagged.length, "rule")}; retire or keep each with \`emend rules retire\` or \`emend rules keep\`\n`,
      report.offers.length === 0
        ? ""
        : `${report.needless.length === 0 ? "" : "\n"}Older than the current model; try without them (\`emend trials start ID --withdraw\`):\n${offersTable(report.offers, width)}`,
    ].join("");
  });
}

/** Every file that git knows or does not ignore; undefined outside of a repository, where nobody can know what is gone. */
async function repositoryFiles(io: CliIo): Promise<readonly string[] | undefined> {
  const files = await (await driversOf(io)).openSourceFiles();
  return existsSync(join(files.root, ".git")) ? files.list([files.root]) : undefined;
}

const needlessTable = (rules: readonly NeedlessRule[], width: number): string =>
  renderTable(
    rules,
    [
      { title: "RULE", cell: ({ rule_id }) => shortId(rule_id) },
      { title: "WHY", cell: ({ message }) => safeLine(message) },
      { title: "TEXT", leaves: 1, cell: ({ text }) => safeLine(text) },
    ],
    width,
  );

const offersTable = (offers: readonly WithdrawalOffer[], width: number): string =>
  renderTable(
    offers,
    [
      { title: "RULE", cell: ({ rule_id }) => shortId(rule_id) },
      { title: `TOKENS IN ${SAVING_DAYS} DAYS`, align: "right", cell: ({ saving }) => String(saving) },
      { title: "MODEL", cell: ({ model }) => safeLine(model) },
      { title: "SINCE", leaves: 2, cell: ({ since }) => since },
      { title: "TEXT", leaves: 1, cell: ({ text }) => safeLine(text) },
    ],
    width,
  );
