import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";

/** One message that the code can give, with placeholders such as `<file>` for what is filled in. */
export interface Message {
  readonly code: string;
  readonly text: string;
  /** What the user can do about it, if the message has a line of its own for that. */
  readonly hint: string | undefined;
  readonly file: string;
  readonly line: number;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

interface Source {
  readonly file: string;
  readonly text: string;
  readonly nodes: readonly Node[];
  readonly parents: ReadonlyMap<Node, Node>;
}

const CODE = /^[a-z]+(?:_[a-z0-9]+)*$/;
const TEXT_FIELDS = ["message", "reason", "detail", "title"];
const ERRORS = new Set(["CliError", "HttpProblem", "ExternalError", "usageError", "externalFailure"]);
/** How many variants of one message are worth listing, and how deep helpers are followed. */
const MAX_VARIANTS = 12;
const MAX_DEPTH = 5;

/** Every message with a code in the TypeScript files of a folder, in the order of the files. */
export function findMessages(folder: string): readonly Message[] {
  const sources = sourcesIn(folder);
  const declared = codesDeclaredIn(sources);
  return sources.flatMap((source) =>
    source.nodes.flatMap((node) => {
      const line = source.text.slice(0, node.start).split("\n").length;
      return fromNode(source, node, declared).map((each) => ({ ...each, file: source.file, line }));
    }),
  );
}

/** Every code that a type names: in a field `code`, or in a type whose name ends in `Code`. */
export const declaredCodes = (folder: string): ReadonlySet<string> => codesDeclaredIn(sourcesIn(folder));

function codesDeclaredIn(sources: readonly Source[]): ReadonlySet<string> {
  const isOfCode = ({ parents }: Source, node: Node): boolean => {
    for (let around = parents.get(node); around !== undefined; around = parents.get(around)) {
      if (around.type === "TSIndexedAccessType") return false;
      if (around.type === "TSPropertySignature") return nameOf(around["key"] as Node) === "code";
      if (around.type === "TSTypeAliasDeclaration") return nameOf(around["id"] as Node).endsWith("Code");
    }
    return false;
  };
  const codes = sources.flatMap((source) =>
    source.nodes
      .filter((node) => node.type === "TSLiteralType" && isOfCode(source, node))
      .flatMap((node) => literalsOf(node["literal"] as Node)),
  );
  return new Set(codes.filter((code) => CODE.test(code)));
}

function fromNode(source: Source, node: Node, declared: ReadonlySet<string>): readonly Found[] {
  if (node.type === "ObjectExpression") return fromObject(source, node);
  if (node.type === "Property") return fromEntry(source, node, declared);
  if (node.type === "ArrayExpression") return fromList(source, node["elements"] as readonly Node[], declared);
  if (node.type === "CallExpression" || node.type === "NewExpression")
    return fromCall(source, node, declared);
  return [];
}

type Found = Pick<Message, "code" | "text" | "hint">;

/** `{ code: "…", message: … }`, and an entry of a table such as `code: { status, title }`. */
function fromObject(source: Source, node: Node): readonly Found[] {
  const text = TEXT_FIELDS.map((name) => fieldOf(node, name)).find((value) => value !== undefined);
  if (text === undefined) return [];
  const hint = textsOf(source, fieldOf(node, "hint"))[0];
  return codesOf(source, node).flatMap((code) =>
    textsOf(source, text).map((each) => ({ code, text: each, hint })),
  );
}

function codesOf(source: Source, node: Node): readonly string[] {
  const field = fieldOf(node, "code");
  if (field !== undefined) return literalsOf(field).filter((code) => CODE.test(code) && code !== "custom");
  const owner = source.parents.get(node);
  const isEntry = owner?.type === "Property" && fieldOf(node, "status") !== undefined;
  return isEntry ? [nameOf(owner["key"] as Node)] : [];
}

/** An entry of a table of texts by their codes. */
function fromEntry(source: Source, node: Node, declared: ReadonlySet<string>): readonly Found[] {
  const code = nameOf(node["key"] as Node);
  const value = node["value"] as Node;
  if (!declared.has(code) || !code.includes("_") || !isSentence(value)) return [];
  return textsOf(source, value).map((text) => ({ code, text, hint: undefined }));
}

/** `usageError("code", "message", "hint")` and every other call with a code and a text. */
function fromCall(source: Source, node: Node, declared: ReadonlySet<string>): readonly Found[] {
  const all = node["arguments"] as readonly Node[];
  const [first, second, third] = all;
  if (first === undefined || second === undefined) return [];
  const name = nameOf(node["callee"] as Node);
  if (name === "notFound" && first.type === "Literal") return [notFoundMessage(source, first, third)];
  if (!ERRORS.has(name)) return fromList(source, all, declared);
  const hint =
    name === "usageError" ? third : third?.type === "ObjectExpression" ? fieldOf(third, "hint") : undefined;
  return literalsOf(first).flatMap((code) =>
    textsOf(source, second).map((text) => ({ code, text, hint: textsOf(source, hint)[0] })),
  );
}

/** A code with a text somewhere behind it. */
function fromList(source: Source, all: readonly Node[], declared: ReadonlySet<string>): readonly Found[] {
  const at = all.findIndex((each) => each !== null && literalsOf(each).some((code) => declared.has(code)));
  const from = at === -1 ? 0 : at;
  const [first, ...rest] = all.slice(from);
  if (first === undefined || first === null) return [];
  const codes = literalsOf(first).filter(
    (code) => declared.has(code) || (CODE.test(code) && code.includes("_")),
  );
  const text = rest.find((each) => each !== null && (at === -1 ? isSentence(each) : isWorded(source, each)));
  if (text === undefined || codes.length === 0) return [];
  return codes.flatMap((code) =>
    textsOf(source, text).map((each) => ({ code, text: each, hint: undefined })),
  );
}

const isWorded = (source: Source, node: Node): boolean =>
  textsOf(source, node).some((text) =>
    text
      .replaceAll(/<[^>]*>/g, "")
      .trim()
      .includes(" "),
  );

/** `notFound` makes the code and the message from the name of the thing. */
const notFoundMessage = (source: Source, what: Node, listing: Node | undefined): Found => ({
  code: `${nameOf(what).replaceAll(" ", "_")}_not_found`,
  text: `there is no ${nameOf(what)} <id>`,
  hint: `\`${textsOf(source, listing)[0]}\` shows which there are`,
});

const isSentence = (node: Node): boolean =>
  node.type === "TemplateLiteral" ||
  (node.type === "Literal" && typeof node["value"] === "string" && node["value"].split(" ").length > 2);

/** The words that an expression may become; what is only known at run time is a placeholder. */
function textsOf(source: Source, given: Node | undefined, depth = 0): readonly string[] {
  const node = given === undefined ? undefined : unwrap(given);
  if (node === undefined || (node.type === "Identifier" && node["name"] === "undefined")) return [];
  const inner = (each: unknown): readonly string[] => textsOf(source, each as Node, depth + 1);
  if (node.type === "Literal") return [String(node["value"])];
  if (node.type === "TemplateLiteral") {
    const expressions = node["expressions"] as readonly Node[];
    return (node["quasis"] as readonly Node[]).reduce<readonly string[]>(
      (texts, quasi, at) => {
        const { cooked } = quasi["value"] as { cooked: string };
        const next = expressions[at];
        return combine(combine(texts, [cooked]), next === undefined ? [""] : inner(next));
      },
      [""],
    );
  }
  if (node.type === "BinaryExpression" && node["operator"] === "+" && !isNumber(node["right"] as Node))
    return combine(inner(node["left"]), inner(node["right"]));
  if (node.type === "ConditionalExpression")
    return oneOfPlural([...inner(node["consequent"]), ...inner(node["alternate"])]);
  if (node.type === "LogicalExpression") return cap([...inner(node["left"]), ...inner(node["right"])]);
  const behind = depth < MAX_DEPTH ? lookUp(source, node) : [];
  const texts = cap(behind.flatMap(inner));
  return texts.some((text) => /[a-z]/i.test(text.replaceAll(/<[^>]*>/g, ""))) ? texts : [`<${nameOf(node)}>`];
}

const isNumber = (node: Node): boolean => node.type === "Literal" && typeof node["value"] === "number";

/** The values that a name can have in its file: a constant, the arguments for a parameter, what a function returns. */
function lookUp(source: Source, node: Node): readonly Node[] {
  if (node.type === "CallExpression") {
    const called = declaration(source, node["callee"] as Node);
    return called === undefined ? [] : returnsOf(source, called);
  }
  if (node.type !== "Identifier") return [];
  const constant = declaration(source, node);
  return constant === undefined ? argumentsFor(source, node) : isFunction(constant) ? [] : [constant];
}

/** The value of the nearest constant or function of a name whose scope holds the node. */
function declaration({ nodes, parents }: Source, name: Node): Node | undefined {
  if (name.type !== "Identifier") return undefined;
  const found = nodes.findLast((node) => {
    if (node.type !== "VariableDeclarator" && node.type !== "FunctionDeclaration") return false;
    if (nameOf(node["id"] as Node) !== name["name"]) return false;
    const scope = parents.get(node.type === "VariableDeclarator" ? parents.get(node)! : node)!;
    return scope.type === "ExportNamedDeclaration" || (scope.start <= name.start && name.end <= scope.end);
  });
  return found?.type === "VariableDeclarator" ? ((found["init"] as Node | null) ?? undefined) : found;
}

function returnsOf({ nodes, parents }: Source, fn: Node): readonly Node[] {
  if (!isFunction(fn)) return [];
  const body = fn["body"] as Node;
  if (body.type !== "BlockStatement") return [body];
  return nodes
    .filter((node) => node.type === "ReturnStatement" && functionAround(parents, node) === fn)
    .flatMap((node) => (node["argument"] === null ? [] : [node["argument"] as Node]));
}

/** What the calls in the same file give for a parameter. */
function argumentsFor({ nodes, parents }: Source, name: Node): readonly Node[] {
  for (let fn = functionAround(parents, name); fn !== undefined; fn = functionAround(parents, fn)) {
    const at = (fn["params"] as readonly Node[]).findIndex((param) => nameOf(param) === name["name"]);
    if (at === -1) continue;
    const owner = parents.get(fn);
    const called = nameOf((fn["id"] ?? owner?.["id"] ?? fn) as Node);
    return nodes
      .filter((node) => node.type === "CallExpression" && nameOf(node["callee"] as Node) === called)
      .flatMap((node) => (node["arguments"] as readonly Node[])[at] ?? []);
  }
  return [];
}

function functionAround(parents: Source["parents"], node: Node): Node | undefined {
  let around = parents.get(node);
  while (around !== undefined && !isFunction(around)) around = parents.get(around);
  return around;
}

const isFunction = ({ type }: Node): boolean =>
  type === "ArrowFunctionExpression" || type === "FunctionDeclaration" || type === "FunctionExpression";

const fieldOf = (node: Node, name: string): Node | undefined => {
  const properties = node["properties"] as readonly Node[];
  const found = properties.find((each) => each.type === "Property" && nameOf(each["key"] as Node) === name);
  return found?.["value"] as Node | undefined;
};

function literalsOf(given: Node): readonly string[] {
  const node = unwrap(given);
  if (node.type === "ConditionalExpression")
    return [...literalsOf(node["consequent"] as Node), ...literalsOf(node["alternate"] as Node)];
  return node.type === "Literal" && typeof node["value"] === "string" ? [node["value"]] : [];
}

const unwrap = (node: Node): Node =>
  ["TSAsExpression", "TSNonNullExpression", "TSSatisfiesExpression", "ParenthesizedExpression"].includes(
    node.type,
  )
    ? unwrap(node["expression"] as Node)
    : node;

/** The word that names an expression for a reader: `error.message` is the message, `names.join(", ")` the names. */
function nameOf(given: Node): string {
  const node = unwrap(given);
  if (node.type === "Identifier") return node["name"] as string;
  if (node.type === "Literal") return String(node["value"]);
  if (node.type === "AssignmentPattern") return nameOf(node["left"] as Node);
  if (node.type === "MemberExpression") {
    if (isNumber(node["property"] as Node)) return nameOf(node["object"] as Node);
    const property = nameOf(node["property"] as Node);
    return property === "length" ? `number of ${nameOf(node["object"] as Node)}` : property;
  }
  if (node.type === "BinaryExpression" && isNumber(node["right"] as Node)) {
    const name = nameOf(node["left"] as Node);
    // After a division the name's unit is not that of the message.
    return node["operator"] === "+"
      ? `${name} + ${nameOf(node["right"] as Node)}`
      : name.replace(/Ms$|_HOURS$/, "");
  }
  if (node.type === "CallExpression") {
    const callee = node["callee"] as Node;
    const [argument] = node["arguments"] as readonly Node[];
    const isMethod =
      callee.type === "MemberExpression" && !["JSON", "Math"].includes(nameOf(callee["object"] as Node));
    if (isMethod) return nameOf(callee["object"] as Node);
    return argument === undefined ? nameOf(callee) : nameOf(argument);
  }
  return "…";
}

const combine = (left: readonly string[], right: readonly string[]): readonly string[] =>
  cap(left.flatMap((start) => right.map((end) => `${start}${end}`)));

/** `run` and `runs` are variants of one message, not two messages. */
const oneOfPlural = (texts: readonly string[]): readonly string[] => {
  const [one = "", other = ""] = texts;
  if (texts.length !== 2) return cap(texts);
  return one !== "" && other === `${one}s`
    ? [other]
    : other !== "" && one === `${other}s`
      ? [one]
      : cap(texts);
};

const cap = (texts: readonly string[]): readonly string[] =>
  [...new Set(texts)].toSorted().slice(0, MAX_VARIANTS);

const sourcesIn = (folder: string): readonly Source[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .toSorted()
    .map((name) => parse(join(folder, name), readFileSync(join(folder, name), "utf8")));

function parse(file: string, text: string): Source {
  const nodes: Node[] = [];
  const parents = new Map<Node, Node>();
  const walk = (value: unknown, parent: Node | undefined): void => {
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) {
      for (const each of value) walk(each, parent);
      return;
    }
    const node = value as Node;
    const isNode = typeof node.type === "string";
    if (isNode) {
      nodes.push(node);
      if (parent !== undefined) parents.set(node, parent);
    }
    for (const child of Object.values(node)) walk(child, isNode ? node : parent);
  };
  walk(parseSync(file, text).program, undefined);
  return { file, text, nodes, parents };
}
