import { type EditKind, fewer, more, swap, countOf, toggle, oppositeKinds } from "../edit-kind.ts";

const F_STRING = countOf(/\b[fF]["']/g);
const OLD_FORMAT = (text: string): number =>
  countOf(/["'] ?%(?!\w)/g)(text) +
  countOf(/\.format\(/g)(text) +
  countOf(/["'] ?\+|\+ ?["']/g)(text) +
  countOf(/\+ ?str\(/g)(text);
const LOG_F_STRING = /\b(?:log|logger|logging)\.\w+\([fF]["']/g;
const COMPREHENSION = countOf(/[[{(][^[\]{}\n]* for [^[\]{}\n]* in /g);
const APPEND = countOf(/\.(?:append|add|update)\(|\bmap\(|\bfilter\(/g);
const OS_PATH = countOf(/["']\/["']|\bos\.(?:path|listdir|makedirs|mkdir|remove|rename|walk)\b|\bopen\(/g);
const PATHLIB = countOf(/\bPath\b|\bpathlib\b/g);
const BARE_EXCEPT = countOf(/\bexcept(?: (?:Base)?Exception(?: as \w+)?)? ?:/g);
const NARROW_EXCEPT = countOf(/\bexcept \(?(?!(?:Base)?Exception\b)[A-Z]\w*/g);
const WITH = countOf(/\bwith [\w.]+\(/g);
const MUTABLE_DEFAULT = countOf(/\w(?:: ?[\w[\], .]+)? ?= ?(?:\[\]|\{\}|set\(\)|list\(\)|dict\(\))(?=[,)])/g);
const OLD_TYPING = countOf(/\b(?:typing\.)?(?:List|Dict|Tuple|Set|Optional|Union)\[/g);
const NEW_TYPING = (text: string): number =>
  countOf(/\b(?:list|dict|tuple|set)\[/g)(text) + countOf(/ \| /g)(text);

export const PYTHON_KINDS: readonly EditKind[] = [
  ...swap(
    { field: "code", rank: 5, named: /log|lazy|format|f-?string/ },
    [
      "lazy-logging",
      "Pass values to the logger as arguments (`%s`) instead of formatting the message with an f-string.",
      countOf(/%[sdr]/g),
    ],
    [
      "eager-logging",
      "Format log messages with f-strings instead of passing the values as arguments.",
      countOf(LOG_F_STRING),
    ],
  ),
  ...swap(
    { field: "code", rank: 5, named: /f-?string|format|interpol|concat/ },
    ["f-strings", "Use f-strings for string formatting instead of %, format() or concatenation.", F_STRING],
    ["no-f-strings", "Use % or format() for string formatting instead of f-strings.", OLD_FORMAT],
  ),
  ...swap(
    { field: "code", rank: 5, named: /comprehension|loop|pythonic|append/ },
    [
      "comprehensions",
      "Use comprehensions instead of building lists in a loop or with `map` and `filter`.",
      COMPREHENSION,
    ],
    ["no-comprehensions", "Use a plain loop instead of a comprehension.", APPEND],
  ),
  ...swap(
    { field: "code", rank: 5, named: /path/ },
    ["pathlib", "Use `pathlib` instead of `os.path` for file paths.", PATHLIB],
    ["os-path", "Use `os.path` instead of `pathlib`.", OS_PATH],
  ),
  ...swap(
    { field: "code", rank: 5, named: /except|broad|narrow|specific|catch/ },
    [
      "specific-exceptions",
      "Catch specific exceptions instead of using a bare except or `Exception`.",
      NARROW_EXCEPT,
    ],
    ["broad-exceptions", undefined, BARE_EXCEPT],
  ),
  ...more(
    { field: "code", rank: 5, named: /with|context|close|leak|resource/ },
    "with-statement",
    "Open files and other resources in a `with` statement so that they are closed.",
    WITH,
  ),
  ...fewer(
    { field: "code", rank: 5, named: /default|mutable|argument/ },
    "mutable-defaults",
    "Do not use mutable default arguments; use `None` and create the value in the function.",
    MUTABLE_DEFAULT,
  ),
  ...swap(
    { field: "code", rank: 5, named: /none|compar|identity|is\b/ },
    ["is-none", "Compare with `None` using `is` instead of `==`.", countOf(/\bis (?:not )?None\b/g)],
    ["equals-none", undefined, countOf(/[!=]= ?None\b/g)],
  ),
  ...more(
    { field: "code", rank: 5, named: /type|hint|annot/ },
    "type-hints",
    "Add type hints to function parameters and return values.",
    (text) => (/\bdef \w/.test(text) ? countOf(/\) ?->|[(,] ?\w+: ?\w/g)(text) : 0),
  ),
  ...swap(
    { field: "code", rank: 5, named: /type|hint|typing/ },
    [
      "builtin-generics",
      "Use built-in types (`list[str]`, `str | None`) instead of `typing.List` and `Optional`.",
      NEW_TYPING,
    ],
    [
      "typing-generics",
      "Use the types of `typing` (`List`, `Optional`) instead of built-in generics.",
      OLD_TYPING,
    ],
  ),
  ...more(
    { field: "code", rank: 5, named: /doc/ },
    "docstrings",
    "Add a docstring to every function and class.",
    countOf(/^\s*(?:"""|''')|: ?(?:"""|''')/gm),
  ),
  ...oppositeKinds(
    { field: "code", rank: 5, named: /keyword|named|argument|positional/ },
    ["keyword-arguments", "Pass arguments by keyword instead of by position."],
    ["positional-arguments", undefined],
    (before, after) => {
      const KEYWORD = /[(,]\s?\w+ ?= ?[^=\s]|[(,{]\s?\w+: /g;
      return (
        countOf(KEYWORD)(after) > countOf(KEYWORD)(before) &&
        !/\bdef\b|\bfunction\b/.test(before) &&
        sameCall(before, after)
      );
    },
  ),
  ...more(
    { field: "code", rank: 5, named: /dataclass|tuple|dict|class/ },
    "dataclasses",
    "Use a dataclass instead of a plain class, dict or tuple for structured data.",
    countOf(/@dataclass|@define|\bBaseModel\b|\bNamedTuple\b/g),
  ),
  ...toggle(
    { field: "code", rank: 4, named: /truth|len|empty|pythonic/ },
    ["explicit-length", "Compare the length with 0 instead of testing the value itself."],
    ["truthiness", "Test for emptiness with the value itself instead of comparing its length with 0."],
    countOf(/\blen\(\w+\) ?(?:[=!]=|>) ?0|\.length ?(?:[=!]==?|>) ?0|\.size\(\) ?== ?0/g),
  ),
  ...more(
    { field: "code", rank: 4, named: /enumerate|counter|index/ },
    "enumerate",
    "Use `enumerate` instead of counting by hand.",
    countOf(/\benumerate\(/g),
  ),
  ...swap(
    { field: "code", rank: 4, named: /get|key|dict/ },
    ["dict-get", "Read optional keys with `.get()` instead of indexing.", countOf(/\.get\(/g)],
    ["dict-index", "Read keys by indexing instead of with `.get()`.", countOf(/\[["']/g)],
  ),
  ...oppositeKinds(
    { field: "code", rank: 4, named: /utc|timezone|aware|naive/ },
    ["aware-datetimes", "Use time-zone-aware datetimes (UTC) instead of naive ones."],
    ["naive-datetimes", undefined],
    (before, after) =>
      /\b(?:utcnow|now)\(\)|new Date\(\)|LocalDateTime/.test(before) &&
      countOf(/\bUTC\b|timezone\.utc|\btz\w*=|ZonedDateTime|Instant\.now|toISOString|ZoneId/gi)(after) >
        countOf(/\bUTC\b|timezone\.utc|\btz\w*=|ZonedDateTime|Instant\.now|toISOString|ZoneId/gi)(before),
  ),
];

/** Whether both texts call the same function with the same number of arguments. */
function sameCall(before: string, after: string): boolean {
  const name = (text: string): string => /([\w.]+)\(/.exec(text)?.[1] ?? "";
  const size = (text: string): number => text.split(",").length;
  return name(before) !== "" && name(before) === name(after) && size(before) === size(after);
}
