import { parseCutOff } from "../../core/time/time.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { VectorIndex } from "../../ports/vector-index.ts";
import { actorOf } from "../options/parse-options.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import { confirmIrreversible } from "../terminal/prompter.ts";
import type { EraseOptions } from "./erase.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import { hostOf, printFromStore } from "../open/open-emend.ts";
import { formatCount } from "../terminal/plain-text.ts";

/** An irreversible act and the question to ask before it. */
interface Erasing {
  readonly question: string;
  readonly act: (feedback: FeedbackStore, by: string, outside: VectorIndex | undefined) => Promise<Erased>;
}

interface Erased {
  readonly done: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly advice?: string;
}

export async function runErasePerson(
  person: string,
  options: EraseOptions,
  context: CliContext,
): Promise<void> {
  if (person.trim() === "") throw usageError("invalid_person", "expected a person's name, as in records");
  const shown = safeLine(person);
  await erase(options, context, {
    question: `Erase ${shown} from every record and from the audit log?`,
    act: async (feedback, by, outside) => {
      const records = await feedback.erasePerson(person, by, outside);
      return {
        done: { records, by },
        text:
          records === 0
            ? `no record is by ${shown}, and the audit log does not mention them`
            : `erased ${shown} from ${formatCount(records, "record")} and from the audit log; counts did not change`,
        advice: "a git ledger may still name them: rewrite it with `emend ledger write --anew`",
      };
    },
  });
}

export async function runEraseOlderThan(
  age: string,
  options: EraseOptions,
  context: CliContext,
): Promise<void> {
  const cutOff = parseCutOff(age, context.io.now());
  if (!cutOff.ok) throw usageError(cutOff.error.code, cutOff.error.message);
  const before = cutOff.value;
  await erase(options, context, {
    question: `Delete every record older than ${before}?`,
    act: async (feedback, by, outside) => {
      const records = await feedback.deleteOlderThan(before, by, outside);
      return {
        done: { records, before, by },
        text:
          records === 0
            ? `no record is older than ${before}`
            : `deleted ${formatCount(records, "record")} older than ${before}; the counts behind patterns did not change`,
      };
    },
  });
}

async function erase(options: EraseOptions, context: CliContext, { question, act }: Erasing): Promise<void> {
  const { io } = context;
  const by = actorOf(io, options.as);
  const { openOutsideVectors } = await import("../../compose/learning.ts");
  await printFromStore(options, context, async ({ store }) => {
    if (options.yes !== true && !(await confirmIrreversible(io, question))) {
      io.stderr.write("emend: nothing was changed\n");
      return "";
    }
    const { done, text, advice } = await act(store.feedback, by, await openOutsideVectors(await hostOf(io)));
    if (advice !== undefined) io.stderr.write(`emend: ${advice}\n`);
    return options.json === true ? toJson(done) : `${text}\n`;
  });
}
