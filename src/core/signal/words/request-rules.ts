import { rules, type ActRule } from "./act.ts";

const ASKING =
  "(?:(?:can|could|would|will) (?:you|we|u)(?: please| also| just| maybe| then)? |please |let us (?:also |now |just |then |first )?|i (?:would like|want|need|d like) (?:you )?(?:to )?|we (?:should|need to|want to|must|have to) (?:also |just )?|you (?:should|can|could|need to|must|have to|may) (?:also |just )?|(?:just|also|now|then|only|maybe|instead|simply|first|next|go ahead and|try to|make sure to|help me|help me to) ){0,3}";

const SIZED =
  "(?:longer|shorter|bigger|smaller|wider|narrower|larger|taller|thicker|thinner|bolder|bold|darker|lighter|brighter|softer|simpler|punchier|tighter|looser|higher|lower|faster|slower|clearer|cleaner|closer|friendlier|warmer|cooler|funnier|sharper|stronger|subtler|louder|quieter|rounder|denser|crisper|nicer|prettier|[a-z]{3,12}ier|less [^ ,]+|more [^ ,]+|(?:a )?(?:bit|little|tad|touch|slightly)<2>)";

const THING = "(?:it|this|that|them|these|those|the|all|each|every|both|its|our|QUOTE|CODE)";

const ELEMENT =
  "(?:column|heading|headline|header|button|label|title|subtitle|variable|field|tab|word|words|sentence|paragraph|line|lines|section|border|icon|shadow|margin|padding|gap|space|spacing|row|rows|bullet|emoji|emojis|text|caption|legend|footer|logo|image|color|colour|background|font|link|links|badge|tooltip|placeholder|menu item|item|bar|divider|separator|card|cards|intro|introduction|conclusion|example|comment|comments|period|comma|prefix|suffix|parameter|axis|grid|outline|animation|underline|quote|quotes|phrase|arrow|arrows|scrollbar|checkbox|slide|tagline|greeting|signature|axes|ticks|part|bit|second one|first one|last one)s?";

/** Small changes to what is already there. */
const TWEAK_OPENINGS: readonly string[] = [
  `${ASKING}(?:make|get|have|keep|set|turn) ${THING}(?: [^ ,]+){0,8}? ${SIZED}`,
  `${ASKING}make ${THING}(?: [^ ,]+){0,7}? (?:blue|red|green|white|black|gray|grey|orange|yellow|purple|pink|centered|aligned|bold|italic|uppercase|lowercase|clickable|collapsible|sticky|transparent|responsive|full|optional|required|private|public|static|readonly|consistent|concise|formal|informal|casual|horizontal|vertical|square|round|rounded|fit|match|wrap|stand|pop|say|read|span|fill|sound|plural|singular|default)`,
  `${ASKING}(?:move (?!on|to (?:the )?(?:next|phase|step)|forward|ahead)|(?:reduce|increase|decrease|shrink|widen|enlarge|shorten|lengthen|align|center|centre|left align|right align|swap|lower|raise|bump (?!the version)|tone|darken|lighten|capitalize|capitalise|indent|reword|rephrase|trim|tighten|condense|resize|reorder|soften|simplify the (?:text|wording|intro|sentence)|flip|rotate|space|nudge|shift|position|pad|dim|narrow|stretch|scale|expand the|collapse the|cap|double|halve|switch the order|adjust|tweak|underline|bold|italicize|left justify|spread|invert|round the|merge the two) )`,
  `${ASKING}(?:cut|trim|shorten|get|bring|keep) (?:it|this|that) (?:down |to |under |below |short)`,
  `${ASKING}(?:change|set|switch|update|turn) (?:the|its|this|that|all) (?:[^ ,]+ ){1,6}?(?:to|into|from)(?= )`,
  `${ASKING}rename (?:it|this|that|the (?:[^ ,]+ ){0,3}?${ELEMENT})(?= |$)`,
  `${ASKING}(?:remove|drop|cut|delete|hide|omit|lose|take out|leave out|strip|skip|kill|get rid of) (?:the |that |this |these |those |its )(?:[^ ,]+ ){0,4}?${ELEMENT}(?= |$)`,
  `${ASKING}put (?:the|it|this|that|them)(?: [^ ,]+){0,5}? (?:above|below|under|next to|at the (?:top|bottom|end|start|left|right)|on the (?:left|right|same|next)|between|behind|beside|on top|to the (?:left|right)|over|back in)`,
  `${ASKING}(?:say|use|have|write|call|show|display|put|do|return|name|try)(?: [^ ,]+){1,8}? (?:instead|rather than)(?= |$)`,
  `${ASKING}(?:replace|substitute)(?: [^ ,]+){1,6}? (?:with|by|for) `,
  `${ASKING}use (?:a |an |the )?(?:slightly )?(?:darker|lighter|bigger|smaller|larger|different|brighter|softer|shorter|simpler|more|less|thinner|thicker|bolder|better|another|other|same|proper|real|company) `,
  `${ASKING}(?:add|give|leave|insert|put|allow|need|want|have)(?: [^ ,]+){0,2}? (?:(?:a )?(?:bit|little|tad|touch|some|slightly|more|extra|less)(?: of| more| extra)? )(?:[^ ,]+ ){0,1}?(?:space|spacing|padding|margin|room|contrast|detail|details|color|whitespace|gap|height|width|depth|breathing|emphasis|context|air|weight|blur|shadow|opacity|humor|humour)`,
  "(?:instead of|rather than)(?: [^ ,]+){1,6} (?:use|have|show|do|say|put|make|try|call|return|write|let|just|display|it)",
  `(?:a |just |please |slightly |even |still |much |way )*(?:${SIZED.replace("<2>", "(?: [^ ,]+){1,3}")})(?: please| text| spacing| space| padding| margin| contrast| detail)?(?: (?:between|on|for|under|in|above|around|below)(?: [^ ,]+){1,4})?$`,
  "(?:a |just |still |way |much |far |bit |little |also )*too (?!late|bad|$)[^ ,]+",
  "needs? (?:to be )?(?:a |some |slightly )?(?:bit |little |tad )?(?:more|less|extra|bigger|smaller|bolder|shorter|longer|tighter|clearer) ?",
  "(?:i would|we would|would) (?:rather|prefer|like) (?:the|it|if|to have|to see|that|this|them|to be)",
  "(?:it )?(?:would|might|could) be (?:nicer|better|nice|good|great|cool|cleaner|clearer|more|best|easier) (?:if|to|with|as|when)",
  "(?:do|does) not (?:need|have) to be so",
  "i would (?:only |also |just |still |maybe )*(?:change|rename|move|make|drop|remove|cut|swap|reword|shorten)(?= )",
];

