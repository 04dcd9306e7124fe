import type { Act } from "./act.ts";
import type { Sentence } from "./sentences.ts";

const NO =
  /^(?:(?:okay|well|oh|man|dude|um+|uh+|hm+|ugh|sorry|actually|but|wait|please|and|hey) (?:, )?)*(?:no|nein|non)(?= |$)(?: (?:no|man|dude|bro|sir)(?= |$))*/;
const NOT_AN_ANSWER =
  /^(?:wait|problem|problems|worries|need|rush|idea|preference|doubt|thanks|thank|more|longer|issue|issues|change|changes|complaint|complaints|error|errors|difference|data|matter|one|other|further|way to|response|results?|effect|luck|such|[^ ,]+ (?:is|are|was|were|shows?) )/;
const CHOOSES =
  /^(?:on |to (?:the|CODE|NAME)|for |let us (?:go with|do|keep|stick|stay|leave|use option|wait|skip|not)|we can|we will|we do not have|we are|i will|i have|i do not (?:think|have|know)|it is (?:fine|okay|good|a)|that is (?:fine|okay|all|it|good|correct)|thank|(?:, )?not (?:now|yet|really|at the moment|today|for now|necessary|needed)|just (?:the|a|for|on) |only (?:the|a|for|on)|go (?:ahead|with)|keep (?:it|going)|both|neither|option|you (?:can|may|decide|choose)|there is no|there are no|nothing)/;
const SAYS_SOMETHING =
  /(?:^| )(?:is|are|was|were|does|do|did|should|must|needs?|use|it|that|this|you|i|we|wrong|still|stop|keep|make|leave|put|not|add|remove|change|revert|undo|try|have|has|can|will|why|without|instead|tell|give|show|go|IMAGE|the(?! (?:first|second|third|last|latter|former|other|one)))(?: |$)/;

/** A "no" that turns down the work, as against one that answers a question or picks an option. */
export function readNo(
  sentence: Sentence,
  next: Sentence | undefined,
  index: number,
  isInterjection = true,
): Act | undefined {
  if (index > 1 || (index === 1 && !isInterjection)) return undefined;
  const no = NO.exec(sentence.text);
  if (no === null) return undefined;
  const rest = sentence.text.slice(no[0].length).replace(/^[ ,:()-]+/, "");
  if (NOT_AN_ANSWER.test(rest)) return undefined;
  const said = rest === "" ? (next?.text ?? "") : rest;
  if (CHOOSES.test(said) || !SAYS_SOMETHING.test(said)) return undefined;
  return { kind: "rejection", weight: "strong", sentence: index, from: 0, to: sentence.text.length };
}
