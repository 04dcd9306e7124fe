import { stem } from "../../../english/stem.ts";
import type { Wish, WishPhrase } from "../../../english/wish.ts";
import type { Finding } from "./finding.ts";
import { STOP_WORDS } from "./stop-words.ts";

/** The finding as a wish. Its words are the rule's own, so the offsets are those of the rule. */
export function editWish({ act, what, insteadOf, text }: Finding): Wish {
  const isOrder = act !== "avoid" || /^(?:Do not|Never)\b/.test(text);
  return {
    act,
    what: phrase(what, isOrder),
    ...(insteadOf === undefined ? {} : { insteadOf: phrase(insteadOf, false) }),
    force: "order",
    isStanding: true,
    isOnly: false,
    start: 0,
    end: text.length,
  };
}

/** An order begins with its verb, unless it is nothing but a quotation. */
function phrase(text: string, isOrder: boolean): WishPhrase {
  const verb = isOrder ? /^[a-z]+(?= )/i.exec(text)?.[0].toLowerCase() : undefined;
  const thing = verb === undefined ? text : text.slice(verb.length + 1);
  const words = thing.toLowerCase().match(/[\p{L}\p{N}_]{2,}/gu) ?? [];
  return {
    text,
    ...(verb === undefined ? {} : { verb }),
    thing,
    terms: [...new Set(words.filter((word) => !STOP_WORDS.has(word)).map((word) => stem(word)))],
    names: [...thing.matchAll(/`([^`]+)`|"([^"]+)"/g)].map(([, code, quoted]) => code ?? quoted ?? ""),
  };
}
