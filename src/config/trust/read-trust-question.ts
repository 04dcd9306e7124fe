import { defined } from "../../core/defined.ts";
import { fail, ok, type Result } from "../../core/result.ts";
import { validateUntrusted } from "../validate-setting.ts";
import { findConfigFile } from "../find-config-file.ts";
import type { ConfigProblem } from "../raw-setting.ts";
import { readConfigFile } from "../read-config-file.ts";
import { settingsNeedingTrust } from "./split-by-trust.ts";
import { type TrustContent, trustContent } from "./trust-content.ts";
import { isTrusted, readTrust, type TrustRecord } from "./trust-record.ts";

/** The settings in a folder that need trust, and what was trusted before. */
export interface TrustQuestion {
  readonly file: string;
  /** The path without links, which trust is recorded for. */
  readonly real: string;
  /** Whether another user owns the file. */
  readonly foreign: boolean;
  readonly content: TrustContent;
  readonly record?: TrustRecord;
  readonly state: "nothing_to_trust" | "trusted" | "waiting";
}

/** Reads the settings that apply in a folder. Undefined if there are none. */
export async function readTrustQuestion(
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Result<TrustQuestion | undefined, readonly ConfigProblem[]>> {
  const found = findConfigFile(cwd);
  if (found === undefined) return ok(undefined);
  const reading = await readConfigFile(found, cwd);
  const guarded = settingsNeedingTrust(reading);
  const problems = [...reading.problems];
  for (const one of guarded) problems.push(...[(await validateUntrusted(one, cwd)) ?? []].flat());
  if (problems.length > 0) return fail(problems);
  const content = await trustContent(guarded, found.repository);
  for (const { path, problem } of content.files) {
    if (problem === undefined) continue;
    problems.push({ code: "config_unreadable", source: path, message: `cannot trust this file: ${problem}` });
  }
  if (problems.length > 0) return fail(problems);
  const record = readTrust(env, reading.real);
  const isSame = record !== undefined && isTrusted(record, content);
  return ok({
    file: found.file,
    real: reading.real,
    foreign: reading.foreign,
    content,
    ...defined({ record }),
    state: guarded.length === 0 ? "nothing_to_trust" : isSame ? "trusted" : "waiting",
  });
}
