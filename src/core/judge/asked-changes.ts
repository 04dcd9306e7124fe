/** Whether a remark wants more of something or less. */
export type AskedChange = "more" | "less";

/** Words before what they are about, so many words away at most. */
const MORE_BEFORE =
  /^(?:add(?:ing|ed)?|need|needs|needed|want|wants|missing|lacks?|lacking|without|no|provide|include|introduce|require[sd]?|must|check|test|validate|verify|ensure|handle|guard|use|put|write|declare|mark|wrap|escape|log|document|where|extract|split|keep|restore|reinstate|insert|prefer|forgot|forgotten)$/;
const LESS_BEFORE =
  /^(?:remov(?:e|ing)|drop(?:ping)?|delet(?:e|ing)|strip|omit|lose|kill|skip|redundant|unnecessary|needless|superfluous|useless|pointless|unused|unneeded|extra|stray|leftover|avoid|stop|revert|undo|inline|ditch|cut|unexpected)$/;
/** Words behind it. */
const LESS_BEHIND =
  /^(?:redundant|unnecessary|needless|superfluous|useless|pointless|unused|unneeded|overkill|overhead|noise|noisy|removed|dropped|deleted)$/;
const MORE_BEHIND = /^(?:missing|needed|required|necessary|absent|lacking|mandatory)$/;
/** Turns what follows into its opposite. */
const NOT = /^(?:not|n't|don't|dont|doesn't|isn't|aren't|never|no|needn't|shouldn't|without|why)$/;
const FILLERS = new Set(
  "a an the this that these those any some for to of in on it is are be been was here there at all more another your our my its if so just please also really such as with and or from by which can could should would will may might do does did have has had we you they i us them new extra".split(
    " ",
  ),
);

const REACH = 5;
const MAX_WORDS = 300;

/** Things a remark wants more or less of, by the stem of their word. */
export function askedChanges(text: string): ReadonlyMap<string, AskedChange> {
  const words = wordsOf(text);
  const asked = new Map<string, AskedChange>();
  for (const [at, word] of words.entries()) {
    if (word === "." || FILLERS.has(word) || isCue(word)) continue;
    const change = changeAt(words, at);
    if (change !== undefined && !asked.has(stem(word))) asked.set(stem(word), change);
  }
  return asked;
}

/** A thing that one remark wants more of and the other less, unless they agree about as many others. */
export function contraryWord(
  a: ReadonlyMap<string, AskedChange>,
  b: ReadonlyMap<string, AskedChange>,
): string | undefined {
  let contrary: string | undefined;
  let balance = 0;
  for (const [thing, change] of a) {
    const other = b.get(thing);
    if (other === undefined) continue;
    if (other === change) balance -= 1;
    else {
      balance += 1;
      contrary ??= thing;
    }
  }
  return balance > 0 ? contrary : undefined;
}

const isCue = (word: string): boolean =>
  NOT.test(word) ||
  LESS_BEFORE.test(word) ||
  LESS_BEHIND.test(word) ||
  (MORE_BEFORE.test(word) && !/^(?:check|test|log|guard|wrap)$/.test(word));

/** The nearest sign before the word, or one right behind it. */
function changeAt(words: readonly string[], at: number): AskedChange | undefined {
  for (let back = 1; back <= REACH; back += 1) {
    const word = words[at - back];
    if (word === undefined || word === ".") break;
    if (LESS_BEFORE.test(word)) return isTurned(words, at - back) ? "more" : "less";
    if (/^(?:need|needs|needed|check|checking|have|add|use|test)$/.test(word) && isTurned(words, at - back))
      return "less";
    if (MORE_BEFORE.test(word)) return word === "no" && words[at - back + 1] === "need" ? "less" : "more";
  }
  for (let ahead = 1; ahead <= REACH; ahead += 1) {
    const word = words[at + ahead];
    if (word === undefined || word === ".") break;
    if (LESS_BEHIND.test(word)) return isTurned(words, at + ahead) ? "more" : "less";
    if (MORE_BEHIND.test(word)) return isTurned(words, at + ahead) ? "less" : "more";
  }
  return undefined;
}

/** Whether one of the few words before says no. */
function isTurned(words: readonly string[], at: number): boolean {
  for (let back = 1; back <= 3; back += 1) {
    const word = words[at - back];
    if (word === undefined || word === ".") return false;
    if (NOT.test(word)) return true;
  }
  return false;
}

function wordsOf(text: string): readonly string[] {
  const plain = text.slice(0, 4_000).toLowerCase().replaceAll("’", "'");
  const words: string[] = [];
  for (const match of plain.matchAll(/[\p{L}][\p{L}\p{N}_']{0,60}|[.;:!?\n]/gu)) {
    const word = /^[.;:!?\n]$/.test(match[0]) ? "." : match[0];
    words.push(word);
    if (words.length >= MAX_WORDS) break;
  }
  return words;
}

const stem = (word: string): string =>
  word
    .replace(/(?:ing|ed|s)$/, "")
    .replace(/e$/, "")
    .slice(0, 24);
