import { type EditKind, fewer, more, swap, countOf, toggle, oppositeKinds } from "../edit-kind.ts";

const tight = (text: string): string => text.replaceAll(/\s+/g, "");
const LOOSE = countOf(/[^=!<>]==(?!=)|!=(?!=)/g);
const STRICT = countOf(/[=!]==/g);
const CONCATENATION = countOf(/["'`] ?\+|\+ ?["'`]/g);
const TEMPLATE = countOf(/`[^`]*\$\{/g);
const REQUIRE = countOf(/\brequire\(/g);
const IMPORT = countOf(/\bimport\b/g);
const THEN = countOf(/\.then\(|\.catch\(|\bcallback\b|\bcb\(|\bdone\(|\(err(?:or)?, /g);
const AWAIT = countOf(/\bawait\b/g);
const LOOP = countOf(/\bfor\b|\bwhile\b|\.forEach\(/g);
const CHAIN = countOf(
  /\.(?:map|filter|reduce|flatMap|some|every|find|collect|iter|sum|any|all|select|where|stream)\b/g,
);
const FOR_EACH = countOf(/\.forEach\(/g);
const FOR_OF = countOf(/\bfor \(?(?:const|let|var) [^;)]+ of\b|\bfor \(?\w+ in\b/g);
const INDEX_LOOP = countOf(
  /\bfor \((?:let|var|int|size_t) \w+ ?= ?0|\bin range\(len\(|\bin 0\.\.\w+\.len\(/g,
);
const OPTIONAL = countOf(/\?\./g);
const NULL_GUARD = countOf(/(?:\b[\w.]+ && )|[!=]==? ?(?:null|undefined)\b|\bif \(!?[\w.]+\)/g);
const NULLISH = countOf(/\?\?(?!=)|\?\?=/g);
const OR_DEFAULT = countOf(/\|\|/g);
const ANY = countOf(/(?::|<|\bas|,|\|) ?any\b/g);
const FUNCTION_WORD = countOf(/\bfunction\b/g);
const ARROW = countOf(/=>/g);
const NAMED_EXPORT = countOf(
  /\bexport (?:const|function|class|async|\{|interface|type)|import (?:type )?\{/g,
);
const DEFAULT_EXPORT = countOf(/\bexport default\b|\bimport \w+ from\b/g);
const RELATIVE = countOf(/["'](?:\.\.?\/)+[^"']*["']/g);
const ALIAS = countOf(/["'](?:@\/|~\/|#|@\w+\/|src\/)[^"']*["']/g);

export const SCRIPT_KINDS: readonly EditKind[] = [
  ...swap(
    {
      field: "code",
      rank: 5,
      named: /const|let|var|immut|reassign/,
      canonical: (text) => text.replaceAll(/\b(?:var|let)\b/g, "const"),
    },
    [
      "const",
      "Use `const` instead of `let` or `var` for variables that are not reassigned.",
      countOf(/\bconst\b/g),
    ],
    ["no-const", "Use `let` instead of `const`.", countOf(/\b(?:var|let)\b/g)],
  ),
  ...swap(
    { field: "code", rank: 5, named: /let|var/, canonical: (text) => text.replaceAll(/\bvar\b/g, "let") },
    ["let-not-var", "Use `let` or `const` instead of `var`.", countOf(/\b(?:let|const)\b/g)],
    ["var-not-let", undefined, countOf(/\bvar\b/g)],
  ),
  ...swap(
    {
      field: "code",
      rank: 5,
      named: /equal|strict|===|compar/,
      canonical: (text) => text.replaceAll(/(?<=[=!])==/g, "="),
    },
    ["strict-equality", "Use `===` and `!==` instead of `==` and `!=`.", STRICT],
    ["loose-equality", "Use `==` and `!=` instead of `===` and `!==`.", LOOSE],
  ),
  ...fewer(
    { field: "code", rank: 5, named: /\bany\b|typ/ },
    "any",
    "Do not use the type `any`; give a precise type or `unknown`.",
    ANY,
  ),
  ...fewer(
    { field: "code", rank: 5, named: /assert|non-?null|bang|!/ },
    "non-null-assertions",
    "Do not use non-null assertions (`!`); check for null or undefined.",
    countOf(/[\w)\]]!(?=[.;,)[]|$)/gm),
  ),
  ...fewer(
    { field: "code", rank: 4, named: /cast|assert|\bas\b/ },
    "type-casts",
    "Do not cast types with `as`; narrow or type the value properly.",
    countOf(/\w\)? as (?!const\b)[\w<{]/g),
  ),
  ...fewer(
    { field: "any", rank: 5, named: /ignore|suppress|disable|lint/ },
    "suppressions",
    "Do not suppress errors with ignore comments; fix their cause.",
    countOf(
      /@ts-(?:ignore|nocheck|expect-error)|eslint-disable|# ?noqa|# ?type: ?ignore|@SuppressWarnings|#\[allow|nolint|pylint: ?disable|rubocop:disable/g,
    ),
  ),
  ...swap(
    { field: "code", rank: 5, named: /template|concat|interpol|string/ },
    ["template-literals", "Use template literals instead of string concatenation.", TEMPLATE],
    ["concatenation", "Use string concatenation instead of template literals.", CONCATENATION],
  ),
  ...swap(
    { field: "code", rank: 5, named: /import|require|esm|module/ },
    ["es-imports", "Use ES module imports instead of `require`.", IMPORT],
    ["require", "Use `require` instead of ES module imports.", REQUIRE],
  ),
  ...swap(
    { field: "code", rank: 5, named: /await|async|then|promise|callback/ },
    ["await", "Use async/await instead of promise chains with `.then` or callbacks.", AWAIT],
    ["then", "Use promise chains instead of async/await.", THEN],
  ),
  ...oppositeKinds(
    { field: "code", rank: 5, named: /parallel|await|promise\.all|slow|sequential/ },
    [
      "promise-all",
      "Run independent asynchronous work at the same time with `Promise.all` instead of awaiting it one by one.",
    ],
    ["one-by-one", undefined],
    (before, after) =>
      !/Promise\.all|gather\(|join!/.test(before) && /Promise\.all|gather\(|join!/.test(after),
  ),
  ...oppositeKinds(
    {
      field: "code",
      rank: 5,
      named: /await|promise|floating|missing/,
      canonical: (text) => tight(text.replaceAll(/\b(?:await|async)\b/g, "")),
    },
    ["await-promises", "Await every promise; do not leave it unhandled."],
    ["no-needless-await", "Leave out needless `await`."],
    (before, after) =>
      AWAIT(after) > AWAIT(before) &&
      THEN(before) === 0 &&
      tight(before.replaceAll(/\b(?:await|async|void)\b/g, "")) ===
        tight(after.replaceAll(/\b(?:await|async|void)\b/g, "")),
  ),
  ...swap(
    { field: "code", rank: 4, named: /map|filter|loop|functional|declarative|forEach/i },
    ["array-methods", "Use array methods such as `map` and `filter` instead of loops.", CHAIN],
    ["loops", "Use a plain loop instead of chained array methods.", LOOP],
  ),
  ...swap(
    { field: "code", rank: 5, named: /foreach|for.of|loop/ },
    ["for-of", "Use a `for…of` loop instead of `forEach`.", FOR_OF],
    ["for-each", "Use `forEach` instead of a for loop.", FOR_EACH],
  ),
  ...swap(
    { field: "code", rank: 5, named: /index|loop|iterate|enumerate|range/ },
    [
      "no-index-loop",
      "Iterate over the items themselves instead of over their indexes.",
      (text) =>
        FOR_OF(text) -
        countOf(/\bin range\(len\(|\bin 0\.\./g)(text) +
        CHAIN(text) +
        countOf(/\benumerate\(/g)(text),
    ],
    ["index-loop", undefined, INDEX_LOOP],
  ),
  ...swap(
    { field: "code", rank: 5, named: /optional|chain|null|undefined|safe/ },
    ["optional-chaining", "Use optional chaining (`?.`) instead of checking every step for null.", OPTIONAL],
    [
      "no-optional-chaining",
      "Check for null explicitly instead of using optional chaining (`?.`).",
      NULL_GUARD,
    ],
  ),
  ...swap(
    { field: "code", rank: 5, named: /nullish|default|falsy|\?\?|\|\|/ },
    ["nullish", "Use `??` instead of `||` for default values.", NULLISH],
    ["or-default", "Use `||` instead of `??` for default values.", OR_DEFAULT],
  ),
  ...swap(
    { field: "code", rank: 5, named: /arrow|function/ },
    ["arrow-functions", "Use arrow functions instead of the `function` keyword.", ARROW],
    ["function-keyword", "Use function declarations instead of arrow functions.", FUNCTION_WORD],
  ),
  ...swap(
    { field: "code", rank: 5, named: /export|default|named/ },
    ["named-exports", "Use named exports instead of default exports.", NAMED_EXPORT],
    ["default-exports", "Use a default export instead of named exports.", DEFAULT_EXPORT],
  ),
  ...swap(
    { field: "code", rank: 5, named: /alias|import|relative|absolute|path/ },
    [
      "alias-imports",
      "Import by the path alias or absolute path instead of climbing relative paths (`../../`).",
      ALIAS,
    ],
    ["relative-imports", "Use relative imports instead of the path alias.", RELATIVE],
  ),
  ...oppositeKinds(
    { field: "code", rank: 5, named: /import|wildcard|specific|tree/ },
    ["specific-imports", "Import the names that are needed instead of everything (`*`) or a whole library."],
    ["star-imports", "Import the module as a whole instead of single names."],
    (before, after) =>
      countOf(/\bimport \*|import \w+(?:\.\w+)*\.\*;/g)(before) >
        countOf(/\bimport \*|import \w+(?:\.\w+)*\.\*;/g)(after) && IMPORT(after) > 0,
  ),
  ...toggle(
    {
      field: "code",
      rank: 5,
      named: /type|import/,
      canonical: (text) => text.replaceAll(/\bimport type\b/g, "import"),
    },
    ["type-imports", "Use `import type` for imports that are only types."],
    ["no-type-imports", "Use plain `import` instead of `import type`."],
    countOf(/\bimport type\b/g),
  ),
  ...oppositeKinds(
    { field: "code", rank: 5, named: /semi|;/, canonical: (text) => text.replaceAll(/;(?=\s*$)/gm, "") },
    ["semicolons", "End statements with a semicolon."],
    ["no-semicolons", "Leave out semicolons at the end of statements."],
    (before, after) =>
      countOf(/;\s*$/gm)(after) > countOf(/;\s*$/gm)(before) &&
      before.replaceAll(/;\s*$/gm, "") === after.replaceAll(/;\s*$/gm, ""),
  ),
  ...oppositeKinds(
    {
      field: "code",
      rank: 5,
      named: /trailing|comma/,
      canonical: (text) => tight(text.replaceAll(/,(?=\s*[)\]}]|\s*$)/g, "")),
    },
    ["trailing-commas", "Put a trailing comma after the last item of multi-line lists and objects."],
    ["no-trailing-commas", "Leave out the trailing comma after the last item."],
    (before, after) => {
      const TRAILING = /,\s*[)\]}]/g;
      return (
        countOf(TRAILING)(after) > countOf(TRAILING)(before) &&
        tight(before).replaceAll(/,(?=[)\]}])/g, "") === tight(after).replaceAll(/,(?=[)\]}])/g, "")
      );
    },
  ),
  ...swap(
    { field: "code", rank: 5, named: /destruct|spread/ },
    [
      "destructuring",
      "Use destructuring instead of reading properties one by one.",
      countOf(/(?:const|let|var) ?[{[]|\(\{ ?\w/g),
    ],
    ["no-destructuring", "Read properties with a dot instead of destructuring.", countOf(/\w\.\w/g)],
  ),
  ...oppositeKinds(
    { field: "code", rank: 5, named: /spread|assign|copy|mutat|immutab/ },
    [
      "spread",
      "Copy objects and arrays with the spread syntax instead of changing them or using `Object.assign` or `concat`.",
    ],
    ["no-spread", undefined],
    (before, after) =>
      countOf(/\.\.\.\w/g)(after) > countOf(/\.\.\.\w/g)(before) &&
      /Object\.assign|\.concat\(|\.push\(|\.slice\(\)|\[[^\]]+\] ?=|\.\w+ ?= /.test(before),
  ),
  ...swap(
    { field: "code", rank: 5, named: /interface|type/ },
    ["interfaces", "Use `interface` instead of `type` for object types.", countOf(/\binterface \w/g)],
    ["type-aliases", "Use `type` instead of `interface`.", countOf(/\btype \w+ ?=/g)],
  ),
  ...toggle(
    { field: "code", rank: 4, named: /enum|union|literal/ },
    ["enums", "Use an enum instead of plain strings or numbers."],
    ["no-enums", "Use union types or const objects instead of `enum`."],
    countOf(/\benum\b/gi),
  ),
  ...oppositeKinds(
    { field: "code", rank: 4, named: /return type|type|annot|typed/ },
    ["type-annotations", "Give parameters and return values explicit types."],
    ["no-type-annotations", "Leave out type annotations that can be inferred."],
    (before, after) => {
      const TYPED =
        /[\w)\]?]: ?&?(?:\[|[A-Z]\w*|string|number|boolean|void|unknown|int|str|float|bool|list|dict|bytes|readonly)\b|\) ?-> ?\w/g;
      return (
        countOf(TYPED)(after) > countOf(TYPED)(before) &&
        countOf(/\bany\b/g)(before) === countOf(/\bany\b/g)(after)
      );
    },
  ),
  ...more(
    {
      field: "code",
      rank: 4,
      named: /readonly|immutab/,
      canonical: (text) => tight(text.replaceAll(/\breadonly\b/g, "")),
    },
    "readonly",
    "Mark properties and parameters that do not change as `readonly`.",
    countOf(/\breadonly\b|\bfinal\b|\bas const\b|\bReadonly\w*</g),
  ),
  ...toggle(
    { field: "code", rank: 4, named: /boolean|redundant|simplif|true/ },
    ["boolean-compare", "Compare with true or false explicitly."],
    ["no-boolean-compare", "Do not compare with true or false; use the value itself."],
    countOf(/(?:[=!]==?|\bis) ?(?:true|false|True|False)\b/g),
  ),
  ...oppositeKinds(
    { field: "code", rank: 5, named: /else|return|redundant/ },
    ["no-else-after-return", "Leave out `else` after a return."],
    ["else-after-return", undefined],
    (before, after) =>
      countOf(/\belse\b/g)(before) > countOf(/\belse\b/g)(after) &&
      /\breturn\b/.test(before) &&
      countOf(/\breturn\b/g)(after) >= countOf(/\breturn\b/g)(before),
  ),
  ...swap(
    { field: "code", rank: 4, named: /switch|map|lookup|table|if/ },
    [
      "lookup-table",
      "Use a lookup table instead of a chain of if or switch branches.",
      countOf(/\{\s*["'\w]+: ?[^{};]+,\s*["'\w]+:/g),
    ],
    ["branches", undefined, countOf(/\bcase\b|\belse if\b|\belif\b|\bswitch\b/g)],
  ),
  ...toggle(
    { field: "code", rank: 3, named: /error|catch|try|handl|exception/ },
    ["handle-errors", "Handle errors; do not let them go unnoticed."],
    ["no-needless-try", "Leave out try/catch that handles nothing."],
    countOf(/\btry\b|\bcatch\b|\.catch\(|\bexcept\b|\brescue\b|if err != nil|\.ok\b/g),
  ),
  ...more(
    { field: "code", rank: 4, named: /null|undefined|none|nil|check|guard|safe/ },
    "null-checks",
    "Check for null or missing values before using them.",
    (text) =>
      OPTIONAL(text) +
      countOf(
        /[!=]==? ?(?:null|undefined|nil|None)\b|\bis (?:not )?None\b|\bif \(?!\w+\)?|\bunwrap_or|\bOptional\./g,
      )(text),
  ),
  ...fewer(
    { field: "code", rank: 5, named: /swallow|catch|silent|error/ },
    "no-empty-catch",
    "Do not swallow errors in an empty catch block; log or rethrow them.",
    countOf(/catch ?(?:\([^)]*\))? ?\{\s*\}|except[^:\n]*:\s*pass\b|\.catch\(\(\w*\) => \{\s*\}\)/g),
  ),
  ...oppositeKinds(
    { field: "code", rank: 5, named: /error|throw|string/ },
    ["throw-errors", "Throw error objects instead of strings."],
    ["throw-strings", undefined],
    (before, after) =>
      countOf(/\bthrow ["'`]/g)(before) > countOf(/\bthrow ["'`]/g)(after) && /\bthrow new\b/.test(after),
  ),
];
