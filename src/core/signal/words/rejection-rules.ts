import { rules, type ActRule } from "./act.ts";

const BAD =
  "(?:wrong|incorrect|not right|not correct|not true|untrue|nonsense|false|garbage|terrible|awful|horrible|horrendous|bad|crap|shit|trash|ugly|useless|(?:a |such a )?(?:mess|joke|disaster|lie|hallucination)|rubbish|unacceptable|not (?:good|acceptable|great|okay|useful|helpful)|bullshit|ridiculous|stupid|dumb|broken|whack|off|over ?engineered|overkill|unusable|unreadable|misleading|made up|worse|backwards|cheating|not it|not even close|insane|unnecessary|not (?:necessary|needed|required)|pointless|disappointing|lazy|sloppy|silly|weird|strange|confusing|dangerous|insecure|inefficient|hacky|annoying)";

/** Words that say no to the work itself. */
const JUDGEMENTS: readonly string[] = [
  `(?:that|this|it|these|those|you|which|everything|whole <2>|(?:the|your) (?:answer|result|results|output|solution|fix|change|changes|approach|code|response|implementation|assumption|conclusion|explanation|analysis|design))(?: [^ ,]+){0,1}? (?:<be>|looks?|sounds?|seems?|feels?|got|went)<adv> ${BAD}`,
  "not<adv> (?:at all |really |quite |exactly |remotely )?(?:what|how|where|the way|why|the one) (?:i|we|the)<2> (?:asked|asking|wanted|want|meant|said|needed|need|expected|had|requested|mean|am|spec|works?|do|looking|see|saw)",
  "is<adv> not (?:what|how|the way) <3>",
  "(?:is|are|was) an? (?:[^ ,]+ ){0,1}?(?:hole|bug|regression|mistake|bad idea|disaster|hack|lie|anti ?pattern|vulnerability|no go)",
  "nothing like (?:me|what|the|it|that|my)",
  "not what i (?:asked|wanted|meant|need|expected|had in mind|requested)",
  "(?:makes?|made|making) (?:absolutely )?no sense|<do> not make (?:any )?sense",
  "not even close|way off|completely (?:wrong|off|broken|different|useless)|totally (?:wrong|off|broken)|entirely wrong|dead wrong|plain wrong|just wrong",
  "(?:is|are) (?:complete|total|utter|absolute) <1>(?:nonsense|garbage|mess|bullshit|rubbish|crap)",
  "the opposite of (?:what|my)|the exact opposite|say the opposite",
  "(?:is|was|used|using|in|on|at|to|into|edited|changed|picked|picking|are|get|got|gets|has|have|returns|shows) (?:the |a )?wrong (?:file|branch|user|one|place|module|order|direction|table|version|way|folder|directory|repo|function|column|value|values|number|numbers|thing|line|section|page|name|date|id|path|image|language|color|button|approach|component|method|class|field|answer|result)",
  "(?:there is|has) no such (?:method|function|thing|file|option|flag|class|api|command|parameter|column)",
  "is (?:a )?(?:hallucination|hallucinated|made up|fabricated)|(?:are|were) (?:all )?(?:made up|hallucinated|fabricated)|hallucinat(?:ing|ed)",
  "that is cheating|hard ?coded the",
  "not (?:really )?going to (?:work|help|fly|cut it)|what nonsense",
  "(?<!(?<![^ ])(?:i|we)(?: have| had| must have| may have| just| simply| totally)? )misunderst(?:ood|anding|and)|missed the point|missing the point",
  "i (?:strongly |completely |totally )?(?:disagree|do not agree)",
  "i (?:really |absolutely |just )?(?:do not like|did not like|hate|dislike|am not happy|am not satisfied|do not want (?:this|that|it|you|these|any))",
  "(?<!^(?:if|since|because) )(?:we|i)(?: really| definitely)? do not (?:want|need|use) (?:any |a |the |this |that |these |those |mocks)",
  "(?:should|must) not have (?:been|done|changed|removed|touched|to)|shouldn have",
  "(?:way |far |much )?(?:too|over) (?:complicated|complex|engineered|verbose for)",
  "worse than (?:before|ever|the)|even worse|(?:it|this|that) (?:is|got|looks) (?:now |even |much |way )*worse|made (?:it|things) worse",
];

