import { CONFIG_VARIABLE } from "../../config/read-environment.ts";
import { compareTrust } from "../../config/trust/compare-trust.ts";
import { readTrustQuestion, type TrustQuestion } from "../../config/trust/read-trust-question.ts";
import { removeTrust, writeTrust } from "../../config/trust/trust-record.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError, externalFailure } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import { reportConfigProblems } from "../open/config-of.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import { painter, type Paint } from "../terminal/style.ts";
import { confirmOrFail } from "../terminal/prompter.ts";
import type { TrustOptions } from "./trust.ts";

/** `emend trust`: shows what a repository's settings would do, and stores the user's answer. */
export async function runTrust(options: TrustOptions, { io, finish }: CliContext): Promise<void> {
  if (options.status === true && options.revoke === true) {
    throw usageError("conflicting_options", "expected --status or --revoke, not both");
  }
  const question = await readQuestion(io);
  if (options.revoke === true) {
    const wasTrusted = removeTrust(io.env, question.real);
    io.stdout.write(wasTrusted ? `no longer trusted: ${safeLine(question.file)}\n` : "it was not trusted\n");
    return finish(EXIT.success);
  }
  show(question, options, io);
  if (options.status === true) return finish(question.state === "waiting" ? EXIT.problem : EXIT.success);
  if (question.state !== "waiting") return finish(EXIT.success);
  if (options.yes !== true && !(await confirmOrFail(io, "Trust these settings? [y/N] "))) {
    io.stderr.write("emend: nothing was trusted\n");
    return finish(EXIT.problem);
  }
  // The content that wasTrusted shown is trusted, even if the file changed meanwhile.
  if (!writeTrust(io.env, question.real, question.content, io.now())) {
    throw externalFailure(
      "state_folder_open",
      "your state folder is a symbolic link or accessible to other users",
      {
        hint: "run chmod 700 on $XDG_STATE_HOME/emend, by default ~/.local/state/emend",
      },
    );
  }
  if (options.json !== true) io.stdout.write("trusted\n");
  finish(EXIT.success);
}

async function readQuestion(io: CliIo): Promise<TrustQuestion> {
  if (io.env[CONFIG_VARIABLE] !== undefined && io.env[CONFIG_VARIABLE] !== "") {
    throw usageError(
      "config_named",
      "a file named with --config or EMEND_CONFIG needs no trust",
      "omit it to review the emend.yaml of this folder",
    );
  }
  const read = await readTrustQuestion(io.cwd, io.env);
  if (!read.ok) throw reportConfigProblems(io, read.error);
  if (read.value !== undefined) return read.value;
  throw usageError(
    "config_missing",
    "there is no emend.yaml in this folder or above it in its repository",
    "run it in the repository whose settings you want to trust",
  );
}

function show(question: TrustQuestion, { json }: TrustOptions, io: CliIo): void {
  const { file, state, content } = question;
  if (json === true) {
    const { settings, files } = compareTrust(question);
    io.stdout.write(toJson({ file, state, settings, sends: content.sends, files }));
    return;
  }
  if (state === "nothing_to_trust") io.stdout.write("nothing here needs trust\n");
  else io.stdout.write(renderTrust(question, painter(io)));
  if (state === "trusted") io.stdout.write("already trusted\n");
}

/** Each setting, what it sends and which files it includes. */
function renderTrust(question: TrustQuestion, paint: Paint): string {
  const { settings, files } = compareTrust(question);
  const lines = [paint("bold", safeLine(question.file))];
  if (question.foreign)
    lines.push(paint("red", "another user owns this file, so all of it needs your trust"));
  for (const { key, value, before, source, change } of settings) {
    const comment = source === undefined ? "" : paint("dim", `  # ${safeLine(source)}`);
    if (before !== undefined) lines.push(paint("red", `- ${line(key, before)}`));
    if (change === "removed") lines.push(paint("red", `- ${line(key, value)}`));
    else if (change === "same") lines.push(`  ${line(key, value)}${comment}`);
    else lines.push(`${paint("green", `+ ${line(key, value)}`)}${comment}`);
  }
  for (const sentence of question.content.sends) lines.push(paint("yellow", `! your ${safeLine(sentence)}`));
  for (const { path, change } of files) {
    const mark = change === "same" ? " " : change === "changed" ? "~" : "+";
    lines.push(`${mark} includes ${safeLine(path)}${change === "changed" ? " (its content changed)" : ""}`);
  }
  return `${lines.join("\n")}\n`;
}

const line = (key: string, value: string): string => `${key}: ${safeLine(value)}`;
