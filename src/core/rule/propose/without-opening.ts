/** One opening after the other: a greeting, a label, a courtesy, a hedge. */
export function withoutOpening(sentence: string): string {
  let rest = sentence.trim();
  for (let round = 0; round < 6; round += 1) {
    const next = rest.replace(OPENING, "").trim();
    if (next === rest) break;
    rest = next;
  }
  return rest;
}

const OPENING =
  /^(?:(?:hi|hey|hello)[ ,!]{1,3}|(?:thanks|thank you|nice|great|good|ok|okay|hmm|sorry|btw|fyi|also|and|but|so|then|again|instead|here|maybe|perhaps|possibly|please|pls|kindly|just|simply|nit|nits|nitpick|minor|style|suggestion|question|todo|bug|blocking|non-blocking|important|optional|security|perf|performance|tests?|docs?|major|critical|warning|error|note|logic|naming|readability|correctness|refactor|cleanup|pep8|lint)\b(?:\s?\([^()]{0,30}\))?\s?[,:!.–—-]{1,3}\s|(?:also|and|but|so|then|again|maybe|perhaps|possibly|please|pls|kindly|just|simply)\s|(?:could|can|would|will) (?:you|we) (?:please |also |just |maybe |perhaps )?|(?:would|do) you mind |let['’]?s |consider(?: instead)? |fancy |probably |\[[a-z]{3,12}\]\s?|(?:i|we) (?:would |strongly |really |do )?(?:think|believe|suggest|recommend|propose|prefer|feel)(?: that| to| (?:you|we)(?! (?:should|must|need|have|ought)))? |i['’]d (?:suggest|recommend|prefer|rather)(?: that| to| (?:you|we)(?! (?:should|must|need|have|ought)))? |it (?:would|might|may) be (?:better|good|nice|best|cleaner|safer) (?:to|if (?:you|we)) |(?:you|we) (?:may |might |could |probably )?(?:also )?want to |(?:you|we) (?:can|could|may|might) (?:also |just |simply )?|(?:why not|how about|what about) |make sure to |be sure to |remember to |[-*•]\s)/i;