/** Words about what the agent did, or failed to do. */
const REPROACHES: readonly string[] = [
  "(?:did|do|have) you even(?= )|(?:did|have|do) you (?:not|actually) (?:read|look|run|test|check|try|listen|see|understand)",
  "i am (?:so |very |really |quite |a bit )*(?:disappointed|frustrated|annoyed|unhappy|not (?:happy|impressed|satisfied)|losing)|you (?:need|have) to stop",
  "come on(?: man| dude)?|what are you (?:doing|talking|thinking)|what is (?:this|that) (?:garbage|crap|shit|mess|nonsense)|you are<adv> (?:the worst|useless|terrible|lazy|not (?:listening|reading|following|supposed))",
  "why (?:do|am|did) i (?:get|see|still|have to|keep|now)|i am (?:undoing|reverting)|i (?:had to|have to) (?:revert|undo|redo|fix|repeat)",
  "are you (?:kidding|serious|joking|blind|stupid|even|sure)",
  "wtf|what the (?:hell|fuck|heck)|fuck(?:ing)?|for (?:god|fuck|christ) sake|jesus christ|how many times|how often do i",
  "(?:^|, |[-:(] |and |but |because |so |that |see |hey |no |now |think |looks like |seems |seems like |noticed |again |why |on )you<adv>(?: have| had| are| were)?<adv> (?:broke|broken|removed|deleted|dropped|misunderstood|overwrote|overwritten|ruined|destroyed|lost|hallucinated|invented|made up|ignored|ignoring|lied|lying|messed|screwed|wrong|breaking|removing|deleting|guessing|assuming|misread|wiped|reverted|missing the|supposed to|failing to|failed to|doing it wrong|claim|claimed|hardcoded|duplicated|overcomplicating|contradict\\w*|edited the wrong|used the wrong|changed the)",
  "(?:^|, |and |but |hey |no )you (?:keep|always|never|kept|constantly|(?:only|just) (?:[^ ,]+ed|did|made|wrote|gave|put)) (?!need|have to|want|let)",
  "(?:^|, |and |but |no )you (?:were|are) (?:supposed|meant|told|asked) to",
  "(?:^|, |and |but |no )you (?:put|placed|added|used|wrote|changed|said|told|gave|made|created|moved|renamed|touched|edited|replaced|modified|turned)<5> (?:wrong|but|instead|not|without|which|twice|again|even though|though|when)",
  "why (?:did|are|have|would|were|must|the hell|on earth|do|not|did not|have not|are not|do not)(?: [^ ,]+){0,1}? you (?!choose|recommend|suggest|prefer|think|need)",
  "why would you|why you (?:did|changed|removed|added|keep|are|have)",
  "(?:i|we)(?: have)?<adv> (?:told|instructed|reminded|warned) you",
  "(?:i|we)<adv> (?:said|specified|stated) [^ ,]+|(?:i|we)<adv> (?:wrote|mentioned) (?:to|no|not|that|before|earlier|above)",
  "as i (?:said|told|mentioned|wrote|already|explained)|like i (?:said|told|asked)|i repeat",
  "(?:i|we) (?:did not|never|have not|had not)<adv> (?:ask|asked|tell|told|say|said|request|requested|want|wanted|mean) (?:for|you|to|that|this|any|it|a|the|such)?",
  "(?:i|we)<adv> asked (?:for|you|it) <5>",
  "i (?:only|just|specifically|explicitly|clearly|originally) (?:asked|wanted|said|meant|needed)",
  "i (?:actually )?meant (?!to (?:say|ask))|i wanted (?:it|the|a|you|this) ",
  "i wanted<5> not",
  "(?:your|the|this|that|last|latest|recent) (?:last |latest |recent |previous )?(?:change|changes|fix|update|commit|edit|edits|refactor|patch) (?:broke|removed|ruined|deleted|made|messed|has broken|have broken|introduced)",
  "(?:this|that|it|which)<adv> (?:broke|has broken|breaks|ruined|messes up|messed up|destroyed)",
  "<be> not(?: [^ ,]+){1,4} , (?:it|they|this|that|these|those) (?:is|are|should)",
  "(?:hold on|hang on|wait|whoa|woah|no) , (?:you|that|why|this|what)(?= )",
  "why (?:write|add|create|make|change|remove|rewrite|bother|reinvent|delete|touch)(?= )",
  "damn(?:ed)?|goddamn|(?:why|what|where|how) the (?:hell|fuck|heck)",
  "^(?:leave|and leave) (?:it|that|this|the(?: [^ ,]+){1,3}?|my(?: [^ ,]+){1,3}?) alone",
  "rather than (?:guessing|assuming)",
  "(?:the )?same (?:mistake|mistakes)",
  "keeps? (?:ignoring|forgetting|making|changing|removing|adding|breaking)",
  "over and over|(?:for the|the) (?:second|third|fourth|fifth|nth|tenth|last) time",
];

/** Softer: praise before them makes them a gap. */
const OMISSIONS: readonly string[] = [
  "(?:^|, |[-:(] |and |but |because |so |hey |no |now )you(?: have| had)?(?: just| also| only| again| even| now| still| completely| simply| basically| already| accidentally)* (?!mentioned|suggested|asked|proposed|listed|recommended|need|used to|described|fixed|solved|nailed|improved|helped|finished|provided|noted|explained|called|shared|created|installed|showed|added|named|linked|offered|identified|wanted)(?:[a-z]{2,14}ed|stopped|broke|wrote|made|left|lost|took|went|put|threw|cut|forgot|chose|built|ran|read|got|began|hid|undid|redid)(?= )(?! me| us| it works)",
  "(?:^|, |[-:(] |and |but |because |so |hey |no |now |think )you are(?: just| also| only| again| even| now| still| completely| simply| basically| already| always)* (?!going|doing (?:a|an|the|great|good|well)|working|using (?:the|a) right|running on|welcome|looking|building|writing|reading|reviewing|being asked)[a-z]{2,14}ing(?= )",
  "you should have (?!access|everything|all|the)|(?:^|, |but )you should not (?=[a-z]+ )",
  "did you (?:forget|miss|skip|ignore|lose|delete|remove|break|not)|you (?:said|told me|claimed) (?:you|it|that|the|they|all|everything|this)|(?:^|, )you stopped",
  "(?:^|, |[-:(] |and |but |because |so |hey |no |now |again |think |looks like )you<adv>(?: have| had| are| were)?<adv> (?:missed|forgot|forgotten|skipped|left out|omitted|overlooked|neglected)",
  "(?:^|, |[-:(] |and |but |because |so |hey |no |think |see )you<adv> (?:did|have|are|do|were|should|can)(?: still| just| also| even| again)* not (?!need|have to|worry|fix it)",
];

