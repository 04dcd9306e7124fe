/** What people said of one thing, and what the rule has to say. `null` means that people have to word it or agree first. */
export interface SaidAndMeant {
  readonly id: string;
  readonly said: readonly (
    | string
    | { readonly before: string; readonly after: string; readonly text?: string }
  )[];
  readonly meant: RegExp | null;
  /** What no rule may say: the contrary, one instance, or a quotation. */
  readonly never: RegExp;
  readonly tags?: readonly string[];
}

/** The rows that were wrong once, in words of our own, and then some. */
export const SAID_AND_MEANT: readonly SaidAndMeant[] = [
  {
    id: "package manager",
    said: [
      "use pnpm and not npm in this repository",
      "We use pnpm here; you ran npm install again",
      "wrong package manager, pnpm add, never npm i",
    ],
    meant: /^(?:always )?use pnpm\b.*\bnpm\b/i,
    never: /avoid this|(?:not|never|avoid) (?:use )?pnpm|(?:^|; |, )use npm/i,
  },
  {
    id: "alt text",
    said: ["No alt text on the images.", "No alt text.", "Images lack alt text."],
    meant: /\balt\b.*text/i,
    never: /(?:not|never|avoid|no)\b[^.;]*\balt text/i,
  },
  {
    id: "tests",
    said: [
      "Add a test for the refund path",
      "no test for the CSV export",
      "where is the test for the password reset?",
      "please cover the webhook retry with a test",
    ],
    meant: /\btests?\b/i,
    never: /refund|CSV|password|webhook|(?:not|never|avoid) (?:add|write|use) (?:a )?tests?/i,
    tags: ["missing_tests"],
  },
  {
    id: "queries in a loop",
    said: ["The query runs once per row.", "Query inside the loop, one per order.", "That is an N+1 query."],
    meant: /quer/i,
    never: /^query inside|one per order/i,
  },
  {
    id: "first person",
    said: ["Write in the first person.", "Avoid the first person.", "Do not write in the first person."],
    meant: null,
    never: /first person/i,
  },
  {
    id: "struck out",
    said: [
      {
        before: "Dear Ana, I hope this email finds you well. Your order ships on Monday.",
        after: "Dear Ana, Your order ships on Monday.",
      },
      {
        before: "Hello Ben, I hope this email finds you well. We found your parcel.",
        after: "Hello Ben, We found your parcel.",
      },
      {
        before: "Hi Cleo, I hope this email finds you well. The invoice is attached.",
        after: "Hi Cleo, The invoice is attached.",
      },
    ],
    meant: /I hope this email finds you well/,
    never: /avoid this|\+2 -2|Cleo|parcel/i,
  },
  {
    id: "the customer's name",
    said: [
      "use the customer's name in the greeting",
      "greet the customer by name",
      "the customer's name is missing in the greeting",
    ],
    meant: /name/i,
    never: /formal/i,
  },
  {
    id: "pinned images",
    said: [
      "Pin the docker image to a digest.",
      "The docker image must be pinned to a digest.",
      "docker image is not pinned to a digest",
    ],
    meant: /^(?:always )?pin\b.*\bdigest/i,
    never: /(?:not|never) pin/i,
  },
  {
    id: "pip",
    said: [
      "use uv add instead of pip install",
      "uv add, not pip install",
      "you ran pip install again, we use uv add",
    ],
    meant: /\buv\b.*\bpip\b/i,
    never: /(?:^|; |, )use pip|(?:not|never) use uv/i,
  },
  {
    id: "inline styles",
    said: [
      "do not use inline styles, use tailwind classes",
      "tailwind classes instead of inline styles please",
      "replace the inline styles with tailwind classes",
    ],
    meant: /tailwind/i,
    never: /(?:not|never|avoid) use tailwind|use inline styles/i,
  },
  {
    id: "timeouts",
    said: [
      "no timeout on this request",
      "the request to the tax service has no timeout",
      "every outgoing request needs a timeout",
    ],
    meant: /timeout/i,
    never: /(?:not|never|avoid)[^.;]*timeout|tax service/i,
  },
  {
    id: "permission",
    said: [
      "do not commit to main",
      "never commit to main, open a branch",
      "you committed to main again, use a branch",
    ],
    meant: /main/i,
    never: /^commit to main/i,
  },
  {
    id: "money",
    said: [
      "never use floats for money",
      "do not store money as a float, use integer cents",
      "money is a float here, use integer cents",
    ],
    meant: /money|amounts?|cents/i,
    never: /(?:^|[^t] )use (?:a )?floats?\b/i,
  },
  {
    id: "logger",
    said: [
      "use the logger instead of console.log",
      "console.log left in, use the logger",
      "no console.log, we have a logger",
    ],
    meant: /logger/i,
    never: /(?:not|never|avoid) (?:use )?(?:the )?logger/i,
  },
  {
    id: "unused imports",
    said: ["Unused import 'os'.", "this import is not used, remove it", "Remove the unused import `re`."],
    meant: /import/i,
    never: /\bos\b|`re`/,
  },
  {
    id: "magic numbers",
    said: [
      "Magic number 86400, use a named constant.",
      "Replace the magic number 42 with a named constant.",
      "another magic number, name it",
    ],
    meant: /named? constant|magic number/i,
    never: /86400|42/,
  },
  {
    id: "error handling",
    said: [
      "the exception is swallowed here",
      "do not swallow the exception, log it or rethrow it",
      "this catch block swallows the exception",
    ],
    meant: /swallow|catch|exception/i,
    never: /^swallow/i,
  },
  {
    id: "semicolons, both ways",
    said: ["no semicolons", "semicolons please", "drop the semicolons", "use semicolons"],
    meant: null,
    never: /semicolon/i,
  },
  {
    id: "double quotes",
    said: [
      { before: "const a = 'x';", after: 'const a = "x";', text: "quotes!" },
      { before: "log('saved');", after: 'log("saved");', text: "quotes!" },
      { before: "import b from 'b';", after: 'import b from "b";', text: "quotes!" },
    ],
    meant: /double quotes/i,
    never: /use single quotes/i,
  },
  {
    id: "const",
    said: [
      { before: "var total = 1;", after: "const total = 1;", text: "const, please" },
      { before: "var name = read();", after: "const name = read();", text: "const, please" },
      { before: "var list = [];", after: "const list = [];", text: "const, please" },
    ],
    meant: /`?const`?\b.*`?var|`?const`?$/,
    never: /^use `?var/i,
  },
  {
    id: "oxford comma",
    said: [
      { before: "We sell pens, paper and ink.", after: "We sell pens, paper, and ink.", text: "the comma" },
      { before: "Ana, Ben and Cleo agreed.", after: "Ana, Ben, and Cleo agreed.", text: "the comma" },
      { before: "red, green and blue", after: "red, green, and blue", text: "the comma" },
    ],
    meant: /comma/i,
    never: /Cleo|pens/,
  },
  {
    id: "metric units",
    said: [
      { before: "The parcel weighs 3 lb.", after: "The parcel weighs 1.4 kg.", text: "units" },
      { before: "It is 6 feet long.", after: "It is 1.8 m long.", text: "units" },
      { before: "Keep it below 70 °F.", after: "Keep it below 21 °C.", text: "units" },
    ],
    meant: /metric|kg/i,
    never: /use imperial/i,
  },
  {
    id: "strict equality",
    said: [
      { before: "if (kind == 'a') stop();", after: "if (kind === 'a') stop();", text: "strict equality" },
      { before: "while (left == 0) next();", after: "while (left === 0) next();", text: "strict equality" },
      { before: "return size == limit;", after: "return size === limit;", text: "strict equality" },
    ],
    meant: /===/,
    never: /limit|kind/,
  },
  {
    id: "changelog",
    said: ["the changelog is not updated", "update the changelog", "add a changelog entry for this"],
    meant: /changelog/i,
    never: /(?:not|never) (?:update|add)/i,
  },
  {
    id: "docstrings",
    said: ["missing docstring", "add a docstring to the function", "the function has no docstring"],
    meant: /docstring/i,
    never: /(?:not|never|avoid)[^.;]*docstring/i,
  },
  {
    id: "any",
    said: ["do not use any", "no `any`, give it a proper type", "use a proper type instead of any"],
    meant: /any\b|type/i,
    never: /^use any/i,
  },
  { id: "nothing said", said: ["meh", "no, again", "wrong"], meant: null, never: /meh|wrong/i },
  {
    id: "tense",
    said: [
      "write the release notes in the present tense",
      "release notes in the present tense, not the past",
      "use the present tense in the release notes",
    ],
    meant: /present tense/i,
    never: /use the past tense/i,
  },
];
