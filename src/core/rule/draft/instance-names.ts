import { termsOf } from "../../english/phrase.ts";
import type { Word } from "../../english/tagged-words.ts";
import type { Support } from "./support.ts";

/** Code, a path, a ticket, a quotation or a number: it names one thing, and not a kind of thing. */
function isInstanceName(word: Word, source: string): boolean {
  if (word.kind === "number" || word.kind === "code" || word.kind === "quote") return true;
  const text = source.slice(word.start, word.end);
  if (word.kind === "name") return !ACRONYM.test(text) && !KNOWN_NAME.test(text);
  return false;
}

/** "CI", "SQL", "APIs": words of the trade. */
const ACRONYM = /^[A-Z]{2,6}s?$/;
/** Words that a slash, a plus or an inner capital joins, which every engineer knows. */
const KNOWN_NAME =
  /^(?:README|JavaScript|TypeScript|GitHub|GitLab|PostgreSQL|MySQL|SQLite|GraphQL|OpenAPI|macOS|iOS|LaTeX|YouTube|CI\/CD|C\+\+|C#|I\/O|A\/B|and\/or|UI\/UX|e\.g\.?|i\.e\.?|etc\.?|E2E|e2e|a11y|i18n|UTF-8|ISO-\d+)$/;

/** Whether a word may be in a rule: it is no instance's name, or other remarks have all of it, too. */
export function nameIsShared(word: Word, source: string, support: Support): boolean {
  if (!isInstanceName(word, source)) return true;
  const terms = termsOf([word]);
  return terms.length > 0 && terms.every((term) => support.of(term) > 1);
}
