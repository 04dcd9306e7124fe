/** A pattern for whole words. */
const words = (alternatives: string): RegExp => new RegExp(`(?<![\\w'])(?:${alternatives})(?![\\w'])`, "i");

/** What a person's words show, by name. */
export const WORD_SIGNS: readonly (readonly [string, RegExp])[] = [
  ["still", words("still|yet again|once more")],
  ["again", words("again")],
  ["but", words("but|however|though|although")],
  ["actually", words("actually|really")],
  ["instead", words("instead|rather")],
  [
    "not",
    words(
      "not|isn'?t|aren'?t|wasn'?t|weren'?t|don'?t|doesn'?t|didn'?t|won'?t|can'?t|cannot|couldn'?t|shouldn'?t|wouldn'?t|haven'?t|hasn'?t",
    ),
  ],
  [
    "wrong",
    words(
      "wrong|incorrect|broken|broke|bugs?|buggy|bugged|bad|worse|weird|strange|odd|off|mess|messed|ugly|confus(?:ed|ing)",
    ),
  ],
  [
    "fails",
    words(
      "fails?|failed|failing|failure|errors?|exception|crash(?:es|ed|ing)?|warnings?|undefined|panic|traceback|500|404|timeout|hangs?|stuck|issues?|problems?",
    ),
  ],
  ["seems", words("seems?|looks? like|i think|i feel|impression|apparently|maybe|i thought|i guess")],
  [
    "sees",
    words(
      "i'?m seeing|i see|seeing|getting|i get|i got|gives me|shows?|displays?|appears?|nothing happens|no longer|anymore",
    ),
  ],
  ["should", words("should|must|supposed|need to|needs to|has to|ought")],
  [
    "needless",
    words(
      "shouldn'?t|should not|must not|no need|not need|don'?t need|doesn'?t need|unnecessary|necessary|overkill|too much|pointless",
    ),
  ],
  ["forbids", words("don'?t|do not|never|stop|avoid|without|no more|leave|skip|drop")],
  [
    "always",
    words(
      "always|every time|each time|from now on|in (?:the )?future|next time|going forward|by default|everywhere",
    ),
  ],
  [
    "undoes",
    words("revert|undo|roll back|rollback|restore|put back|bring back|get back|remove|delete|drop|take out"),
  ],
  [
    "meant",
    words(
      "i meant|i mean|i said|i asked|i told|i wanted|i want|as i said|like i said|i already|already|told you|my point",
    ),
  ],
  ["you", words("you|your|you'?re|you'?ve|u")],
  [
    "blames",
    words(
      "you (?:forgot|missed|broke|changed|added|removed|deleted|left|skipped|introduced|said|used|did|have|put|made|ran|committed|still|keep|just|only|can|should|also)|did you|have you|are you|why (?:are|did|do|would) you|why (?:is|are|does|do|did|don'?t|isn'?t|not)",
    ),
  ],
  ["why", words("why")],
  [
    "doubts",
    words(
      "are you sure|sure about|really true|double.?check|is that (?:right|true)|or not|isn'?t (?:it|that)",
    ),
  ],
  ["missing", words("missing|forgot|lost|gone|disappeared|left out|empty|blank|nothing|none")],
  [
    "degree",
    words("too|bit|slightly|more|less|bigger|smaller|larger|wider|tighter|cleaner|simpler|simplify|shorter"),
  ],
  ["same", words("same|duplicated?|duplicates|twice|redundant|both")],
  ["only", words("only|just")],
  ["now", words("now")],
  ["praises", words("great|perfect|nice|awesome|looks good|lgtm|works|working|love|thanks|thank you|good")],
  ["chore", words("commit|push|pr|pull request|merge|branch|deploy|release|changelog|tag|rebase")],
  ["please", words("please|pls|plz")],
  ["also", words("also|additionally|another|as well|in addition|plus|new|and then|next")],
  [
    "wants",
    words(
      "i want|i'?d like|i would like|i need|i prefer|prefer|we want|we need|would be (?:better|nice|great|good)|better",
    ),
  ],
  ["thinks", words("i think|i don'?t think|i believe|i would|i feel|imo")],
  ["names-check", words("tests?|ci|pipeline|lint|build|typecheck|coverage")],
  [
    "yourself",
    words("yourself|on your own|you have access|you can (?:check|run|test|do)|try it|run it|test it"),
  ],
  ["screen", words("screenshot|image|picture|screen")],
  ["naming", words("rename|name|named|naming|called|call it")],
  ["keeps", words("keep|stay|remain|left alone|untouched|leave")],
  ["before", words("before|previously|used to|originally|initially|earlier|last time|first")],
  ["halts", /^(?:no|nope|nah|wait|stop|hold on|hmm+|huh|umm*|uu+m|err|what|wtf|why)\b/i],
  [
    "agrees",
    /^(?:ok|okay|yes|yeah|yep|yup|y|sure|go|please|thanks|thank you|great|perfect|nice|cool|awesome|good|looks? good|lgtm|sounds good|do it|done|agreed|correct|right|exactly|continue|proceed|let'?s|next|now|alright|fine|love)\b/i,
  ],
  [
    "orders",
    /^(?:and )?(?:commit|push|merge|create|open|raise|add|implement|write|build|start|update|move|make|change|use|rename|fix|run|check|review|explain|show|tell|give|help|walk|explore|investigate|analy[sz]e|set|put|remove|do|try|pick|document|draft|generate|switch|rework|refactor)\b/i,
  ],
  ["chooses", /^(?:option |#)?(?:\d{1,2}|[abc])(?:[.,)]|\b)/i],
  ["hands-over-plan", /^(?:please )?implement (?:the|this) (?:following )?plan/i],
  ["names-file", /@[\w./-]{1,200}|\b[\w-]{1,80}\/[\w./-]{1,200}\.\w/],
  ["links", /https?:\/\//],
  [
    "asks",
    /^(?:and |ok,? |so |hmm{1,9},? |but )?(?:what|how|where|when|which|who|is|are|does|do|did|can|could|would|will|should|was|were|has|have|any)\b/i,
  ],
  ["can-you", /\b(?:can|could|would) (?:you|we|u|i)\b/i],
  ["lets", /\blet'?s\b/i],
  [
    "names-rules",
    /\b(?:claude\.md|agents\.md|guidelines?|conventions?|skill|style ?guide|rules?|readme|contributing|instructions?)\b/i,
  ],
  ["what-about", /\b(?:what about|how about|what if|why not)\b/i],
  ["tag-question", /(?:right|no|or not|correct)\?/i],
  ["sentences", /[.!?]\s{1,9}\S/],
  ["trails-off", /…|\.\.\./],
];

/** What the end of the agent's answer shows. */
export const AGENT_SIGNS: readonly (readonly [string, RegExp])[] = [
  [
    "agent-done",
    /\b(?:done|fixed|implemented|completed?|added|updated|created|ready|now (?:works?|shows?|uses?|passes)|passes|passing|committed|pushed|opened|resolved|successfully)\b|✅/i,
  ],
  [
    "agent-plans",
    /\b(?:plan|proposal|approach|option|recommend(?:ed|ation)?|suggest(?:ed|ion)?|i'?d|would you like|shall i|should i|want me to|let me know|phase|steps?)\b/i,
  ],
  ["agent-lists", /(?:^|\n)\s{0,8}(?:1[.)]|[-*] |\*{1,2}(?:A|1|Option))/],
  [
    "agent-claims",
    /\b(?:because|the (?:root )?cause|this means|it'?s (?:safe|fine|not)|no (?:need|issue|changes?)|cannot|can'?t|unable|doesn'?t|isn'?t)\b/i,
  ],
  ["agent-sorry", /\b(?:sorry|apologi[sz]e|apologies|you'?re right|good (?:catch|point))\b/i],
  [
    "agent-hands-over",
    /\b(?:you (?:can|need|should|'ll)|please (?:run|check|try|verify|test|open)|manually|on your (?:side|machine|end))\b/i,
  ],
  ["agent-on-git", /\b(?:commit|push|pull request|branch|merge)\b/i],
  [
    "agent-on-screen",
    /\b(?:button|page|header|footer|color|layout|modal|css|style|render(?:s|ed|ing)?|screen|ui)\b/i,
  ],
  ["agent-on-errors", /\b(?:error|fail(?:s|ed|ing|ure)?|broken|issue|bug)\b/i],
];

/** What a correction is about. Most of what recurs is about how the work is done, worded differently each time. */
export const TOPIC_SIGNS: readonly (readonly [string, RegExp])[] = [
  [
    "verify",
    words(
      "test(?:ed|ing|s)?|verif(?:y|ied)|check(?:ed)?|run it|try it|ran|works?|screenshot|confirm|prove|evidence|look at it",
    ),
  ],
  ["git", words("commit(?:s|ted)?|push(?:ed)?|branch|pr|pull request|merged?|staged?|rebase|amend|squash")],
  [
    "scope",
    words(
      "only|just|scope|unrelated|leave|alone|not asked|too much|overkill|simpl(?:e|er|ify)|minimal|small(?:er)?|unnecessary|don'?t need|no need|stick to",
    ),
  ],
  [
    "wait",
    words("wait|hold on|before|ask(?: me)?|yet|approv(?:al|ed?)|confirm with|let me|decide|permission"),
  ],
  ["self", words("yourself|you can|you have access|by hand|manually|on your own|why (?:should|do) i")],
  ["name", words("renamed?|names?|named|naming|called|call(?:ed)? it")],
  ["words", words("wording|text|copy|tone|docs?|readme|comments?|documentation|language|plain|jargon")],
  [
    "look",
    words(
      "colou?rs?|spacing|padding|align(?:ed|ment)?|font|button|layout|ui|css|icons?|screen|mobile|phone|page|modal",
    ),
  ],
  [
    "rules",
    words(
      "guidelines?|conventions?|claude\\.md|agents\\.md|spec|rules?|style ?guide|instructions?|standard|skill|plan",
    ),
  ],
  ["lost", words("removed|deleted?|gone|lost|missing|disappeared|wiped|lose")],
  ["repeat", words("again|still|already|told|as i said|i said|every time")],
  [
    "guess",
    words(
      "assum(?:e|ed|ing|ption)|guess(?:ed|ing)?|invent(?:ed)?|made up|are you sure|evidence|source|proof|where did you|doubt|theory|cause",
    ),
  ],
  ["dependency", words("dependenc(?:y|ies)|librar(?:y|ies)|packages?|install|crate|framework")],
  ["length", words("short(?:er)?|brief|concise|verbose|long|wordy|summary|paragraphs?")],
  ["undo", words("revert|undo|restore|put (?:it|that) back|roll back|take (?:it|that) out")],
  ["data", words("data|database|db|migration|schema|prod(?:uction)?|server")],
  [
    "hides",
    words("silenc(?:e|ed)|swallow|ignore|fallback|default|retry|sleep|skip|catch|mask|workaround|hack"),
  ],
  ["files", words("files?|folder|director(?:y|ies)|path")],
];
