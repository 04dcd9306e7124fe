import { openLinterMappings } from "../../compose/drivers.ts";
import { fileDiff } from "../../core/diff/unified-diff.ts";
import { lintedMistakes, type LintedMistake } from "../../core/linter/entries-of-rule.ts";
import { LINTER_FILES, readLinterSetup, type LinterSetup } from "../../core/linter/linter-setup.ts";
import type { VerifiedRule } from "../../core/linter/linter-mapping.ts";
import { effectiveVersion } from "../../core/rule/rule.ts";
import type { CliContext } from "../cli-context.ts";
import type { CliIo } from "../cli-io.ts";
import { driversOf } from "../open/drivers-of.ts";
import { catalogueOf, printFromStore } from "../open/open-emend.ts";
import { findRuleByPrefix } from "../options/find-by-prefix.ts";
import type { StoreOptions } from "../options/store-option.ts";
import { renderIndented, shortId, widthOf } from "../terminal/plain-text.ts";
import { safeText, toJson } from "../terminal/safe-text.ts";

/** How many near entries are looked at. */
const NEAR = 10;
/** From here on, an entry that is found by meaning is worth showing. */
const LEAST_NEAR = 0.6;

export async function runChecksLinters(
  id: string,
  options: StoreOptions,
  context: CliContext,
): Promise<void> {
  const { io } = context;
  await printFromStore(options, context, async ({ store }) => {
    const rule = await findRuleByPrefix(store.rules, id);
    const { text } = effectiveVersion(rule);
    const { catalogue } = await catalogueOf(io);
    const near = (await catalogue.search(text, NEAR)).filter((one) => one.near >= LEAST_NEAR);
    const mistakes = lintedMistakes(text, {
      entries: (await catalogue.entries()).map(({ entry }) => entry),
      near: near.map(({ entry }) => entry),
      mappings: await openLinterMappings(),
    });
    const files = await readFiles(io);
    const found = mistakes.map((mistake) => ({
      ...mistake,
      linters: mistake.linters.map((linter) => ({ ...linter, setup: readLinterSetup(files, linter) })),
    }));
    if (options.json === true)
      return toJson({
        rule_id: rule.id,
        mistakes: found.map(({ isExact, linters, ...mistake }) => ({
          ...mistake,
          exact: isExact,
          linters: linters.map(({ setup: { change, tool: has, rule: is, file }, ...linter }) => ({
            ...linter,
            in_repository: has,
            state: is,
            file,
            change: change === null ? null : fileDiff(change.path, change.before, change.after),
          })),
        })),
      });
    return found.length === 0
      ? "No linter is known to have a rule for this.\n"
      : `${found.map((one) => renderMistake(one, widthOf(io))).join("\n")}\nTo use one as the check: emend checks draft ${shortId(rule.id)} --lint <tool>/<rule>\n`;
  });
}

async function readFiles(io: CliIo): Promise<ReadonlyMap<string, string>> {
  const project = await (await driversOf(io)).openProjectFiles();
  const files = new Map<string, string>();
  for (const name of LINTER_FILES) {
    const file = await project.read(name).catch(() => undefined);
    if (file !== undefined) files.set(name, file.text);
  }
  return files;
}

type Shown = Omit<LintedMistake, "linters"> & {
  readonly linters: readonly (VerifiedRule & { readonly setup: LinterSetup })[];
};

function renderMistake({ entry, rule, isExact, linters }: Shown, width: number): string {
  const here = linters.filter(({ setup }) => setup.tool === "present");
  const elsewhere = linters.filter(({ setup }) => setup.tool !== "present");
  const nameOf = (one: VerifiedRule): string =>
    `${one.tool}/${one.rule}${one.verified === "run" ? "" : " (not tried)"}`;
  return [
    `${entry}${isExact ? "" : " (near in meaning; compare it with your rule)"}\n`,
    renderIndented(rule, width),
    ...here.map((one) => renderIndented(`${nameOf(one)}: ${stateText(one.setup)}`, width, 4)),
    elsewhere.length === 0
      ? ""
      : renderIndented(
          `${here.length === 0 ? "" : "also "}${elsewhere.map(nameOf).join(", ")}: not known or not found in this repository`,
          width,
          4,
        ),
    ...here.flatMap(({ setup: { change } }) =>
      change === null ? [] : [`\n${safeText(fileDiff(change.path, change.before, change.after))}`],
    ),
  ].join("");
}

function stateText({ rule, file }: LinterSetup): string {
  const at = file === null ? "" : ` in ${file}`;
  return rule === "unknown" ? `not known whether it is on${at}` : `${rule}${at}`;
}
