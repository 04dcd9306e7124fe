import { rules, type ActRule } from "./act.ts";

const FINE =
  "(?:good|great|perfect|awesome|nice|excellent|brilliant|beautiful|amazing|fantastic|wonderful|lovely|fine|right|correct|correctly|properly|fixed|solved|resolved|solid|neat|spot on|cool|superb|gorgeous|clean|cleanly|sick|fun|smooth|smoothly|well|nicely|beautifully|impressive|exactly right|readable|fast|snappy|crisp|dead on|on point|in place|in order|flawless|flawlessly|as expected|as it should|like a charm|perfectly|a (?:joy|beauty|treat|delight)|a (?:huge|big|real|nice|clear|definite) (?:improvement|step|win|plus))";

const VERY =
  "(?: (?:now|really|very|so|super|pretty|quite|all|much|absolutely|finally|actually|already|just|also|both|totally|honestly|mostly)){0,3}";

const NOT_AFTER =
  "(?<!if |when |what |which |how |whether |once |until |where |that |make |sure |ensure |to |so that |does |do |did |why |not |nothing |should |must |will |would |could |can |an? |no |never )";

/** What a result is like, whatever it is called. */
const STATES: readonly string[] = [
  `^(?:(?:and|but|so|okay|yes|wow|haha|oh|hm) (?:, )?){0,2}(?!(?:if|when|is|are|was|does|do|why|how|what|which|should|make|not|nothing|there|i|we|you)(?= ))[^ ,]+(?: [^ ,]+){0,5}? (?:is|are|was|were|feels?|looks?|reads?|sounds?|came out|turned out|comes out|runs?|renders?|moves?|loads?|plays?|behaves?|responds?|respond|installs?|prints?|works?|scrolls?|done|go|goes)${VERY} ${FINE}(?= (?:now|but|except|,|and|on|for|with|though|in|again|haha|since|at|to me|when|here|apart|-|today)|$)`,
  "(?:that|this|it|which)(?: really| actually| finally| just)? (?:did (?:it|fix|solve|help|stop|resolve|clear)|sorted|cured|does (?:it|the job|the trick))(?= )?",
  `${NOT_AFTER}(?:i|we) can (?:now |finally )?(?!live|not|only|still|just|do |also |help|give|send)[a-z]+(?: [^ ,]+){0,6}? (?:now|again|fine)(?= ,|$| and| but| on| both)`,
  "^(?:[^ ,]+ (?:, )?){0,2}?(?:\\d{1,4}|two|three|four|five|six|seven|eight|nine|most|all three|both)(?: out)? of (?:the |these |those |them |our |my )?(?:\\d{1,4}|two|three|four|five|six|seven|eight|nine|ten|[a-z]+)(?: [^ ,]+){0,4}? (?:is|are|were|was|match|matches|pass|passes|work|works|done|migrated|fixed|gone|good|right|look)(?= |$)",
  "(?:is|are)(?: exactly| just| pretty much| basically| precisely)* what (?:i|we) (?:wanted|had in mind|meant|needed|asked for|was after|were after|was looking|pictured|imagined|had in my)|that is what (?:i|we) (?:meant|wanted|needed)",
  "so far so good|10 / 10|good news|as promised|hats off|(?:i|we) can live with (?:that|this|it)",
  "(?:pretty|very|really|quite|super|so|mostly|more than) (?:happy|pleased|satisfied|impressed)(?= )?",
  "(?:rest|remainder|everything else|others|other ones)(?: of [^ ,]+(?: [^ ,]+)?)? (?:is|are|looks?|works?|reads?)(?: all| really| very)? (?:lovely|good|great|fine|okay|perfect|right|solid|correct|spot on|well|nice|good to go)",
  "(?:way|much|far|a lot|lots|so much|definitely|already|certainly) (?:nicer|easier|better|cleaner|clearer|closer|faster|smoother|simpler|more readable)(?! (?:way|approach|solution|option|if|would|to just))",
  "(?:better|nicer|closer|cleaner|faster|clearer) (?:than (?:the|before|last|it was|my|what)|to what i)",
  "[a-z]+s? (?:finally |now )?(?:succeeds|succeeded|completes|completed|finishes|finished|goes through|went through|ran through|did its job|came through)(?= (?:now|for|and|,|but|in|with|on|fine)|$)",
  "^(?:(?:okay|so|and|wow|yes) )?[^ ,]+(?: [^ ,]+){0,2} (?:fixed|solved|sorted|right|fast|perfect|doing what i want|showing up|in good shape)(?= (?:now|,|but|-|\\()|$)",
  "finally (?:the |my |it |a |i can )",
];

/** A good thing said of a kind of work. */
const COMPLIMENTS: readonly string[] = [
  "(?:very |really |super |such a |that is a |this is a |what a |another |a )*(?:good|great|nice|beautiful|lovely|excellent|solid|awesome|amazing|fantastic|brilliant|clean|neat|wonderful) (?!morning|evening|afternoon|night|day|luck|question|bot|to |if |for |as |idea|thing|way|option|practice|reason|candidate|time|example|enough|old|news|so|you|now|but|and|question|evening|friday|weekend|would|feature|ux|ui|or )[a-z]+(?= (?:,|on|of|and|but|with|thanks|so|-|:|for|in|here|overall|!)|$)",
];

/** Accepted on a condition. */
const CONDITIONS: readonly string[] = [
  "(?:approve|approved|approving|accepted|accepting|lgtm|happy to (?:merge|approve|accept|ship)|good to (?:go|merge)|ready to (?:merge|ship))(?: [^ ,]+){0,2}? ?(?:with|once|after|modulo|provided|if|as soon as|apart|except|pending|assuming)(?= )",
  "i would (?:ship|merge|take|send|approve|publish) (?:it|this|that)(?: ,)? (?:apart|except|but|if|once|aside|after)(?= )|fine by me (?:if|once|provided|as long|with|after)|otherwise (?:lgtm|good|great|fine|perfect|looks|all|it is|ready)",
  "(?:left|added) (?:\\d|one|two|three|four|a few|some|a couple of) (?:comments?|remarks?|notes?|nits?)(?= |$)",
];

export const ACCEPTANCE_RULES: readonly ActRule[] = [
  ...rules("praise", "strong", "sentence", STATES),
  ...rules("praise", "strong", "clause", COMPLIMENTS),
  ...rules("almost", "strong", "clause", CONDITIONS),
];
