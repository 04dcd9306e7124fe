const set = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** Words that may stand before a command without taking its place. */
export const BEFORE_COMMAND = set(
  "please pls plz also and then so nit but or hm hmm imo just simply better instead maybe perhaps again you we should could can to must let's i'd would rather nitpick minor ok yes",
);

/** What follows a verb that commands. */
export const OBJECTS = set("it this that the a an them these those your all each every both its our");

/** Behind these a clause speaks of circumstances. */
export const JOINTS = set(
  "in on at from for with to into onto before after when if because since so while until as which that by via where than",
);

/** Words that bring what comes instead, behind `replace`. */
export const INSTEAD = set("with by for");

/** Verbs after which `over` names what is worse. */
export const PREFERRING = set("prefer favor favour choose");

/** Verbs that command without an object: `guard against it`, `throw here`. */
export const ACTIONS = set(
  "guard check validate verify throw raise log print mock stub fake catch retry cache memoize memoise escape sanitize sanitise sort copy clone close dispose inline extract split squash rebase pin test assert document comment annotate freeze lock limit cap throttle stream batch paginate share reuse inherit compose await rename return abbreviate shorten normalize normalise trim merge separate combine encode hash flatten nest inject export hide expose delegate propagate rethrow destructure poll compress",
);
export const AFTER_ACTION = set(
  "here against again first explicitly properly instead only both there early once pls plz please",
);

/** Behind `no x` these make it a wish. */
export const AGAINST = set("please pls needed necessary required");

/** What a remark misses where there is none. */
export const EXPECTED = set(
  "tests docs checks limits logs specs details sources numbers units results errors retries examples comments bounds assertions types",
);
