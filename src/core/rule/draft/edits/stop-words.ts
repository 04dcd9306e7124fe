/** Words that say nothing when they alone were put in or taken out. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a an the this that these those it its is are was were be been being am do does did have has had of to in on at by for with from as and or but if " +
    "then than so not no i me my we us our you your he she they them his her their who which what there here will would can could should may might must up out over into about also more most some any all each"
  ).split(" "),
);

/** Words of programming languages that are in any code. */
export const KEYWORDS: ReadonlySet<string> = new Set(
  "if else elif the for while do in of return const let var function def fn func class new await async try catch except import from export true false null undefined none nil not and or is public private static void int string str bool this self then end pass".split(
    " ",
  ),
);
