import { mkdirSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { isJsonObject, parseJson } from "../../core/json/json.ts";
import { checkPackHead, parseRulePack } from "../../core/rule-pack/parse-rule-pack.ts";
import {
  renderPack,
  renderPackManifest,
  renderPackReadme,
  splitFitRules,
} from "../../core/rule-pack/render-pack-folder.ts";
import { MAX_PACK_RULES, PACK_FILE, PACK_FORMAT, type RulePack } from "../../core/rule-pack/rule-pack.ts";
import { defined } from "../../core/defined.ts";
import type { ProjectFiles } from "../../ports/project-files.ts";
import type { Emend } from "../../compose.ts";
import type { CliContext } from "../cli-context.ts";
import { CliError, externalFailure, refusal, usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import { driversOf } from "../open/drivers-of.ts";
import { withEmend } from "../open/open-emend.ts";
import { findRuleByPrefix } from "../options/find-by-prefix.ts";
import { formatCount, shortId } from "../terminal/plain-text.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import type { PacksCreateOptions } from "./packs.ts";

const MANIFEST = "package.json";
const README = "README.md";

/** `emend packs create`. */
export async function runPacksCreate(
  folder: string,
  options: PacksCreateOptions,
  context: CliContext,
): Promise<void> {
  const { io, finish } = context;
  const place = resolve(io.cwd, folder);
  const files = await openPackFolder(io, place);
  const texts = {
    pack: await textOf(files, PACK_FILE),
    manifest: await textOf(files, MANIFEST),
    readme: await textOf(files, README),
  };
  const manifest = texts.manifest === null ? {} : parseJson(texts.manifest);
  if (!isJsonObject(manifest))
    throw usageError(
      "manifest_invalid",
      `${join(folder, MANIFEST)} is not a JSON object`,
      "fix it, or choose another folder",
    );
  const before = texts.pack === null ? undefined : parseRulePack(texts.pack);
  const previous = before?.ok === true ? before.value : undefined;
  const head = headOf(options, previous);
  const { pack, skipped } = await withEmend(options, context, (emend) => collect(emend, head, options));
  await files.write(PACK_FILE, renderPack(pack), texts.pack);
  await files.write(MANIFEST, renderPackManifest(pack, manifest), texts.manifest);
  // A README that people have written stays.
  const isOurs =
    texts.readme === null || (previous !== undefined && texts.readme === renderPackReadme(previous));
  if (isOurs) await files.write(README, renderPackReadme(pack), texts.readme);
  for (const line of skipped) io.stderr.write(`emend: ${safeLine(line)}\n`);
  if (!isOurs) io.stderr.write(`emend: ${README} is yours and was not changed\n`);
  const checks = pack.rules.reduce((sum, rule) => sum + rule.checks.length, 0);
  io.stdout.write(
    options.json === true
      ? toJson({
          folder: place,
          name: pack.name,
          version: pack.version,
          rules: pack.rules.map(({ id }) => id),
          checks,
          skipped,
        })
      : `wrote ${safeLine(pack.name)} ${safeLine(pack.version)} to ${safeLine(folder)}: ${formatCount(pack.rules.length, "rule")}, ${formatCount(checks, "check")}\nRead ${safeLine(join(folder, PACK_FILE))} before you publish it: npm publish, or commit and tag it in git.\n`,
  );
  finish(EXIT.success);
}

const textOf = async (files: PackFolder, path: string): Promise<string | null> =>
  (await files.read(path))?.text ?? null;

type PackFolder = Pick<ProjectFiles, "read" | "write">;

/**
 * The files of the pack. In the repository at hand they are written as files of the project, because a folder of a
 * clone may be a link that leads out of it.
 */
async function openPackFolder(io: CliIo, place: string): Promise<PackFolder> {
  const drivers = await driversOf(io);
  const root = await drivers.findRoot();
  const inside = relative(root, place).split(sep).join("/");
  if (inside === "" || (inside !== ".." && !inside.startsWith("../") && !isAbsolute(inside))) {
    const project = await drivers.openProjectFiles(root);
    const at = (path: string): string => (inside === "" ? path : `${inside}/${path}`);
    return {
      read: (path) => project.read(at(path)),
      write: (path, text, before) => project.write(at(path), text, before),
    };
  }
  try {
    mkdirSync(place, { recursive: true });
  } catch (cause) {
    throw externalFailure("file_failed", `${place} cannot be made a folder; choose another one`, { cause });
  }
  return drivers.openProjectFiles(place);
}

/** What is not given stays as it was. */
function headOf(options: PacksCreateOptions, previous: RulePack | undefined): Omit<RulePack, "rules"> {
  const { version } = options;
  const name = options.name ?? previous?.name;
  const license = options.license ?? previous?.license;
  const missing = [
    ["--name", name],
    ["--version", version],
    ["--license", license],
  ].find(([, value]) => value === undefined)?.[0];
  if (missing !== undefined)
    throw usageError(
      "option_missing",
      `${missing} is missing`,
      "for example: --name @acme/rules --version 1.0.0 --license MIT",
    );
  if (version === previous?.version)
    throw usageError(
      "version_taken",
      `the folder has version ${version} already`,
      "give a higher one, so that others notice the change",
    );
  const description = options.description ?? previous?.description ?? "";
  const head = {
    format: PACK_FORMAT,
    name: name!,
    version: version!,
    license: license!,
    description,
  } as const;
  const problem = checkPackHead(head);
  if (problem !== undefined) throw usageError("invalid_option", `--${problem.field}: ${problem.message}`);
  return head;
}

async function collect(
  { packs, store }: Emend,
  head: Omit<RulePack, "rules">,
  options: PacksCreateOptions,
): Promise<{ readonly pack: RulePack; readonly skipped: readonly string[] }> {
  const only: string[] = [];
  for (const id of options.rule ?? []) only.push((await findRuleByPrefix(store.rules, id)).id);
  const { rules, foreign } = await packs.collect({
    quotes: options.quotes === true,
    ...(options.rule === undefined ? {} : { only }),
    ...defined({ agent: options.agent, path: options.path }),
  });
  const { fit, refused } = splitFitRules(head, rules);
  if (fit.length === 0)
    throw refusal({ code: "pack_empty", message: "no rule in force fits, so there is nothing to give away" });
  if (fit.length > MAX_PACK_RULES)
    throw new CliError(
      "pack_too_large",
      `${fit.length} rules fit, and a pack has at most ${MAX_PACK_RULES}`,
      {
        exitCode: EXIT.problem,
        hint: "choose some with --rule, --agent or --path",
      },
    );
  return {
    pack: { ...head, rules: fit },
    skipped: [
      ...refused.map(({ id, message }) => `left out ${shortId(id)}: ${message}`),
      ...foreign.map(
        ({ rule_id, pack }) =>
          `left out ${shortId(rule_id)}: it came from the pack ${pack}, which has its own licence`,
      ),
    ],
  };
}
