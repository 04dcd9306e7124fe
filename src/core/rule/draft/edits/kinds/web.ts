import { type EditKind, fewer, more, swap, countOf, toggle, oppositeKinds } from "../edit-kind.ts";

const HEX = countOf(/#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(/gi);
const VARIABLE = countOf(/\bvar\(--|\$[a-z][\w-]*|\btheme\b|\btokens?\b|--[a-z][\w-]*/g);
const PX = countOf(/\d ?px\b/g);
const REM = countOf(/\d(?:r?em|ch|vw|vh)\b|%(?=[\s;])/g);
const SPACING = countOf(/\bvar\(--|\$[a-z][\w-]*|\btheme\b|\btokens?\b/g);
const INLINE_STYLE = countOf(/\bstyle=/g);
const CLASS = countOf(/\bclass(?:Name)?=|\b(?:styles|classes)\./g);
const DIV = countOf(/<div\b/g);
const SEMANTIC = countOf(
  /<(?:button|nav|main|header|footer|section|article|aside|ul|ol|figure|label|fieldset|h[1-6]|dialog|time|a)\b/g,
);
const PHYSICAL = countOf(
  /\b(?:margin|padding|border)-(?:left|right)\b|\btext-align: (?:left|right)|\b(?:left|right):/g,
);
const LOGICAL = countOf(
  /\b(?:margin|padding|border|inset)-inline(?:-start|-end)?\b|\btext-align: (?:start|end)/g,
);

export const WEB_KINDS: readonly EditKind[] = [
  ...swap(
    { field: "any", rank: 5, named: /colou?r|token|variable|hex|theme|design/ },
    ["colour-variables", "Use colour variables or design tokens instead of hard-coded colours.", VARIABLE],
    ["raw-colours", undefined, HEX],
  ),
  ...swap(
    { field: "any", rank: 5, named: /rem|px|unit|responsive|em\b/ },
    ["rem-not-px", "Use relative units (`rem`) instead of `px`.", REM],
    ["px-not-rem", "Use `px` instead of relative units.", PX],
  ),
  ...swap(
    { field: "any", rank: 5, named: /token|spacing|variable|scale/ },
    ["spacing-tokens", "Use the spacing variables or design tokens instead of pixel values.", SPACING],
    ["raw-pixels", undefined, PX],
  ),
  ...swap(
    { field: "code", rank: 5, named: /inline|style|class|tailwind/ },
    ["no-inline-styles", "Use classes instead of inline styles.", CLASS],
    ["inline-styles", "Use inline styles instead of classes.", INLINE_STYLE],
  ),
  ...fewer(
    { field: "any", rank: 5, named: /important|specific/ },
    "important",
    "Do not use `!important` in CSS.",
    countOf(/!important/g),
  ),
  ...more(
    { field: "code", rank: 5, named: /aria|access|a11y|label|screen/ },
    "aria-label",
    "Give every icon and control without visible text an accessible label.",
    countOf(/\baria-label(?:ledby)?=|\baria-hidden=|\bsr-only\b|\bvisually-hidden\b/g),
  ),
  ...more(
    { field: "code", rank: 5, named: /label|form|input|access/ },
    "form-labels",
    "Give every form field a label.",
    countOf(/<label\b|\bhtmlFor=/g),
  ),
  ...more(
    { field: "code", rank: 5, named: /button|type|submit/ },
    "button-type",
    "Give every button a `type`.",
    countOf(/<button\b[^>]*\btype=/g),
  ),
  ...oppositeKinds(
    { field: "code", rank: 5, named: /semantic|div|element|html|button/ },
    [
      "semantic-html",
      "Use semantic elements such as `button`, `nav` and `main` instead of `div` and `span`.",
    ],
    ["plain-divs", undefined],
    (before, after) =>
      DIV(before) + countOf(/<span\b/g)(before) > DIV(after) + countOf(/<span\b/g)(after) &&
      SEMANTIC(after) > SEMANTIC(before),
  ),
  ...more(
    { field: "code", rank: 5, named: /noopener|rel|target|blank/ },
    "noopener",
    'Add `rel="noopener"` to links that open a new tab.',
    countOf(/\bnoopener\b|\bnoreferrer\b/g),
  ),
  ...more(
    { field: "code", rank: 4, named: /lazy|load|perf/ },
    "lazy-images",
    "Load images lazily.",
    countOf(/loading=["']lazy|\blazy\b/g),
  ),
  ...more(
    { field: "code", rank: 4, named: /key|list/ },
    "list-keys",
    "Give every item of a rendered list a stable `key`.",
    countOf(/\bkey=\{(?!i(?:ndex|dx)?\})/g),
  ),
  ...more(
    { field: "code", rank: 4, named: /i18n|translat|hard|string|locali/ },
    "translated-strings",
    "Take texts from the translations instead of hard-coding them.",
    countOf(
      /\b(?:t|i18n\.t|\$t|gettext|_|tr|translate|intl\.formatMessage)\(["'{]|<Trans\b|\bFormattedMessage\b/g,
    ),
  ),
  ...swap(
    { field: "any", rank: 5, named: /logical|rtl|inline/ },
    [
      "logical-properties",
      "Use logical CSS properties (`margin-inline-start`) instead of left and right.",
      LOGICAL,
    ],
    ["physical-properties", undefined, PHYSICAL],
  ),
  ...fewer(
    { field: "code", rank: 5, named: /innerhtml|xss|dangerous|sanit/i },
    "inner-html",
    "Do not set HTML from strings (`innerHTML`); use text content or sanitise it.",
    countOf(/\binnerHTML\b|dangerouslySetInnerHTML|v-html|\|safe\b|\bhtml_safe\b/g),
  ),
  ...toggle(
    { field: "code", rank: 4, named: /self|clos|tag/ },
    ["self-closing", "Close empty elements in place (`<Foo />`)."],
    ["no-self-closing", "Do not close void elements with a slash."],
    countOf(/\/>/g),
  ),
];
