import { rules, type ActRule } from "./act.ts";

const GOOD =
  "(?:good|great|perfect|awesome|nice|nicer|excellent|brilliant|beautiful|amazing|fantastic|wonderful|lovely|fine|better|right|correct|fixed|solved|resolved|solid|strong|plausible|reasonable|sensible|neat|spot on|exactly (?:right|what|it)|cool|superb|gorgeous|clean|cleaner|impressive|decent|okay|acceptable|promising|working|improved|an improvement|a (?:good|great|big|huge|solid|nice|decent|major) (?:start|improvement|step|job|first|draft|summary|idea)|much improved|(?:almost|nearly) (?:there|right|perfect|done)|(?:mostly|largely) (?:right|correct|fine|good|there|okay)|the one|it|green|much nicer|faster)";

/** Says of the result that it is good. */
const OF_THE_RESULT: readonly string[] = [
  "^(?:[^ ,]+ ){1,4}?(?:is|are|looks?|seems?) (?:now |all |really |very |so |pretty |already )*(?:good|great|perfect|awesome|nice|excellent|fine|fixed|correct|right|lovely|beautiful|amazing)$",
  `(?<!if |when |what |which |how |whether |once |until |where |that )(?:that|this|it|everything|all|they|these|those|the [^ ,]+(?: [^ ,]+){0,2}|(?:error|issue|problem|bug|draft|plan|output|layout|login|upload|page|summary|part|half|rest|design|query)[^ ,]*)(?: now| all| also)?(?: is| are| was| looks?| seems?| feels?| sounds?| reads?)(?: now| all| much| way| really| very| so| already| pretty| quite| a lot| a bit| looking| mostly| generally| actually| exactly| far| just| nearly| almost| basically| overall| finally)* ${GOOD}(?= (?:now|but|except|,|and|overall|so|on|for|with|though|however|apart|again|work|i|-|than|to|in|this|-|enough)|$)`,
  "looks? (?:now ||really |very |so |pretty |much |way |all |a lot |quite |mostly |generally |great and )*(?:good|great|nice|perfect|fine|better|right|correct|awesome|amazing|beautiful|excellent|fantastic|cool|lovely|solid|plausible|reasonable|sensible)",
  "(?<!if |when |what |which |how |whether |once |until |where |that |make sure |sure |ensure |to |so |does |do |did |why |not |nothing |should |must |will |only |only the |it also |one )(?:it|that|this|everything|all|(?!nothing|only)[^ ,]+)(?: now| finally| all| actually| already| also| mostly| kind of| sort of| almost)* (?:works|worked|is working|are working)(?= (?:now|fine|great|well|perfectly|but|except|like|on|for|as|good|correctly|again|in|with|though|however|beautifully|nicely|when|,|-|so|and|locally|and|until|really|much|smoothly|the|to)|$)",
  "(?:loads|runs|starts|deploys|compiles|passes|is running|renders|boots|opens|responds|saves|sends|updates|shows up|builds|shows|displays|connects|installs) (?:now|fine|correctly|again|properly|perfectly|well|nicely)|(?<!to |does |not |do |did |how |should |will |must |can |could |would |i |you |we |not )work(?= (?:,|but|now|fine|great|well|perfectly))|it (?:runs|compiles|loads|starts|builds)(?= (?:but|and|,|though)|$)",
  "works? (?:now|great|well|fine|perfectly|like a charm|as expected|nicely|beautifully|again|correctly)|working (?:now|great|fine|well|perfectly|again|as expected)|all works|works$",
  "(?:tests?|build|ci|everything|all|checks?|specs?|suite) (?:all |now |is |are |tests? )*(?:passes|pass|passing|passed|green|builds|compiles)(?= (?:now|but|again|,|on|and|though|-|locally)|$)",
  "(?:that|this|it|which|you)(?: has| have)?(?: really| finally| actually| mostly| partially| totally)? (?:fixed|solved|resolved|did the trick|nailed|helped|improved|got it)(?: it| that| this| the)?",
  "(?:seems?|seemed|appears?) (?:to (?:be )?(?:work|working|fine|okay|good)|okay|fine|good|better|right|correct)|(?:worked|works) (?:fine|great|well|okay|perfectly)|partially work(?:s|ed)|(?:is|are) (?:fine|okay) (?:, )?(?:just|but|except)",
  "did the trick|(?:nailed|crushed|killed) it|works like|spot on|exactly (?:what|right|as) (?:i|we)?|just what i",
  "(?:the )?(?:errors?|issue|issues|problem|problems|bug|crash|warning|warnings)(?: [^ ,]+)? (?:is|are|has|have|seems?|went) (?:now |all |finally |been |to be )*(?:gone|fixed|solved|resolved|away|disappeared)",
  "no more (?:errors?|crashes|warnings|issues|problems|flicker\\w*)|no (?:errors?|issues|problems|warnings) (?:anymore|now|any more)",
  "(?:tests?|it|build|app|page|server) (?:no longer|do not|does not) (?:fail|fails|crash|crashes|hang|hangs)(?: anymore)?",
  "(?:i|we)(?: really| absolutely| do| kinda| quite| mostly| generally)* (?:love|like|loved|liked|am happy|am satisfied|are happy|am impressed|appreciate|enjoy) (?:it|this|that|the(?! (?:old|previous|original|earlier|former|last))|how|what|these|those|your|where|with|most)",
  "(?:good|great|nice|excellent|solid|amazing|awesome|huge|big|decent|strong|fantastic|lovely|beautiful|well) (?:job|work|start|progress|improvement|done|draft|first|one|stuff|summary|effort|result|results|idea|direction|fix|answer|explanation|catch|find|point|call|thinking|plan|design|look)",
  "(?:much|way|far|lot|bit|little|already|getting|even|definitely|so much) (?:better|nicer|closer|cleaner|faster|improved)(?! (?:way|approach|solution|option|idea|to|if|would))",
  "(?:improved|improves) (?:a lot|things|it|by|from|the|significantly|nicely)|improved$",
  "(?:is|are|was|got|gets|now) (?:now |finally |all |already )*(?:fixed|solved|resolved)(?= (?:now|but|and|,|thanks|-|in|on)|$)",
  "(?:on the )?right (?:track|idea|direction)",
  "(?:can not|could not) (?:complain|find anything wrong)|no complaints|nothing wrong|happy with",
  "(?<!not )not bad",
  "all good|all green|all set",
];

