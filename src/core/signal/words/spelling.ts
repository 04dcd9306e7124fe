/**
 * Contractions in full, and the misspellings people make when they type fast, so that each phrase is
 * written once.
 */
const SPELLINGS: readonly string[] = [
  "do not = don't dont don;t do'nt",
  "does not = doesn't doesnt doens't doensnt doenst dosen't dosent dosnt doesn doesnot does'nt dosn't desn't",
  "did not = didn't didnt did'nt dind't din't didint",
  "is not = isn't isnt ins't is'nt ain't aint",
  "are not = aren't arent are'nt",
  "was not = wasn't wasnt",
  "were not = weren't werent",
  "will not = won't wont",
  "would not = wouldn't wouldnt",
  "should not = shouldn't shouldnt shoudn't",
  "could not = couldn't couldnt",
  "can not = can't cant cannot ca'nt",
  "has not = hasn't hasnt",
  "have not = haven't havent",
  "had not = hadn't hadnt",
  "it is = it's",
  "that is = that's thats",
  "this is = this's",
  "there is = there's theres",
  "here is = here's heres",
  "what is = what's whats",
  "where is = where's wheres",
  "i am = i'm im",
  "i have = i've ive",
  "i would = i'd",
  "i will = i'll",
  "you are = you're youre ur",
  "you have = you've youve",
  "you will = you'll",
  "we are = we're",
  "we have = we've",
  "we will = we'll",
  "we would = we'd",
  "you would = you'd youd",
  "they would = they'd",
  "it would = it'd",
  "it will = it'll",
  "that will = that'll",
  "who is = who's whos",
  "how is = how's hows",
  "though = tho",
  "they are = they're theyre",
  "let us = let's lets",
  "you = u",
  "please = pls plz plese pleae",
  "thanks = thx thanx thks ty tnx",
  "working = wroking woking workign worknig",
  "works = wroks wokrs",
  "work = wrok wokr",
  "wrong = worng wrogn wron",
  "still = stil stll sitll stlil",
  "error = eror errror erorr errro",
  "errors = erors",
  "nothing = nothign noting",
  "anymore = anymroe",
  "broken = brokn borken",
  "because = bc becuase becasue cuz",
  "the = teh hte",
  "that = taht",
  "just = jsut",
  "with = wiht",
  "instead = insted insead",
  "should = shoud shuold shold",
  "again = agian agin",
  "perfect = prefect perfet",
  "great = gerat",
  "almost = alomst allmost",
  "removed = remvoed",
  "missing = mising missin",
  "different = diffrent differnt",
  "going to = gonna",
  "want to = wanna",
  "got to = gotta",
  "okay = ok k kk",
  "yes = yep yeah yup yea ya",
  "why did = why'd whyd",
  "what the hell = wth",
  "no = nope nah noo nooo noooo",
];

const FULL = new Map(
  SPELLINGS.flatMap((line) => {
    const [full, variants] = line.split(" = ");
    return variants!.split(" ").map((variant) => [variant, full!] as const);
  }),
);

const POSSESSIVE = /(?:'s|s')$/;

/** The word as phrases are written: lower case, straight apostrophes, contractions in full. */
export function spellOut(word: string): string {
  const lower = word.toLowerCase().replaceAll("\u2019", "'").replaceAll("\u2018", "'");
  return FULL.get(lower) ?? lower.replace(POSSESSIVE, "");
}
