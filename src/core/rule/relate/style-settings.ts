import type { RuleSetting } from "./setting.ts";

/** Code style: layout, names of files, the forms of the language. */
export const STYLE_SETTINGS: readonly RuleSetting[] = [
  {
    name: "indentation",
    either: true,
    values: {
      tabs: "tabs, tab indentation|indent|character|width, hard tab",
      spaces:
        "space only, only space, space indentation|indent, spaces for indentation, indent with spaces, spaces over tabs, spaces not tabs",
      "spaces.2":
        "2|two space, space 2, 2|two space soft tab, 2|two space tab, indent size|width|of 2|two, indentation 2|two, indent by|with 2|two space",
      "spaces.3": "3|three space",
      "spaces.4": "4|four space, 4|four space soft tab, indent size|width|of 4|four, indentation 4|four",
      "spaces.8": "8|eight space",
    },
  },
  {
    name: "quotes",
    either: true,
    values: {
      single: "quote single, single quote, single quotation, single quoted",
      double: "quote double, double quote, double quotation, double quoted",
    },
  },
  { name: "semicolons", values: { yes: "semicolon, semi colon, !semicolon free" } },
  { name: "trailing commas", values: { yes: "trailing comma, dangling comma" } },
  {
    name: "brace placement",
    either: true,
    values: {
      same: "brace on the same line, brace on same line, same line brace, k&r, 1tbs, brace go|stand on the same line",
      next: "brace on a new|separate line, brace on the next line, brace on new|next line, allman, new line brace, brace go|stand on a new|separate line, brace on their own line",
    },
  },
  { name: "braces", values: { yes: "brace, curly" } },
  {
    name: "final newline",
    values: {
      yes: "final|trailing newline, end file|files with a newline, end every|each file with a newline, newline at end|eof",
    },
  },
  { name: "trailing whitespace", values: { yes: "trailing whitespace|space" } },
  {
    name: "line endings",
    either: true,
    values: { lf: "lf, unix line ending", crlf: "crlf, windows line ending" },
  },
  {
    name: "exports",
    either: true,
    values: {
      named: "named export, export by name, export named",
      default:
        "default export, export default, export as default, default exported, exported as default, component as default",
    },
  },
  {
    name: "barrel files",
    values: { yes: "barrel, barrel file, re export, reexport, index ts that re export" },
  },
  {
    name: "import paths",
    either: true,
    values: {
      absolute:
        "absolute import, absolute path, aliasimport, path alias, import alias, alias import, absolute package import",
      relative: "relative import, relative path, imports must be relative, import be relative",
    },
  },
  {
    name: "wildcard imports",
    values: { yes: "wildcard import, star import, import star, glob import, wildcard" },
  },
  { name: "unused imports", values: { yes: "unused import" } },
  {
    name: "import order",
    values: {
      sorted:
        "sort import, order import, group import, import order, import grouping, import sorted, organize|organise import, isort",
    },
  },
  {
    name: "object types",
    either: true,
    near: "type interface object shape prop alias everywhere declare prefer",
    values: {
      interface: "interface",
      type: "type alias, type over interface, type for prop, type for object, type not interface, type rather than interface, type instead of interface, type everywhere",
    },
  },
  { name: "enums", values: { yes: "enum, enumeration" } },
  { name: "any type", values: { yes: "anytype, any type, type any, as any, untyped, any keyword" } },
  { name: "non-null assertions", values: { yes: "non null assertion, bang operator, nonnull assertion" } },
  { name: "type assertions", values: { yes: "type assertion, type cast, type casting, as cast" } },
  { name: "ts-ignore", values: { yes: "ts ignore, ts expect error, ts nocheck, type ignore" } },
  { name: "optional chaining", values: { yes: "optional chaining, optional chain" } },
  {
    name: "type hints",
    values: {
      yes: "annotate, annotate all, annotate parameter, annotate every, type hint, type hinting, type annotation, annotate type, annotated type, typed signature, annotate function, annotate all function, fully typed, type function signature, typed python, type every function, static typing",
    },
  },
  {
    name: "variable keyword",
    together: true,
    values: {
      var: "var",
      let: "use let, let when, let for, let only, with let, let if, over let, let instead",
      const: "const",
    },
  },
  {
    name: "component form",
    either: true,
    values: {
      function:
        "functional component, function component, component as function, components are functional, component be functional, hook only, react fc, components are functions, function based component",
      class:
        "class component, component as class, component as es6 class, class based component, components are written as es6 classes, component as classes, component class",
    },
  },
  {
    name: "function form",
    either: true,
    values: {
      arrow: "arrow function, arrow syntax",
      declaration:
        "function declaration, function keyword, named function, function statement, regular function, traditional function, def over lambda",
    },
  },
  {
    name: "asynchrony",
    values: {
      await: "async await, async/await, await",
      chains:
        "thencall, promise chain, promise chaining, chain promise, raw promise, promise then, then chain",
      callback: "callback style, nested callback, callback hell, callback based",
    },
  },
  {
    name: "returns",
    either: true,
    values: {
      early: "early return, return early, guard clause, early exit, exit early",
      single: "single return, single exit, one return, return at the end, one exit point, single exit point",
    },
  },
  {
    name: "else branches",
    weight: 2,
    near: "return if early branch block avoid use never",
    values: {
      yes: "else, else after return, else block, else statement, else branch, if else, if else block",
    },
  },
  {
    name: "explicit types",
    either: true,
    weight: 2,
    values: {
      explicit:
        "explicit return type, explicit type, annotate return, return type annotation, explicitly type, return type",
      inferred:
        "infer return type, typescript infer return type, let typescript infer return type, let typescript infer, type inference, inferred type, infer return, infer type, typescript infer, compiler infer",
    },
  },
  { name: "ternaries", weight: 2, values: { yes: "ternary, ternary operator, conditional operator" } },
  {
    name: "switch statements",
    weight: 2,
    values: {
      switch: "switch, switch statement, switch case",
      map: "lookup table, object lookup, object map, lookup object",
    },
  },
  {
    name: "one thing in a file",
    values: {
      yes: "one component per file, single component per file, one class per file, one export per file, one component in each file, !multiple component in one file, !multiple component per file, !several component in one file",
    },
  },
  { name: "important flag", values: { yes: "important flag, important in css" } },
  {
    name: "units",
    either: true,
    near: "unit font size spacing css",
    values: { rem: "rem", px: "px, pixel" },
  },
  {
    name: "licence header",
    values: { yes: "license header, licence header, copyright header, copyright notice" },
  },
  {
    name: "nested ternaries",
    values: {
      yes: "nested ternary, nest ternary, chained ternary, nested conditional operator, ternary inside ternary",
    },
  },
  { name: "one-liners", values: { yes: "one liner" } },
  {
    name: "reuse of behaviour",
    either: true,
    values: {
      composition: "composition over inheritance, composition, compose object",
      inheritance:
        "inheritance, inherit from, base class, class hierarchy, subclass, subclassing, inheriting from a base class",
    },
  },
  {
    name: "paradigm",
    either: true,
    values: {
      functional:
        "function over class, avoid class entirely, functional code, functional programming, functional style, functional pattern, functional approach, functional and declarative",
      object:
        "encapsulate, class over function, object oriented, oop, class based, oo design, classes over functions, class based design",
    },
  },
  {
    name: "mutation",
    either: true,
    values: {
      immutable: "immutable, immutability, readonly, frozen, immutable update",
      mutable: "mutate, mutable, mutation",
    },
  },
  {
    name: "equality",
    either: true,
    values: {
      strict: "strictequal, strict equality, triple equal",
      loose: "looseequal, loose equality, double equal",
    },
  },
  {
    name: "string building",
    values: {
      template: "template literal, template string, f string, fstring, string interpolation",
      concatenation:
        "string concatenation, concatenate string, percent formatting, str format, format method",
    },
  },
  {
    name: "null values",
    either: true,
    values: {
      null: "null over undefined, prefer null, use null",
      undefined: "undefined over null, prefer undefined, use undefined",
    },
  },
  {
    name: "global variables",
    values: { yes: "global variable, global state, global mutable, mutable global" },
  },
  { name: "magic numbers", values: { yes: "magic number, magic value, magic string, hardcoded number" } },
  {
    name: "commented-out code",
    values: { yes: "commented out code, commented out, comment out code, dead commented code" },
  },
  {
    name: "dead code",
    values: {
      yes: "no longer used, code that is no longer, no longer needed, unused, dead code, unused code, unreachable code, unused variable, unused function, unused import and variable",
    },
  },
  { name: "list forms", values: { comprehension: "list comprehension, comprehension" } },
  {
    name: "loops",
    values: {
      methods: "map filter reduce, array method, functional array, map over loop, higher order",
      loops: "for loop, for of, while loop",
    },
  },
  {
    name: "method prefix",
    values: {
      underscore:
        "leading underscore, start with an underscore, prefix with an underscore, underscore prefix, with an underscore, prefixed with underscore",
    },
  },
  {
    name: "hungarian prefix",
    values: {
      yes: "hungarian, prefix interface with i, i prefix, interface prefix, prefix with i, interface are prefix with i, i prefix for interface, interface be prefix with i",
    },
  },
];
