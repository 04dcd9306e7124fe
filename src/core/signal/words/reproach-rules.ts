import { rules, type ActRule } from "./act.ts";

const WORK =
  "(?:answer|code|change|changes|translation|regex|script|query|fix|version|summary|config|diff|pr|commit|function|tests?|patch|solution|suggestion|response|reply|explanation|example|snippet|command|migration|refactor|rewrite|draft|text|email|slide|slides|numbers|chart|table|design|layout|implementation|component|page|edit|edits|update|class|method|formula|output|result|list|plan|approach|schema|calculation|math|claim|sources?|references?|citations?)";

const MADE =
  "(?:gave|wrote|made|sent|suggested|generated|created|added|put|produced|built|posted|proposed|provided|used|picked|chose|cited|quoted|committed|pushed)";

/** The work is named as the reader's own, and something is said of it. */
const OF_YOUR_WORK: readonly string[] = [
  `^(?:(?:sorry|hm|no|but|and|so|also|well) (?:, )?(?:but )?){0,2}your (?:[^ ,]+ ){0,2}?${WORK}(?: [^ ,]+){0,4}? (?:is|are|was|does|did|has|never|still|just|only|completely|totally|[a-z]{3,14}(?<!s)s)(?= )(?! (?:great|good|perfect|fine|right|correct|nice|excellent|better|working|awesome|solid|clear|to|okay|spot|very|really|exactly|well|fixed|merged))`,
  `^(?:(?:sorry|hm|no|but|and|so|also|well) (?:, )?(?:but )?){0,2}(?:the|that|this|these|those|all|none of the|everything|half)(?: [^ ,]+){0,4}? you(?: just| have)? ${MADE}(?: me| us)?(?: [^ ,]+){0,3}? (?:is|are|was|were|does|do|did|has|have|already|never|still|just|only|[a-z]{3,14}(?<!s)s)(?= )(?! (?:great|good|perfect|fine|right|correct|nice|excellent|better|working|awesome|solid|clear|really|very|exactly|well))`,
  "(?<!to do )(?:after|since|because of|with) your (?:last |latest |recent )?(?:change|changes|edit|edits|fix|commit|update|refactor|patch)",
  "before (?:you (?:touched|changed|edited|started|broke|did|refactored)|your (?:change|fix|edit|update))",
];

/** What was agreed, asked for or given, told as a reproach. */
const REMINDERS: readonly string[] = [
  "who (?:told|asked|allowed) you|(?:no idea|not sure|do not know) where you (?:got|found|took|read)|how could you|where did you (?:get|find|take|read|see) (?:that|this|it|these|those|the)|what made you",
  "(?:we|i)(?: had| have)? (?:agreed|settled|decided) on(?: [^ ,]+){1,6}?(?: ,)? (?:and|but|not|yet|this|you)(?= )",
  "next time (?:please )?(?:ask|check|read|tell|run|test|look|think|do not|just)|before you (?:write|touch|drop|delete|change|push|commit|answer|edit|start)(?: [^ ,]+){0,3}? (?:next time|again)|(?:look|think|ask|read|check|test) (?:it |this |that )?before you (?:write|answer|act|code|push|commit|post|edit|claim|delete|drop)",
  "if i (?:wanted|had wanted|needed)(?: [^ ,]+){1,6}? i would",
  "(?:i|we) would rather you had not|i wish you (?:had|would)|all (?:i|we) (?:needed|wanted|asked)(?: for)? was|(?:never|not) part of (?:the|my|our)",
  "^(?:sorry , |sorry but |but |no , )?(?:we|i) (?:wanted|needed|expected|ordered|requested)(?: [^ ,]+){1,6} , (?:this|that|it|these|you|not|and you|i got)(?= )",
  "(?:i|we) (?:gave|sent|showed|told|asked|uploaded|pasted|provided|handed)(?: you)?(?: [^ ,]+){1,5}? , (?:not|you|and you|this|it)(?= )|, (?:but )?(?:i|we) (?:gave you|asked (?:for|about)|told you|sent you|said)(?= )|i (?:even |already )(?:pasted|told|said|gave|wrote|reported|mentioned|explained|attached)",
  "i (?:wrote|told|said|asked|reported|mentioned|explained) (?:this|that|it|so)(?: [^ ,]+){0,2}?(?: already| before| yesterday| earlier| in the| twice| above| to you| and you)(?= |$)",
  "i have had to|i (?:had|have) to (?:correct|explain|ask|say|tell|point|remind)(?= )",
  "(?:literally|clearly|explicitly) (?:says|said|states|written|asked|told)|it (?:is|was) (?:in|written in) the (?:first|prompt|spec|instructions|brief|readme)|says so in|read (?:the |my )?(?:prompt|instructions|spec|brief|whole [^ ,]+|CODE)(?: [^ ,]+){0,2}? before",
  "(?:i|we) (?:preferred|liked)(?: [^ ,]+){1,4}? (?:before|better|more)|was better before|(?:have|want|give me|get|need|like)(?: me)?(?: the| my| our)? (?:old|original|previous)(?: [^ ,]+){1,3}? back|give me (?:back )?(?:the|my) (?:old|original|previous)|put (?:things|everything|it all) back",
  "(?:can not|could not|will not|am not|are not|do not|not) (?:going to )?(?:accept|review|reviewing|publish|merge|merging|ship|approve|approving|submit|present|use|hand in|sign off on)(?: on)? (?:this|that|it|these)|unreviewable|impossible to review",
  "(?:can|could|would|will) you (?:please |maybe |just )?(?:not|stop|quit)(?= )|^(?:please )?(?:quit|stop) (?:apologi|asking|guessing|adding|changing|making|explaining|saying|using|inventing|repeating|rewriting)[a-z]*",
  "none of (?:these|those|them|this|that|the|it|your)(?: [^ ,]+){0,4}? (?:exists?|works?|is|are|was|were|match|matches|helps?|make|makes|applies|apply|compiles?|runs?|have|has|do|does)(?= |$)",
  "(?:that|this|it|its)(?: is)? (?:again |just |exactly |literally |basically )*the (?:exact )?same (?!page(?= (?:as|we))|for|on|in)[^ ,]+|again the same|the (?:old|same|previous) (?:one|thing|[a-z]+) again|that is (?:the|an?) (?:[^ ,]+ ){1,3}again",
  "(?:out|away|off) with (?:it|that|this|them)$|too clever|overkill",
  "(?:different|wrong|another|other) problem (?:solved|than)|(?:fixed|treats?|treated|hides?|masks?|papers? over) the symptoms?",
  "(?:is|are|was) not (?:an? (?:real |proper |actual |valid )?(?:fix|solution|answer|explanation|reason|test|improvement|summary)|idiomatic|how (?:it|this|that|you|we)|a thing|an option)(?= |$)",
  "(?:i|we)(?: have to)? (?:must |really |strongly )?disagree(?= |$)|i have to (?:disagree|object)",
  "(?:please |come on , |just )think$|^really$|^seriously$|(?:^|, )(?:really|seriously) $",
  "bad idea to|(?:is|was) a (?:terrible|bad|horrible|poor) (?:idea|choice|call|move)|(?:touches|changes|changed|rewrites|rewrote|modifies|edits) (?:\\d{2,}|dozens of|every|unrelated|all the) (?:[a-z]+ )?(?:files|lines)|(?:of|across) \\d{2,} files",
  "there (?:is|are) no (?:such )?(?:CODE|option|flag|method|function|parameter|command|setting|property|attribute|argument|package|module|endpoint|api) |(?:does|do|did) not exist(?: in| on| at| anymore|$)|(?:was|were|got|has been|is) (?:removed|dropped|deprecated|renamed) in (?:v|version|CODE|\\d)",
  "^(?:it|that|this) is (?:[^ ,]+ ){1,3}, not (?:an? |the )?[^ ,]+$|^(?:use|it is called) [^ ,]+(?: [^ ,]+)? , not (?!the other)[^ ,]+",
];

