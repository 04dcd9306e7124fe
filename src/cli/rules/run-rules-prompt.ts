import { defined } from "../../core/defined.ts";
import type { BuiltPrompt } from "../../app/rule/build-prompt.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import { readInput } from "../terminal/input.ts";
import { safeText, toJson } from "../terminal/safe-text.ts";
import type { RulesPromptOptions } from "./rules.ts";
import { printFromStore } from "../open/open-emend.ts";
import { formatCount, shortId } from "../terminal/plain-text.ts";

export async function runRulesPrompt(
  file: string | undefined,
  options: RulesPromptOptions,
  context: CliContext,
): Promise<void> {
  const { io } = context;
  const base = await readInput(io, file, "the base prompt");
  await printFromStore(options, context, async ({ rules }) => {
    const built = await rules.buildPrompt({
      agent: options.agent,
      base,
      ...defined({
        run: options.run,
        task: options.task,
        model: options.model,
        agent_version: options.agentVersion,
      }),
      files: options.files ?? [],
    });
    if (!built.ok) throw usageError(built.error.code, built.error.message);
    for (const line of remarksOn(built.value)) io.stderr.write(`emend: ${line}\n`);
    if (options.json === true) return toJson(built.value);
    // A file or pipe gets the exact text, a terminal a safe one.
    return io.stdout.isTTY === true ? safeText(built.value.prompt) : built.value.prompt;
  });
}

function remarksOn({ rules, withheld, withheld_more, tokens, recorded }: BuiltPrompt): readonly string[] {
  const left = withheld
    .slice(0, MAX_NAMED)
    .map(({ rule_id, reason }) => `${shortId(rule_id)} (${reason.replaceAll("_", " ")})`);
  const total = withheld.length + withheld_more;
  return [
    `${formatCount(rules.length, "rule")} went in, about ${formatCount(tokens, "token")}`,
    ...(total === 0 ? [] : [`${total} withheld: ${left.join(", ")}${total > MAX_NAMED ? ", …" : ""}`]),
    ...(recorded ? [] : ["not recorded, because there is no --run; rules are measured without this run"]),
  ];
}

const MAX_NAMED = 5;
