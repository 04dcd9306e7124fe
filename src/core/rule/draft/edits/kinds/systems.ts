import { type EditKind, fewer, more, swap, countOf, oppositeKinds } from "../edit-kind.ts";

const UNWRAP = countOf(/\.unwrap\(\)|\.expect\(/g);
const QUESTION = countOf(/\?(?=[;.,)\s]|$)/gm);
const PANIC = countOf(
  /\bpanic!?\(|\bos\.Exit\(|\blog\.Fatal\w*\(|\bsys\.exit\(|\bprocess\.exit\(|\bSystem\.exit\(|\bdie\(|\bexit\(|\babort\(/g,
);
const RETURNED_ERROR = countOf(
  /\breturn [^\n]*\berr(?:or)?\b|\bErr\(|\bthrow\b|\braise\b|\bfmt\.Errorf\(|\berrors\.New\(|\breject\(/gi,
);
const WRAPPED = countOf(
  /%w|\bcause\b|\bfrom (?:e|err|exc|error)\b|\.context\(|\bwith_context\(|errors\.Wrap/g,
);
const OWNED = countOf(/: ?&?(?:String\b|Vec<\w+>)/g);
const BORROWED = countOf(/&str\b|&\[\w+\]/g);

export const SYSTEMS_KINDS: readonly EditKind[] = [
  ...oppositeKinds(
    { field: "code", rank: 5, named: /unwrap|panic|\?|error/ },
    ["no-unwrap", "Pass errors on with `?` or handle them instead of calling `unwrap()` or `expect()`."],
    ["unwrap", undefined],
    (before, after) =>
      UNWRAP(before) > UNWRAP(after) &&
      (QUESTION(after) > QUESTION(before) || /\bmatch\b|if let|unwrap_or|ok_or|\belse\b/.test(after)),
  ),
  ...swap(
    { field: "code", rank: 5, named: /panic|exit|fatal|return|error/ },
    ["return-errors", "Return errors to the caller instead of panicking or exiting.", RETURNED_ERROR],
    ["panic", undefined, PANIC],
  ),
  ...more(
    { field: "code", rank: 5, named: /wrap|context|cause|error/ },
    "wrap-errors",
    "Wrap errors with context when passing them on, and keep the cause.",
    WRAPPED,
  ),
  ...more(
    { field: "code", rank: 5, named: /ignor|error|underscore|check/ },
    "check-errors",
    "Check returned errors; do not discard them.",
    countOf(/\berr != nil\b|\bif err\b/g),
  ),
  ...swap(
    { field: "code", rank: 5, named: /borrow|&str|string|slice|own/ },
    [
      "borrowed-parameters",
      "Take borrowed parameters (`&str`, `&[T]`) instead of owned ones (`String`, `Vec`).",
      BORROWED,
    ],
    ["owned-parameters", undefined, OWNED],
  ),
  ...fewer(
    { field: "code", rank: 4, named: /clone|copy/ },
    "clones",
    "Do not clone values needlessly; borrow them.",
    countOf(/\.clone\(\)|\.to_owned\(\)/g),
  ),
  ...more(
    { field: "code", rank: 5, named: /defer|close|leak/ },
    "defer-close",
    "Close resources with `defer` right after opening them.",
    countOf(/\bdefer\b/g),
  ),
  ...more(
    { field: "code", rank: 4, named: /context|ctx|cancel/ },
    "pass-context",
    "Pass the context through to every call.",
    countOf(/\bctx\b|context\.Context/g),
  ),
  ...swap(
    { field: "code", rank: 5, named: /try|resource|close/ },
    [
      "try-with-resources",
      "Use try-with-resources (or `using`) instead of closing by hand.",
      countOf(/\btry ?\(|\busing ?(?:\(|var\b)|\bwith\b/g),
    ],
    ["close-by-hand", undefined, countOf(/\.(?:close|Close|Dispose)\(\)/g)],
  ),
  ...swap(
    { field: "code", rank: 5, named: /optional|null/ },
    [
      "optional",
      "Return an Optional (or an empty value) instead of null.",
      countOf(/\bOptional\b|\bOption<|\bemptyList\(|\bList\.of\(\)|\bcollections\.emptyList|return \[\]/gi),
    ],
    ["return-null", undefined, countOf(/\breturn (?:null|nil|None)\b/g)],
  ),
  ...swap(
    { field: "code", rank: 5, named: /string ?builder|concat/ },
    [
      "string-builder",
      "Use a StringBuilder instead of joining strings with + in a loop.",
      countOf(/\bStringBuilder\b|strings\.Builder|\.append\(|\.join\(/g),
    ],
    ["string-plus", undefined, countOf(/\+=? ?["'\w]/g)],
  ),
  ...fewer(
    { field: "code", rank: 5, named: /sleep|wait|flaky/ },
    "sleeps",
    "Do not wait with fixed sleeps; wait for the condition.",
    countOf(/\bsleep\(|\bsetTimeout\(|\bwaitForTimeout\(|Thread\.sleep|time\.Sleep|\bsleep \d/g),
  ),
  ...fewer(
    { field: "code", rank: 5, named: /eval|inject|secur/ },
    "eval",
    "Do not use `eval` or build commands from strings.",
    countOf(/\beval\(|\bexec\(|shell=True|os\.system\(/g),
  ),
  ...swap(
    { field: "code", rank: 5, named: /random|secur|crypto/ },
    [
      "secure-random",
      "Use a cryptographically secure random source instead of the ordinary one.",
      countOf(/\bsecrets\.|crypto\.|SecureRandom|randomUUID|getRandomValues|crypto\/rand/g),
    ],
    ["plain-random", undefined, countOf(/\bMath\.random|\brandom\.|\brand\(|new Random\(|math\/rand/g)],
  ),
  ...swap(
    { field: "code", rank: 5, named: /hash|md5|sha|secur/ },
    [
      "strong-hash",
      "Use a strong hash (SHA-256, bcrypt, argon2) instead of MD5 or SHA-1.",
      countOf(/sha-?(?:256|512)|bcrypt|argon2|scrypt/gi),
    ],
    ["weak-hash", undefined, countOf(/\bmd5\b|sha-?1\b/gi)],
  ),
  ...swap(
    { field: "code", rank: 5, named: /money|float|decimal|cents/ },
    [
      "decimal-not-float",
      "Use a decimal type for money instead of floating point.",
      countOf(/\bDecimal\b|BigDecimal|\bdecimal\b|\bnumeric\b/gi),
    ],
    ["float-money", undefined, countOf(/\b(?:float|double|Float|Double|REAL|real)\b|parseFloat/g)],
  ),
];