/** Says itself that the change is small, whatever it is. */
const SMALL_CHANGES: readonly string[] = [
  "(?:just |only |and |but )*(?:(?:one|a|another|two|a few|some|couple of) )?(?:last |more |other |final |very |really )*(?:small|minor|tiny|little|quick|one|single|cosmetic) (?:last |more |other |final |small |minor |tiny |little |quick )*(?:thing|things|change|changes|tweak|tweaks|issue|issues|nit|nits|detail|details|fix|adjustment|adjustments|correction|request|note|point|problem|glitch)(?: ,)?(?: please| though| left)?(?: ,)? [:-](?= |$)",
  "nit(?:pick)? :(?= |$)",
];

/** What should be: a change to what is there only beside a word of acceptance, a specification otherwise. */
const SHOULD_BE: readonly string[] = [
  "(?:the|this|that|these|those|each|every|all|its|it|they)(?: [^ ,]+){0,5}? (?:should|could|must|needs? to|has to|have to|ought to|can)(?: also| really| all| just| probably| only| rather| always| then| maybe| be)* (?:be|have|say|point|come|go|stay|look|use|read|match|start|sit|appear|show|span|fit|align|end|read|stick|come|go|take|become|not be)",
];

const TWEAKS_INSIDE: readonly string[] = [
  "(?:is|are|looks?|feels?|seems?|sounds?|was|be|bit|little)(?: still| just| now| a| bit| little| way| far| much| slightly| kind of| also| really)* too (?:[^ ,]+)",
  "(?:is|are|looks?|feels?|sounds?) (?:a (?:bit|little|tad|touch)|slightly|somewhat|kind of|kinda|rather) (?:long|short|big|small|wide|narrow|dark|light|bright|formal|informal|wordy|dry|busy|cramped|dense|loud|tall|thin|thick|heavy|verbose|vague|repetitive|plain|bland|crowded|cluttered|tight|loose|generic|stiff|flat|slow|fast|high|low|off|harsh|pushy|much|technical|aggressive|salesy|cold|hard)",
  "(?:could|can|should|would)(?: the| this| that| it| we)(?: [^ ,]+){0,3}? (?:be|have)(?: [^ ,]+){0,2}? (?:centered|aligned|bigger|smaller|larger|bold|less [^ ,]+|more [^ ,]+|shorter|longer|wider|narrower|darker|lighter|higher|lower|closer|green|red|blue|in [^ ,]+|above|below|on the|at the|instead|renamed|sorted|hidden|optional)",
  "(?:can|could|would) (?:the|it|this|that|these|they|those|we (?:get|have|make))(?: [^ ,]+){1,5}? (?:(?!other|another|over|under|after|ever|either|whether|user|server|number|order|enter|header|footer|filter|letter|paper|later)[a-z]{3,10}er|less [^ ,]+|more [^ ,]+)(?= |$)",
  "a (?:notch|bit|tad|little|touch|hair|smidge|shade) (?:more|less|[a-z]{2,10}er)(?= |$)",
  "(?:rather than|instead of) [^ ,]+(?: [^ ,]+)? please",
  "needs? (?:a |some |slightly |much )?(?:bit |little |tad )?(?:more|less|extra|bigger|smaller|bolder|shorter|longer|tighter) ",
];

