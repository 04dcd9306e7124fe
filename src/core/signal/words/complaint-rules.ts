import { rules, type ActRule } from "./act.ts";

const VERB =
  "(?:work|works|working|function|functioning|help|helped|fix|fixed|fixing|show|showing|shown|display|displayed|displaying|appear|appearing|change|changed|changing|update|updated|updating|do|doing|open|opening|close|closing|load|loading|loaded|save|saving|saved|render|rendering|rendered|respond|responding|trigger|triggered|triggering|fire|firing|match|matching|return|returning|get|getting|include|included|handle|handled|reflect|reflected|play|playing|move|moving|scroll|scrolling|expand|collapse|refresh|refreshing|reset|add up|exist|answer|follow|following|pick|picking|picked|read|reading|stop|stopping|go|going|look|fit|align|aligned|solve|solved|resolve|resolved|address|addressed|reach|reached|contain|cover|visible|clickable|correct|right|there|set|applied|used|using|use|centered|called|being|enough|accurate|consistent|readable|responsive|count|sort|sorted|filter|find|found|detect|detected|recognize|recognise|recognized|persist|persisted|sent|send|receive|received|log|logged|take|taking|happen|happening|seem|wrap|hide|hidden|disappear|delete|deleted|remove|removed|store|stored|sync|keep|highlight|start over|respect|accept|accepted|compute|line up|enabled|active|the same|true|valid|done|finished|complete|implemented|connected|expanding|what|part)";

/** "that is not X" turns the work down, unless X is one of these. */
const HARMLESS =
  "(?:bad|urgent|needed|necessary|required|important|a (?:problem|blocker|priority|big deal|big|must|concern)|an issue|yet|sure|possible|worth|relevant|critical|that|too|in scope|the (?:focus|priority|point)|only|just|used|our|my fault|your fault|about|so|uncommon|going to happen|something)";

