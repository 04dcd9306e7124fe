/** British and American beginnings of words, in pairs. */
const PAIRS =
  "colour color;favour favor;behaviour behavior;honour honor;labour labor;neighbour neighbor;flavour flavor;harbour harbor;humour humor;rumour rumor;vapour vapor;armour armor;endeavour endeavor;odour odor;" +
  "centre center;theatre theater;fibre fiber;litre liter;metre meter;calibre caliber;kilometre kilometer;centimetre centimeter;defence defense;offence offense;pretence pretense;analyse analyze;analysing analyzing;paralyse paralyze;" +
  "catalogue catalog;dialogue dialog;programme program;grey gray;travelling traveling;travelled traveled;traveller traveler;cancelled canceled;cancelling canceling;modelling modeling;modelled modeled;labelled labeled;labelling labeling;" +
  "signalling signaling;fuelled fueled;jewellery jewelry;enrolment enrollment;fulfil fulfill;skilful skillful;ageing aging;tyre tire;sceptic skeptic;aluminium aluminum;mould mold;whilst while;learnt learned;spelt spelled;burnt burned;" +
  "organis organiz;realis realiz;recognis recogniz;optimis optimiz;customis customiz;initialis initializ;normalis normaliz;serialis serializ;summaris summariz;prioritis prioritiz;minimis minimiz;maximis maximiz;authoris authoriz;" +
  "categoris categoriz;finalis finaliz;apologis apologiz;emphasise emphasize;emphasising emphasizing;standardis standardiz;synchronis synchroniz;utilis utiliz;visualis visualiz;specialis specializ;generalis generaliz;capitalis capitaliz;" +
  "criticis criticiz;digitis digitiz;modernis moderniz;personalis personaliz;stabilis stabiliz;tokenis tokeniz;localis localiz;internationalis internationaliz;monetis monetiz;sanitis sanitiz;randomis randomiz;licence license;practise practice;" +
  "cheque check;kerb curb;plough plow;storey story;towards toward;pyjamas pajamas;manoeuvre maneuver;orthopaedic orthopedic;paediatric pediatric;anaesthe anesthe;encyclopaedia encyclopedia;foetus fetus;diarrhoea diarrhea;judgement judgment;acknowledgement acknowledgment";
const AMERICAN: ReadonlyMap<string, string> = new Map(
  PAIRS.split(";").map((pair) => pair.split(" ") as [string, string]),
);
const beginnings = (words: Iterable<string>): RegExp => new RegExp(`\\b(?:${[...words].join("|")})`, "gi");

export const BRITISH_WORDS = beginnings(AMERICAN.keys());
export const AMERICAN_WORDS = beginnings(
  [...AMERICAN.values()].filter(
    (word) => !["check", "story", "while", "program", "practice", "tire"].includes(word),
  ),
);
export const toAmerican = (text: string): string =>
  text.toLowerCase().replaceAll(BRITISH_WORDS, (word) => AMERICAN.get(word) ?? word);