const OPENINGS: readonly string[] = [
  "(?:that is |this is |it is |very |so |really |pretty |super |absolutely |simply |just |wow |oh |ah |yes |hm |looks |looking |much |way |a lot |lots |far |even |a bit |slightly |the )*(?:perfect|great|awesome|nice|nicely|excellent|brilliant|beautiful|amazing|fantastic|wonderful|lovely|cool|sweet|superb|solid|better|good|neat|love|love it|lgtm|bravo|nailed it|fine|impressive|works|worked|correct|exactly|right on|fixed|wow|well done|gorgeous|stunning|deploys|loads|runs|starts|builds|compiles|yay|hooray|finally|fab|dope|sick|gj)(?= (?:[!:)]|but|except|however|though|and|so|work|job|stuff|apart|just|only|one|start|progress|improvement|with|now|on|for|by|enough|that|the|it|you|this|summary|i|thanks|thank|thx|we|still|although|overall|apart|to|answer|catch|point|call|at|in|-)|$)",
];

const NEARLY: readonly string[] = [
  "(?:very |so |really |pretty |getting |still |that is |this is |it is |you are |we are )*(?!close (?:the|it|of)|almost done with)(?:almost|nearly|mostly|close|closer|close enough|not quite|halfway|partially|getting there)(?= (?:there|right|perfect|done|good|works?|working|correct|fixed|but|now|-|the|of|fine|okay|complete|finished|ready|what|it|great)|$)",
  "(?:\\d{1,2}%|half|most) (?:of (?:it|this|the|them) )?(?:there|done|works?|right|correct|good|fine|okay|is|are|looks?|perfect|of the way)",
];