/** Things that misbehave, however they are told. */
const STATES: readonly string[] = [
  `^(?:no , |no |sorry , |hm , |hm )?(?:that|this|it) (?:is|was|will|does|did|has|would|can|could)(?: really| still| just| also| simply| clearly)* not (?!${HARMLESS})`,
  "(?<!if |when )(?:the|this|that|your|its)(?: [^ ,]+){1,4}? (?:(?:does|did|do|will)(?: still| just| really| also| even| now| simply| actually)* not|never|is never|are never|gets? never) (?!need|have to|matter|mind|care|want|know|support|require|exist yet|depend)[a-z]+",
  "(?:is|are) not (?!allowed|supposed|giving|interested|related|needed|required|included in|planned|going|expected)(?:[a-z]+ed|[a-z]+ing|[a-z]+able|[a-z]+ive|[a-z]+ent|idempotent|safe|[a-z]+ safe)(?= |$)",
  "[^ ,]+ (?:disappears?|vanish(?:es)?|jumps?|flickers?|flashes|blinks?|stutters?|lags?|resets?|shifts?|collapses|leaks?|vanished|breaks|glitches|bounces|freezes)(?= (?:when|after|on|if|every|as|while|again|now|and|,|for|in|all)|$)",
  "(?<!^(?:i|we)(?: [^ ,]{1,20}){1,3} )(?:twice|two times|three times|multiple times|several times)(?= |$)",
  "[a-z]+ (?:shows?|displays?|returns?|prints?) (?:page |only |just )?(?:0|zero|nothing)(?= |$)",
  "(?:returns?|shows?|gives?|displays?|get|got|see|renders?|prints?|outputs?) (?:me )?(?:an? )?(?:empty|blank|white|black|garbage|wrong|random|weird) [^ ,]+",
  "(?:shows?|uses?|has|have|gets?|got|picks?|returns?|with|displays?|takes?|opens?) (?:the|a) wrong [^ ,]+",
  "only works? (?:for|if|when|on|in|once|with|the)",
  "(?:is|are|shows?|returns?|becomes?|gives?) (?:nan|null|undefined|0|zero|none)(?= |$)",
  `(?<!if |when |i |we |you |which |what )(?:do|does|did|is|are|was|were|will|would|can|could|has|have|been)(?: still| just| really| also| even| now| simply| actually| currently)* not(?: really| even| actually| always| yet| properly| correctly| quite| all| be| been| being| currently| getting| anymore)* ${VERB}`,
  "^(?!users|customers|clients|players|guests|people|tests)(?:the |my |your )?[a-z]{3,14}s (?:do|did) not (?!need|have to|want|care|matter|exist yet|mind|know|support)[a-z]+",
  "(?:not|never)(?: really| even| quite)* (?:working|showing|loading|saving|opening|rendering|updating|responding|displayed|visible|clickable|matching|fixed|picking)",
  "nothing (?:happen\\w*|chang\\w*|works?|worked|shows?|showed|appears?|loads?|comes?|is (?:shown|displayed|working|visible|there|happening|being))|<do> nothing|still nothing",
  "(?:no|any|zero) (?:visible |real |noticeable )?(?:change|changes|difference|effect|improvement|luck)(?! (?:needed|required|necessary|to|since|requests?|from|outside|in behaviou?r|on my))",
  "no (?:[^ ,]+ ){1,2}(?:is|are|was|were|gets?) (?:displayed|shown|visible|loaded|saved|returned|there|rendered|sent|created|coming)",
  "(?:the )?(?:exact )?same (?:problem|issue|result|results|thing|behaviou?r|bug|outcome|output|as before|class|value)",
  "(?:issue|problem|bug|glitch|it)<adv> (?:persists|remains|still exists|came back|is back|<be> still there|keeps happening|still happens)",
  "(?:i|we)<adv> (?:can|could|do|did)<adv> not<adv> (?:see|find|click|drag|log|scroll|select|type|open|access|notice|hear|reach|get|edit|sign|upload|download|understand (?:why|what you))",
  "(?:i|we) can no longer|no longer (?:works?|shows?|see|loads?|opens?|possible|visible|there|appears?|able|working|has|have|exists?)",
  "(?:i|we) (?:still |only |just |now )+(?:see|have|get|got) (?:the|no|only|two|one|a|an|nothing|same|old|it|all)",
  "(?:i am|we are|am) still (?:seeing|having|getting|not|unable)",
  "(?<!we |i |you |to |they |can |could |should |would |must |if |do |will )still(?: [^ ,]+){0,2}? (?:not|no|the same|the old|broken|there|shows?|showing|seeing|wrong|old|does|do|did|returns?|returning|returned|slow|nothing|missing|too|gets?|getting|has|have|says|appears?|happens?|happening|exists?|persists?|doing|uses?|using|looks?|empty|blank|displays?|displayed|visible|failing|fails|low|high|off|cut|seeing|some|takes?|a|an|the|in|on|3|2|1|hidden|buggy|an issue|overlaps?|overlapping|jumps?|stuck)",
  "(?:is|are|was|were|got|gets|get|went|has|have|had|seems?|looks?|appears?|being|comes?|came|getting|feels?|become|becomes|turned)<adv>(?: [^ ,]+){0,1}? (?:gone|missing|broken|whack|empty|blank|wrong|incorrect|off|reversed|messed up|stacked|lost|disappeared|vanished|duplicated|inverted|swapped|mixed up|stuck|unreadable|weird|strange|odd|worse|slow|laggy|invisible|dead|useless|inconsistent|misleading|confusing|corrupted|truncated|outdated|cropped|squashed|stretched|flickering|jumping|merged|black|white screen|out of (?:sync|place|order|bounds)|upside|backwards|twice|ignored|skipped|overwritten|unusable|clipped|blurry|unclear|not right|a mess|untrue|inaccurate|buggy|janky|glitchy|crooked|too many|unstyled|pointless|redundant|unnecessary|unused|nonsense|meaningless|doubled|repeated)",
  "(?:has |have |had |just |all |everything |[^ ,]+ )(?:disappeared|vanished|went away|got lost|went blank|stopped working|dropped|broke)",
  "(?:this|it|that|everything|[^ ,]+) (?:used to|was) work(?:ing)?|(?:it |this |that )?worked (?:before|fine before|yesterday|earlier|until)",
  "(?:getting|gets|is|are|shows?|showing|displays?|opens?|goes|being|returns?|uses?|using|got|see|placed|it)(?: [^ ,]+){1,6}? (?:instead of|rather than|when it should|where it should|even though|but it should|although it)",
  "(?<!(?<![^ ])(?:i|we) )should(?: [^ ,]+){1,6}?(?: ,)? but (?:it|this|that|they|there|these|those|the|now|still|instead|only|actually|currently|i|you|is|are|was|were|has|have|had|do|did|got|not|never|no|nothing|[a-z]{2,14}(?<!s)s|[a-z]{2,14}ed)(?= |$)|(?:is|was|are|were) (?:supposed|meant) to",
  "it should (?:not|never|be showing|still)",
  "not (?:work|works)",
  "keeps? [^ ,]+ing|kept [^ ,]+ing|(?:every|each) time i",
  "where (?:did|has|have)<5> (?:go|gone)|what happened to (?:the|my|our)",
  "(?:we|i)(?: have)? lost (?:the|my|our|all)|(?:second|third|fourth|fifth) (?:time|different|wrong|attempt)|the (?:other|wrong) way (?:around|round)|no (?:[^ ,]+ ){1,3}at all|doing the opposite|(?:is|are) always [^ ,]+|forever|endlessly",
  "(?:needs?|has|have) to be (?:redone|rewritten|removed|reverted|undone|fixed)|clean up after",
  "should (?:be|say|have|return|use)(?: [^ ,]+){1,5}?(?: ,)? not (?:a |an |the )?[^ ,]+",
  "(?:the|a) wrong (?!answer)[^ ,]+",
  "(?:leads|goes|links|points|redirects)(?: me)? to (?:an? |the )?(?:404|blank|wrong|empty|error|white|dead|same|nowhere)",
  "the same (?:[^ ,]+ )?as (?:before|the old|the last)",
  "completely (?:ignored|missed)|totally ignored",
  "(?:duplicates?|doubles|removes|deletes|drops|overwrites|ignores|skips|truncates|cuts off|inserts) (?:every|all|each|the|some|everything|my|it)",
  "(?:reads|sounds|feels|looks|read|sound|feel)<adv> (?:like (?:marketing|an ai|ai|a robot|fluff|chatgpt|spam)|robotic|generic|fake|unnatural|boring|weird|cheap|off|ugly|bad|awful|terrible|broken|horrible|wrong|childish|sloppy)",
  "not my (?:voice|style|tone)",
  "(?:redirected|redirects|takes me|sends me|brings me|logged out|kicked out)",
  "nothing (?:in|on|of|from|here)(?: [^ ,]+){0,3}? (?:is|are|works?|matches|makes|has|loads)(?= )|nothing (?:is )?works|(?:every|any)thing is (?:broken|messed|gone|off|blank)",
  "why (?:is|are|does|do|did|was|were|has|have|can|am)<5> (?:still|not|no|so|only|always|never|gone|missing|broken|empty|wrong|suddenly|twice|again|failing|disappear\\w*|different|now|stuck|blank|slow|hidden)",
  "why (?:is|are) there (?:a|an|two|so|no|still|now|still)",
  "(?:should|would|must|can) (?:not|n t) (?:this|that|it|the [^ ]+|these|we|there) (?:be|have|use|return|also|go|stay)",
  "(?:there|here)<adv> (?:is|are)<adv> (?:no (?!doubt|need|rush|hurry|problem|reason|way|point|such|harm|question)|not |a (?:bug|problem|gap|glitch|typo|mistake|mismatch|contradiction)|an issue|some(?:thing)? (?:wrong|off)|two |duplicate|too many)",
  "has (?:no|a bug|a problem|an issue|issues|bugs|problems)|have (?:issues|bugs|problems)",
  "(?:only|just) (?:shows?|displays?|works?|returns?|changed|updated|half|one of|the first|partially|see|get|got|appears|happens|loads)",
  "never (?:says?|said|reaches|called|works?|worked|gets?|shows?|updates?|fires?|ran|finishes|returns|closes|opens)",
  "(?:is|are|was|were) (?:broken|bugged|messed up|fucked|screwed|borked|unusable|busted)",
  "not (?:solved|resolved|fixed|done|implemented|addressed|changed|updated)(?: yet)?",
  "contradicts?|contradictory",
  "for (?:no|every) (?:reason|row|single)",
  "went from<3> to",
  "(?:numbers?|values?|totals?|counts?|results?|colou?rs?|dates?|spacing|alignment|layout|formatting|units?|sum|math|calculations?|answers?|output|logic|position|order)<3> (?:is|are|looks?|seems?)<adv> (?:wrong|off|incorrect|not right|inconsistent|messed|broken|weird|reversed)",
];