const VERB =
  "(?:add|create|write|implement|explain|build|generate|make|set|setup|update|upgrade|change|refactor|rename|remove|delete|move|fix|run|test|check|verify|review|read|look|find|search|list|show|tell|give|describe|summarize|summarise|analyze|analyse|investigate|debug|deploy|install|configure|convert|translate|optimize|optimise|improve|extend|document|use|start|stop|open|close|commit|push|merge|rebase|plan|propose|suggest|draft|design|plot|train|compute|calculate|compare|evaluate|handle|support|allow|enable|disable|ensure|keep|try|continue|proceed|prepare|help|do|go|let|put|replace|split|extract|import|export|download|upload|fetch|parse|validate|log|print|return|act|apply|integrate|migrate|port|clean|format|lint|compile|publish|release|tag|bump|simulate|save|copy|clone|connect|define|rewrite|edit|finish|complete|answer|ask|note|remember|consider|assume|ignore|include|exclude|provide|produce|outline|restart|research|pull|create|wire|hook|expose|render|display|insert|combine|sort|filter|reduce|rank|address|tackle|simplify|treat|group|render|see|work|switch|undo|reset|mark|get|take|turn|bring|call|figure|double|walk|think|brainstorm|revise|polish|proofread|study|learn|scan|profile|benchmark|measure|monitor|trace|inspect|execute|invoke|begin|resume|send|schedule|store|cache|mock|stub|patch|drop|expand|adapt|adjust|cover|break|highlight|notify|say|warn|emit|throw|raise|catch|retry|flag|alert|announce|record|capture|detect|escape|encode|decode|recover)";

const REQUESTS: readonly string[] = [
  `${ASKING}${VERB}(?= |$)(?! (?:not|is|are|was|fails?|failed|works?|runs?|returns?|shows?|gives?|takes?|keeps?|does|did|still|crashes|has|breaks|stopped|never|no longer|seems|looks|finds|goes|sends|opens|loads|leads|stays|gets|comes|leaves|adds|starts|ends)(?: |$))`,
  "(?:can|could|would|will) (?:you|we)|let us|i (?:want|need|would like|am looking|plan|have to)|we (?:need|want|should|must|have to|will|are going)|help me|please|the goal is|your task|now (?:i|we) (?:want|need)|i am (?:trying|building|working|thinking|planning|going)|make sure|do not forget|users? (?:who|should|can|must)|for the (?:new|next)|you (?:should|can|must|need to|will|may)|(?:do not|never) (?![a-z]+ed(?: |$))|(?:when|if|once|in case|whenever|as soon as|after|before|unless|suppose|assuming) (?!i |we |you )|create|here is|background|context|requirements?|goal",
];

const QUESTIONS: readonly string[] = [
  "(?:how|what|where|when (?:do|does|did|will|is|are|should|can)|which|who|whose|is there|are there|is it|is the|is this|is that|are the|are we|are these|does|do|did|should (?:i|we)|can i|can it|could it|would it|will it|has|have you|have we|am i|any)(?= )",
];

export const REQUEST_RULES: readonly ActRule[] = [
  ...rules("tweak", "proof", "sentence", SMALL_CHANGES),
  ...rules("tweak", "strong", "clause", TWEAK_OPENINGS),
  ...rules("tweak", "weak", "sentence", SHOULD_BE),
  ...rules("tweak", "strong", "sentence", TWEAKS_INSIDE),
  ...rules("request", "weak", "clause", REQUESTS),
  ...rules("question", "weak", "clause", QUESTIONS),
];