const PROGRESS: readonly string[] = [
  "(?<!to |be |any |would |not |make it |is it |no |work )(?:better|improved|closer|improvement|progress)(?= (?:but|now|than before|though|,|however|-|yes)|$)",
];

const NEARLY_INSIDE: readonly string[] = [
  "(?:is|are|looks?|works?|worked|runs?|right|correct|fine|good) (?:now )?, (?:it |they )?(?:just|only) ",
  "(?:is|are) (?:fine|okay|good|right|correct) , (?:just )?not ",
  "(?:is|are|was|that is|looks|look|works|working|we are|you are|getting)(?: very| so| now| really)* (?:almost|nearly|mostly|close|partly|partially)(?= (?:there|right|perfect|done|good|works?|working|correct|fixed|but|fine|okay|complete|ready|what|to|great|enough)|$)",
  "(?:only|just) (?:thing|issue|problem|thing missing|nit|complaint|gripe)(?: left| missing| now| is| i)",
  "(?:everything|all|all of it|rest|others|looks? good|looks? great|looks? fine|fine|works|good|great|lgtm|perfect)(?: [^ ,]+){0,3}? (?:except|apart from|aside from|other than|besides)(?: for)?",
  "good but not|fine except|(?<!sounds |not |is |a )(?:works|good|great|fine|okay|nice|better|cool) but(?! (?:let us|first|can you|could you|what|how|when|before|i will|not now|later))",
];

const APPROVALS: readonly string[] = [
  "(?:yes|sure|agreed|approved|confirmed|absolutely|definitely|of course|correct|go ahead|go for it|proceed|continue|sounds (?:good|great|fine|right|like a plan)|do it|ship it|merge(?: it)?|commit(?: it| this)?|push(?: it)?|thanks|thank you|cheers|makes sense|okay|never mind|nvm|got it|understood|fine by me|that is (?:fine|okay|all|it|right)|you (?:are|were) right|fair enough|no problem|no worries|much appreciated)(?= |$)",
];

/** What tells that something is left, after a word of acceptance. */
const GAPS: readonly string[] = [
  "but|except|however|although|though|apart from|aside from|other than|besides|only (?:thing|issue|problem|nit|complaint)|one (?:thing|more|issue|problem|small|last|minor|other|question|tweak|change|nit)|(?:two|few|couple|some) (?:of )?(?:more )?(?:things|issues|small|minor|tweaks|changes|notes|problems|nits|remarks|comments)|small (?:change|thing|nit|tweak|issue|fix)|minor|nit|nitpick|just (?:need|needs|one|the|a|fix|change|make|missing|remove)|only (?:the|need|needs|issue|problem|one)|still|not quite|needs? (?:work|more|some|an?|to|another|better|less)|missing|left (?:to|in|over)|remaining|remains|leftovers?|snag|what is (?:left|missing)|small stuff|outstanding|to go$|now (?:it|there|i (?:get|see|can))|now the(?: [^ ,]+){1,3}? (?:is|are|does|do|[a-z]{3,12}s)|almost|nearly|mostly|too(?= [^ ,])",
];

export const PRAISE_RULES: readonly ActRule[] = [
  ...rules("praise", "strong", "sentence", OF_THE_RESULT),
  ...rules("praise", "strong", "clause", OPENINGS),
  ...rules("progress", "strong", "sentence", PROGRESS),
  ...rules("almost", "strong", "clause", NEARLY),
  ...rules("almost", "strong", "sentence", NEARLY_INSIDE),
  ...rules("approval", "weak", "clause", APPROVALS),
  ...rules("approval", "weak", "sentence", ["^(?:okay|yes|alright)(?= )"]),
  ...rules("gap", "weak", "sentence", GAPS),
  ...rules("but", "weak", "sentence", [
    "(?:but|except|however)(?! (?:, )?(?:first|what|how|i will|remind|tell me|where|which|not now|later|when you|let us do))",
  ]),
];
