import type { Evidence, SignalFacts } from "../signal.ts";
import { decideStance, type Speaker } from "./decide-stance.ts";
import { findInstruction, isInstructed } from "./instruction.ts";
import { messageFacts } from "./message-facts.ts";
import type { MessageReading } from "./message-reading.ts";
import { readOtherLanguage } from "./other-languages.ts";
import { findOwnWords } from "./own-words.ts";
import { recogniseActs } from "./recognise-acts.ts";
import { RETRY } from "./rejection-rules.ts";
import { splitSentences } from "./sentences.ts";
import { readTokens } from "./tokens.ts";

/** More evidence than this says nothing new. */
const MOST_EVIDENCE = 8;

/** What a person's own words amount to; pasted output, code and quotations are passed over. */
export function readMessage(text: string, speaker: Speaker): MessageReading {
  const own = findOwnWords(text);
  const foreign = readOtherLanguage(text, own);
  if (foreign !== undefined) return foreign;
  const sentences = splitSentences(own.flatMap(({ start, end }) => readTokens(text, start, end)));
  const instruction = findInstruction(text);
  const acts = recogniseActs(sentences).filter(
    (act) => instruction === undefined || !isInstructed(act, sentences[act.sentence]!, instruction),
  );
  const decided = decideStance(acts, sentences, speaker);
  const evidence = withoutRepeats(
    decided.acts.map((act) => ({
      ...sentences[act.sentence]!.spanOf(act.from, act.to),
      source: act.kind,
    })),
  ).slice(0, MOST_EVIDENCE);
  const asksToRetry = sentences.some((sentence) => RETRY.test(sentence.text));
  const facts: SignalFacts = messageFacts(text, sentences, decided);
  return {
    stance: decided.stance,
    weight: decided.weight,
    acknowledges: acts.some(
      (act) => act.kind === "praise" || act.kind === "progress" || act.kind === "almost",
    ),
    isSpecific:
      asksToRetry ||
      facts.clarification !== undefined ||
      acts.some((act) => act.kind === "tweak") ||
      sentences.some((sentence) => /(?<![^ ])TESTNAME(?![^ ])/.test(sentence.text)),
    asksToRetry,
    evidence,
    facts,
    ...(instruction === undefined ? {} : { instruction: instruction.text }),
  };
}

/** In the order of the text; of rules that see some of the same words the first is kept. */
function withoutRepeats(spans: readonly Evidence[]): readonly Evidence[] {
  const kept: Evidence[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (!kept.some((each) => each.source === span.source && each.end > span.start)) kept.push(span);
  }
  return kept;
}
