const VOID: ReadonlySet<string> = new Set(["br", "hr", "img", "input", "link", "meta"]);
/** A start ends those that are open and cannot hold it; this page closes everything, so that none is needed. */
const TAG = /<(?:!doctype html|!--[^]*?--|(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"<>]*")?)*)\s*(\/?))>/gi;

export interface HtmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/** Fails where a page is not well formed: tags that cross, entities that are none, ids that are given twice. */
export function checkHtml(page: string): readonly HtmlElement[] {
  const open: string[] = [];
  const elements: HtmlElement[] = [];
  let at = 0;
  for (const found of page.matchAll(TAG)) {
    checkText(page.slice(at, found.index));
    at = found.index + found[0].length;
    const [, closing, tag, given, selfClosing] = found;
    if (tag === undefined) continue;
    const name = tag.toLowerCase();
    if (closing === "/") {
      const expected = open.pop();
      if (expected !== name) throw new Error(`expected </${expected}>, found </${name}> at ${found.index}`);
      continue;
    }
    elements.push({ name, attributes: attributesOf(given ?? "") });
    if (selfClosing !== "/" && !VOID.has(name)) open.push(name);
  }
  checkText(page.slice(at));
  if (open.length > 0) throw new Error(`never closed: ${open.join(", ")}`);
  const ids = elements.flatMap(({ attributes }) => attributes.get("id") ?? []);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (twice.length > 0) throw new Error(`given twice: ${twice.join(", ")}`);
  return elements;
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  const found = [...text.matchAll(/\s([a-z-]+)(?:="([^"]*)")?/gi)];
  const attributes = new Map(found.map(([, name, value]) => [name!.toLowerCase(), value ?? ""]));
  if (attributes.size !== found.length) throw new Error(`an attribute is given twice: ${text}`);
  for (const value of attributes.values()) checkText(value);
  return attributes;
}

function checkText(text: string): void {
  const bad = /[<>]|&(?!(?:amp|lt|gt|quot|#39);)/.exec(text);
  if (bad !== null)
    throw new Error(`not escaped: ${text.slice(Math.max(0, bad.index - 40), bad.index + 40)}`);
}
