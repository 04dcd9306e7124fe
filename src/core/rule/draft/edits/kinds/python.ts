import { type EditKind, fewer, more, swap, times, turn } from "../edit-kind.ts";

const F_STRING = times(/\b[fF]["']/g);
const OLD_FORMAT = (text: string): number =>
  times(/["'] ?%(?!\w)/g)(text) +
  times(/\.format\(/g)(text) +
  times(/["'] ?\+|\+ ?["']/g)(text) +
  times(/\+ ?str\(/g)(text);
const LOG_F_STRING = /\b(?:log|logger|logging)\.\w+\([fF]["']/g;
const COMPREHENSION = times(/[[{(][^[\]{}\n]* for [^[\]{}\n]* in /g);
const APPEND = times(/\.(?:append|add|update)\(|\bmap\(|\bfilter\(/g);
const OS_PATH = times(/["']\/["']|\bos\.(?:path|listdir|makedirs|mkdir|remove|rename|walk)\b|\bopen\(/g);
const PATHLIB = times(/\bPath\b|\bpathlib\b/g);
const BARE_EXCEPT = times(/\bexcept(?: (?:Base)?Exception(?: as \w+)?)? ?:/g);
const NARROW_EXCEPT = times(/\bexcept \(?(?!(?:Base)?Exception\b)[A-Z]\w*/g);
const WITH = times(/\bwith [\w.]+\(/g);
const MUTABLE_DEFAULT = times(/\w(?:: ?[\w[\], .]+)? ?= ?(?:\[\]|\{\}|set\(\)|list\(\)|dict\(\))(?=[,)])/g);
const OLD_TYPING = times(/\b(?:typing\.)?(?:List|Dict|Tuple|Set|Optional|Union)\[/g);
const NEW_TYPING = (text: string): number =>
  times(/\b(?:list|dict|tuple|set)\[/g)(text) + times(/ \| /g)(text);

export const PYTHON_KINDS: readonly EditKind[] = [
  ...turn(
    { field: "code", rank: 5, named: /log|lazy|format|f-?string/ },
    [
      "lazy-logging",
      "Pass values to the logger as arguments (`%s`) instead of formatting the message with an f-string.",
    ],
    ["eager-logging", "Format log messages with f-strings instead of passing the values as arguments."],
    (before, after) =>
      times(LOG_F_STRING)(before) > times(LOG_F_STRING)(after) &&
      times(/%[sdr]/g)(after) > times(/%[sdr]/g)(before),
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
  ...turn(
    { field: "code", rank: 5, named: /with|context|close|leak|resource/ },
    ["with-statement", "Open files and other resources in a `with` statement so that they are closed."],
    ["no-with-statement", undefined],
    (before, after) => WITH(after) > WITH(before),
  ),
  ...fewer(
    { field: "code", rank: 5, named: /default|mutable|argument/ },
    "mutable-defaults",
    "Do not use mutable default arguments; use `None` and create the value in the function.",
    MUTABLE_DEFAULT,
  ),
  ...swap(
    { field: "code", rank: 5, named: /none|compar|identity|is\b/ },
    ["is-none", "Compare with `None` using `is` instead of `==`.", times(/\bis (?:not )?None\b/g)],
    ["equals-none", undefined, times(/[!=]= ?None\b/g)],
  ),
  ...more(
    { field: "code", rank: 5, named: /type|hint|annot/ },
    "type-hints",
    "Add type hints to function parameters and return values.",
    (text) => (/\bdef \w/.test(text) ? times(/\) ?->|[(,] ?\w+: ?\w/g)(text) : 0),
  ),
  ...turn(
    { field: "code", rank: 5, named: /type|hint|typing/ },
    [
      "builtin-generics",
      "Use built-in types (`list[str]`, `str | None`) instead of `typing.List` and `Optional`.",
    ],
    ["typing-generics", "Use the types of `typing` (`List`, `Optional`) instead of built-in generics."],
    (before, after) => OLD_TYPING(before) > OLD_TYPING(after) && NEW_TYPING(after) > NEW_TYPING(before),
  ),
  ...more(
    { field: "code", rank: 5, named: /doc/ },
    "docstrings",
    "Add a docstring to every function and class.",
    times(/^\s*(?:"""|''')|: ?(?:"""|''')/gm),
  ),
  ...turn(
    { field: "code", rank: 5, named: /keyword|named|argument|positional/ },
    ["keyword-arguments", "Pass arguments by keyword instead of by position."],
    ["positional-arguments", undefined],
    (before, after) => {
      const KEYWORD = /[(,]\s?\w+ ?= ?[^=\s]|[(,{]\s?\w+: /g;
      return (
        times(KEYWORD)(after) > times(KEYWORD)(before) &&
        !/\bdef\b|\bfunction\b/.test(before) &&
        sameCall(before, after)
      );
    },
  ),
  ...turn(
    { field: "code", rank: 5, named: /dataclass|tuple|dict|class/ },
    ["dataclasses", "Use a dataclass instead of a plain class, dict or tuple for structured data."],
    ["no-dataclasses", undefined],
    (before, after) =>
      times(/@dataclass|@define|\bBaseModel\b|\bNamedTuple\b/g)(after) >
      times(/@dataclass|@define|\bBaseModel\b|\bNamedTuple\b/g)(before),
  ),
  ...turn(
    { field: "code", rank: 4, named: /truth|len|empty|pythonic/ },
    ["truthiness", "Test for emptiness with the value itself instead of comparing its length with 0."],
    ["explicit-length", "Compare the length with 0 instead of testing the value itself."],
    (before, after) =>
      times(/\blen\(\w+\) ?(?:[=!]=|>) ?0|\.length ?(?:[=!]==?|>) ?0|\.size\(\) ?== ?0/g)(before) >
      times(/\blen\(\w+\) ?(?:[=!]=|>) ?0|\.length ?(?:[=!]==?|>) ?0|\.size\(\) ?== ?0/g)(after),
  ),
  ...turn(
    { field: "code", rank: 4, named: /enumerate|counter|index/ },
    ["enumerate", "Use `enumerate` instead of counting by hand."],
    ["no-enumerate", undefined],
    (before, after) => times(/\benumerate\(/g)(after) > times(/\benumerate\(/g)(before),
  ),
  ...turn(
    { field: "code", rank: 4, named: /get|key|dict/ },
    ["dict-get", "Read optional keys with `.get()` instead of indexing."],
    ["dict-index", "Read keys by indexing instead of with `.get()`."],
    (before, after) =>
      times(/\.get\(/g)(after) > times(/\.get\(/g)(before) &&
      times(/\[["']/g)(before) > times(/\[["']/g)(after),
  ),
  ...turn(
    { field: "code", rank: 4, named: /utc|timezone|aware|naive/ },
    ["aware-datetimes", "Use time-zone-aware datetimes (UTC) instead of naive ones."],
    ["naive-datetimes", undefined],
    (before, after) =>
      /\b(?:utcnow|now)\(\)|new Date\(\)|LocalDateTime/.test(before) &&
      times(/\bUTC\b|timezone\.utc|\btz\w*=|ZonedDateTime|Instant\.now|toISOString|ZoneId/gi)(after) >
        times(/\bUTC\b|timezone\.utc|\btz\w*=|ZonedDateTime|Instant\.now|toISOString|ZoneId/gi)(before),
  ),
];

/** Whether the same function is called with as many values. */
function sameCall(before: string, after: string): boolean {
  const name = (text: string): string => /([\w.]+)\(/.exec(text)?.[1] ?? "";
  const size = (text: string): number => text.split(",").length;
  return name(before) !== "" && name(before) === name(after) && size(before) === size(after);
}
