import type { Wish, WishPhrase } from "../../../english/wish.ts";
import type { Finding } from "./finding.ts";
import { STOP_WORDS } from "./stop-words.ts";

/** The finding as a wish. Its words are the rule's own, so the offsets are those of the rule. */
export function editWish({ act, what, insteadOf, text }: Finding): Wish {
  return {
    act,
    what: phrase(what),
    ...(insteadOf === undefined ? {} : { insteadOf: phrase(insteadOf) }),
    force: "order",
    isStanding: true,
    isOnly: false,
    start: 0,
    end: text.length,
  };
}

const VERB =
  /^(use|write|add|give|put|set|start|end|begin|name|keep|split|state|spell|greet|return|wrap|round|address|mark|say|leave|pin|quote|catch|sort|declare|handle|import|check|call|pass|break|format|fill|link|describe|replace|define|extract|read|load|store|open|run|log|validate|avoid|repeat) /i;

function phrase(text: string): WishPhrase {
  const verb = VERB.exec(text)?.[1]?.toLowerCase();
  const thing = verb === undefined ? text : text.slice(verb.length + 1);
  const words = thing.toLowerCase().match(/[\p{L}\p{N}_]{2,}/gu) ?? [];
  return {
    text,
    ...(verb === undefined ? {} : { verb }),
    thing,
    terms: [...new Set(words.filter((word) => !STOP_WORDS.has(word)))],
    names: [...thing.matchAll(/`([^`]+)`|"([^"]+)"/g)].map(([, code, words_]) => code ?? words_ ?? ""),
  };
}
