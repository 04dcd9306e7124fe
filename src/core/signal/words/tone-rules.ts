import { rules, type ActRule } from "./act.ts";

/** Words that hardly anybody says of a thing they are content with. */
const BAD_WORDS: readonly string[] = [
  "(?:is|are|was|were|looks?|reads?|feels?|seems?|comes? out|came out|ended up|ends up|gets?|got|all|completely|totally|totally|now|just|also|of it|still|even|entirely|so|very|pretty|half|both)(?: [^ ,]+){0,2}? (?:unrelated|irrelevant|outdated|obsolete|garbled|mangled|scrambled|untouched|unchanged|identical|misaligned|nonexistent|excessive|bloated|unnecessary|pointless|fabricated|invented|fictional|hardcoded|swapped|reversed|mirrored|upside down|unreadable|illegible|squished|squashed|cut off|clipped|inaccurate|mistranslated|misspelled|mislabeled|mislabelled|tiny|microscopic|gigantic|enormous|invisible|uncentered|doubled|incomplete|unfinished|half finished|overwritten|meaningless|repetitive|sluggish|jumpy|jittery|choppy|vague|condescending|patronizing|childish|deprecated|insecure|nonsensical|greyed out|frozen|dead)(?= |$)",
  "(?:without|with no) (?:asking|being asked|permission|telling|checking|testing|running|reading|any reason|warning|me asking|my)",
  "(?:for|with) no (?:apparent |good |obvious )?reason|out of nowhere|out of the blue|all over the place|half of (?:the|it|my|them)(?: [^ ,]+){0,2}? (?:is|are|was|were|missing|gone)",
  "(?:this|that|it) is (?:just|basically|literally|only|merely|still|nothing but|simply|hardly|barely) (?!a (?:draft|suggestion|test|thought|heads|note|reminder|prototype|poc|small|quick)|for|an? idea|to |as |in |for|fine|what i|perfect|great)[^ ,]+",
  "(?:does|do|did) the (?:opposite|exact opposite|reverse)|has nothing to do with|have nothing to do with|nothing to do with (?:what|my|the question)",
  "(?:misses|missed|ignores|ignored|skips|skipped|drops|dropped|loses|lost|forgets|omits|omitted|contradicts|duplicates|reintroduces|reintroduced|overlooks|violates|defeats|swallows|mangles|butchers|misquotes|misrepresents|invents|repeats) (?:the|my|our|half|all|every|some|two|three|one|most|any|an?|its|what|everything)",
];

const ASKS_SHARPLY: readonly string[] = [
  "(?:and |so |but |okay )?where (?:is|are) (?:the|my|our) (?:rest|other|old|original|tests?|changes?|fix|file|button|[a-z]+ (?:i|you|we) (?:asked|promised|said|mentioned|wanted|talked))",
  "(?:since when|says who|in what world|what part of|how hard|how is (?:this|that) (?:better|an improvement|a fix|[a-z]{3,9}er)|what is the point|what (?:is|was) (?:this|that)(?: supposed| even|$)|what is all this|do you even|did you really|is this a joke|is that a joke|seriously)(?= |$)",
];

const GIVES_UP: readonly string[] = [
  "(?:just )?(?:forget (?:it|that|this)|scrap (?:it|that|this|the)|back (?:it|that|this) out|take (?:it|that|this) (?:all )?out|i will (?:just )?do it (?:myself|by hand)|never mind , i will|drop the (?:whole|idea)|start from (?:zero|scratch)|from the top)(?= |$)",
];

/** Any word of liking in a statement; too little by itself, enough beside something left. */
const LIKING: readonly string[] = [
  "(?<!not |not that |not very |no |would be |be |make it |is it |as |a |the |if |sounds |more |to |or |for )(?:love|loving|like how|like the|great|perfect|perfectly|awesome|lovely|beautiful|beautifully|gorgeous|excellent|brilliant|fantastic|amazing|nicely|properly|correctly|smooth|smoothly|spot on|impressive|happy|pleased|fixed|solved|resolved|passes|succeeds|better|nicer|faster|cleaner|improved|works|worked|agree|agreed|accurate|finally|fine)(?= |$)",
  "(?<!not |should |must |will |could |would |to )(?:[a-z]+s|[a-z]+ed|can|is|are|go|look|show|load|come|match|work)(?: [^ ,]+){0,5}? now(?= (?:,|but|and|-|\\(|yes|yay|though|thanks)|$)",
  "(?<!sounds |not )(?:good|nice|solid|clean|decent) (?:[a-z]+ )?(?:,|but|-|and|except|although|though|overall|now)(?= )",
];

export const TONE_RULES: readonly ActRule[] = [
  ...rules("complaint", "strong", "sentence", BAD_WORDS),
  ...rules("rejection", "strong", "clause", ASKS_SHARPLY, true),
  ...rules("rejection", "strong", "clause", GIVES_UP, true),
  ...rules("praise", "weak", "sentence", LIKING),
];
