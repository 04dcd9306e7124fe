import { createElement, type ReactNode } from "react";
import { VisibleText } from "../components/visible-text.tsx";

/** Allowed elements with their classes. Headings are shifted below those of the page. */
const LOOKS: Readonly<Record<string, readonly [string, string]>> = {
  p: ["p", ""],
  h1: ["h2", "serif mt-2 text-under-review"],
  h2: ["h3", "serif mt-3 text-note"],
  h3: ["h4", "serif mt-2 text-rule font-semibold"],
  h4: ["h5", "serif mt-2 text-rule italic"],
  h5: ["h6", "font-semibold"],
  h6: ["h6", "font-medium"],
  ul: ["ul", "grid list-disc gap-1 pl-6"],
  ol: ["ol", "grid list-decimal gap-1 pl-6"],
  li: ["li", ""],
  blockquote: ["blockquote", "serif grid gap-2 border-l-2 border-hair-2 pl-4 text-rule"],
  pre: ["pre", "mono overflow-x-auto bg-sunk px-3 py-2"],
  code: ["code", "mono"],
  em: ["em", ""],
  strong: ["strong", "font-semibold"],
};

const MAX_DEPTH = 40;

/** Rebuilds nodes from a parsed document in which no script ever ran. */
export function inertNodes(parent: Node, depth = 0): readonly ReactNode[] {
  return [...parent.childNodes].map((node, at) => inertNode(node, at, depth));
}

function inertNode(node: Node, at: number, depth: number): ReactNode {
  if (node instanceof Text) return <VisibleText key={at} text={node.data} />;
  if (!(node instanceof Element)) return null;
  const name = node.localName;
  if (depth > MAX_DEPTH) return <VisibleText key={at} text={node.textContent ?? ""} />;
  if (name === "br") return <br key={at} />;
  if (name === "hr") return <hr key={at} className="border-hair-2" />;
  if (name === "img")
    return <Picture key={at} alt={node.getAttribute("alt")} source={node.getAttribute("src")} />;
  const children = inertNodes(node, depth + 1);
  if (name === "a") {
    return (
      <InertLink key={at} address={node.getAttribute("href")}>
        {children}
      </InertLink>
    );
  }
  const look = LOOKS[name];
  if (look === undefined) return <span key={at}>{children}</span>;
  const [element, className] = look;
  const scrolls = name === "pre" ? { tabIndex: 0, role: "region", "aria-label": "Code" } : {};
  const start = name === "ol" ? { start: Number(node.getAttribute("start") ?? 1) } : {};
  return createElement(element, { key: at, className, ...scrolls, ...start }, ...children);
}

/** Images are named but not loaded, so that an agent's text cannot trigger requests. */
function Picture({ alt, source }: { readonly alt: string | null; readonly source: string | null }) {
  return (
    <span className="text-ink-2">
      [image: <VisibleText text={alt === null || alt === "" ? "no description" : alt} />
      {source === null || source === "" ? null : (
        <>
          , <span className="mono break-all">{source.slice(0, 200)}</span>
        </>
      )}
      ]
    </span>
  );
}

/** Links show their host; unsafe ones are rendered as text. */
function InertLink({ address, children }: { readonly address: string | null; readonly children: ReactNode }) {
  const host = hostOf(address);
  if (address === null || host === undefined) {
    return <span className="underline decoration-dotted">{children}</span>;
  }
  return (
    <>
      <a href={address} target="_blank" rel="noopener noreferrer nofollow" title={address}>
        {children}
      </a>{" "}
      <span className="text-meta text-ink-3">({host})</span>
    </>
  );
}

function hostOf(address: string | null): string | undefined {
  if (address === null || !URL.canParse(address)) return undefined;
  const { protocol, host } = new URL(address);
  return protocol === "https:" || protocol === "http:" ? host : undefined;
}