/** Looks, which a small change sets right. */
const LOOKS: readonly string[] = [
  "overlaps?|overlapping|(?:opens?|appears?|is|are|hidden) behind|on top of each other",
  "(?:is|are|gets?|getting|looks?|being)<adv>(?: [^ ,]+){0,1}? (?:misaligned|cut off|hidden|clipped|cropped|cramped|squashed|overlapping|crooked|blurry|uneven|unbalanced)",
];

const BARE: readonly string[] = [
  "not (?:the|this|that|these) ",
  "i do not think (?:that|this|it|so|the|we)",
  "(?:when|if|after|once|every time|whenever) i (?:[^ ,]+ ){1,8}?(?:it|the|nothing|i am|i get|everything|all|my|there) (?!should|must|needs)",
  "i (?:now |still |just |only )*see (?:two|three|no|only|nothing|duplicate|double|multiple|the old|a blank|an empty|a white|a black) ",
  "(?:does|did|do|is|are|was|has|have|will|can) not (?:work|help|fix|solve|do|show|change|appear|load|open|run|save|update|seem|look|make|compile|match|display|resolve|quite|exist|there)(?:ing|ed|s)?",
  "(?:not|never) (?:working|fixed|there|showing|loading|visible|solved|right|correct)",
  "still (?!need|want|have to|thinking|considering|deciding|waiting|reading|reviewing|testing|on |figuring|working on)",
  "(?:broken(?! link| heart)|nothing(?= $|$| at all| here| again)|no (?:change|difference|luck|effect|improvement|data|dice)|same (?:problem|issue|result|thing|here|bug|behaviou?r|as before)|worse|useless|missing|empty|blank)(?= (?:again|now|still|,|for|on|in|here|!|as|after|when|everywhere|page|screen)|$)",
  "(?:issue|problem|bug) (?:persists|remains|still)",
];

export const COMPLAINT_RULES: readonly ActRule[] = [
  ...rules("complaint", "strong", "sentence", STATES),
  ...rules("complaint", "weak", "sentence", LOOKS),
  ...rules("complaint", "strong", "clause", BARE),
];