/** Whole answers, and what asks for the work to be undone or done anew. */
const OPENINGS: readonly string[] = [
  "(?:wrong|incorrect|false|nonsense|bullshit|terrible|awful|horrible|rubbish|garbage|bad|useless|ugly|whack|lies|not true|untrue)(?: again| answer| file| one| way| direction| approach)?(?: [!]+)?$",
  "(?:wrong(?! (?:window|chat|tab|thread|button|or|repo , sorry))|incorrect|not correct|not right|not good enough|not acceptable|not helpful|not useful|not quite|not really|not like (?:this|that)|not it)(?: |$)",
  "absolutely not|definitely not|hell no|god no|ugh no|no way|please no|no [!?]",
  "stop (?!(?:here|for|there|the|after|at|by|when|before|now|once|using (?:the|this) (?:old|server))\\b)[^ ]+ing",
  "stop (?:that|it|this|doing)",
  "completely |totally (?:off|wrong|broken)",
  "(?:this|that|it) (?:is|looks|sounds|reads|feels)<adv> (?:not (?:it|right|correct|good|what)|shit|crap|bad)",
  "(?:please )?do not(?: ever| simply)? (?!(?:just|wait|deploy|fix|merge|push|publish|send|delete|generate|apply|release|spend|invent|break|store|worry|panic|forget|hesitate|bother|need|mind|know|have|think|see|want|like|use|get|add|include|keep|print|understand|care|remember|even|do anything|write|code|implement|start|change|edit|make any|touch|run|commit)\\b)",
  "(?:please )?(?:do not|never)(?: ever)? (?:make|write|commit|run|touch|change|edit) (?:up|without|the whole|everything|so|such|to|it|this|that|stuff|things|code (?:like|that))",
  "(?:hold on|hang on) (?:,|you|why|what|that)|wait (?:what|no|why|you)",
];

const UNDOING: readonly string[] = [
  "(?:can you |could you |you (?:should|need to|must) |let us |just |i want you to )?(?:(?:revert|undo|rollback|unstage|uncommit)(?! (?:is|was|log|button|and|or|with|works?|stack|history|buttons|commits in|policy|plan|step|steps|feature|behaviou?r|shortcut|redo|a |should|does|can|would|also|in|loses|/))|roll (?:it|that|this|them|everything|the)?<3> ?back|change (?:it|that|this|them) back|switch (?:it|that|this) back|restore (?:it|the|my|that|this|what|all|everything)|bring back|put (?:it|that|this|them|everything|the)<5> back|go back to (?:the|what|how|my|using)|get rid of (?:that|this|it|these|those)(?= ,|$)|take (?:that|this|it|them) out|scrap (?:that|this|it)|throw (?:that|this|it) away)(?: |$)",
  "(?:can you |could you |please |just |let us )?(?:redo(?= (?:it|this|that|the|them|everything|all|from|please|with|without|your|step|section)|$)|try again(?! (?:later|button))|do (?:it|this|that) (?:again|over)|start (?:over|again|from scratch)|rewrite (?:it|this|that|the whole|everything)|read (?:it|that|the [^ ]+|my [^ ]+) again|look again|think again|check again)(?: |$)",
];

const UNDOING_INSIDE: readonly string[] = [
  "(?:and|so|then|now|please|,) (?:revert|undo|rollback|put (?:it|that|them) back|redo (?:it|this|that)|try again|start over|do it again)",
  "back (?:to )?(?:how|what|the way) (?:it|we|i) (?:was|had|were)",
];

export const REJECTION_RULES: readonly ActRule[] = [
  ...rules("rejection", "proof", "sentence", JUDGEMENTS),
  ...rules("rejection", "strong", "sentence", REPROACHES, true),
  ...rules("complaint", "strong", "sentence", OMISSIONS, true),
  ...rules("rejection", "strong", "clause", OPENINGS, true),
  ...rules("rejection", "strong", "clause", UNDOING, true),
  ...rules("rejection", "strong", "sentence", UNDOING_INSIDE, true),
];

/** Says to do the work over. */
export const RETRY =
  /(?<![^ ])(?:try again|redo|start over|start again|from scratch|do (?:it|this|that) (?:again|over)|rewrite (?:it|this|that)|read (?:it|that) again|one more time|retry)(?![^ ])/;