/** What goes wrong, told as what a thing does. */
const BEHAVIOURS: readonly string[] = [
  "regardless of (?:what|which|how|the|whether|who)|no matter (?:what|how|which|where|who)",
  "(?:matches|returns|shows|selects|deletes|finds|lists|matched|returned|deleted|prints|removes) (?:everything|nothing|anything|all of them)",
  "(?:goes|moves|points|scrolls|runs|turns|walks?|rotates|counts|sorts|walk)(?: in)? (?:the )?(?:opposite|wrong|other|backwards|upside down|the wrong)(?: |$)",
  "(?:snaps?|jumps?|goes|falls?|reverts?|resets|switches|bounces) (?:back|through|out of|off)(?= )",
  "(?:just|only|simply) (?:spins|hangs|sits|stays|loops|blinks|shows|prints|repeats|says|gives|reloads)(?= |$)",
  "(?:stays?|remains?|sat|sits|remained|stayed) (?:at|on|the same|bright|dark|empty|open|closed|there|grey|gray|disabled|blank|visible|in|unchanged|white|black)(?= |$)",
  "from (?:some|an|the) (?:other|wrong|old|another) ",
  "(?:can|could) (?:see|read|edit|delete|access|open) (?:the |all |every )?(?:[^ ,]+ )?(?:of )?(?:every|any|other|all)(?: other)? (?:users?|people|customers?|one|body)",
  "(?:before|earlier|yesterday|previously|until now) (?:it|he|she|they|the [^ ,]+|this|that|everything) (?:was|were|worked|did|had|showed)",
  "(?:leaks?|swallows?|loses|forgets|mixes|confuses|flips|breaks|corrupts|duplicates|clears|wipes|eats|covers|blocks|ignores) (?:the|my|every|all|an?|everything|its|it|out|up|half|some|any|two)(?= |$)",
  "i (?:click|press|tap|type|typed|clicked|pressed|tapped|hit|drag|select|open|enter|entered)(?: [^ ,]+){0,6}? ?,? (?:and|but|it|nothing|the|still|page|then)(?= )(?! (?:it )?works)",
  "(?:became|becomes|turns into|turned into|is now|are now) (?:an? )?(?:QUOTE|CODE|unreadable|empty|huge|tiny|invisible|blank|nothing)",
];

export const REPROACH_RULES: readonly ActRule[] = [
  ...rules("complaint", "strong", "sentence", OF_YOUR_WORK, true),
  ...rules("rejection", "strong", "sentence", REMINDERS, true),
  ...rules("complaint", "strong", "sentence", BEHAVIOURS),
];
