import { findBlock } from "../inject/managed-block.ts";
import { isManagedFile } from "../inject/targets.ts";
import { type FrontField, readFrontFields } from "./front-matter.ts";
import type { RuleFormat } from "./formats.ts";

export type LineKind =
  | "front"
  | "blank"
  | "heading"
  | "item"
  | "text"
  | "code"
  | "table"
  | "quote"
  | "comment"
  | "import"
  | "rule"
  /** Written by Emend. */
  | "managed";

export interface RuleFileLine {
  /** From 1. */
  readonly number: number;
  readonly kind: LineKind;
  readonly text: string;
  /** What ends the line in the file. */
  readonly end: string;
  /** The language of a fence; on each of its lines, the fence's own included. */
  readonly info?: string;
}

/** An instruction file as lines, which together are the file again. */
export interface RuleFile {
  readonly path: string;
  readonly format: RuleFormat;
  readonly lines: readonly RuleFileLine[];
  readonly fields: readonly FrontField[];
  /** Whether it has front matter. */
  readonly hasFront: boolean;
}

const MAX_FRONT_LINES = 200;

/** Reads an instruction file. Nothing is lost: `renderRuleFile` gives back the same text. */
export function parseRuleFile(text: string, { path, format }: Pick<RuleFile, "path" | "format">): RuleFile {
  const raw = splitLines(text);
  const managed = managedLines(text, raw);
  const front = frontEnd(raw);
  const reader = createLineReader();
  const lines = raw.map(({ text: content, end, start }, index): RuleFileLine => {
    const line = { number: index + 1, text: content, end };
    if (index < front) return { ...line, kind: "front" };
    const read = reader(content);
    return managed(start) ? { ...line, kind: "managed" } : { ...line, ...read };
  });
  return { path, format, lines, fields: readFrontFields(lines), hasFront: front > 0 };
}

export const renderRuleFile = ({ lines }: Pick<RuleFile, "lines">): string =>
  lines.map(({ text, end }) => text + end).join("");

interface RawLine {
  readonly text: string;
  readonly end: string;
  readonly start: number;
}

function splitLines(text: string): readonly RawLine[] {
  const lines: RawLine[] = [];
  for (let start = 0; start < text.length;) {
    const feed = text.indexOf("\n", start);
    const next = feed === -1 ? text.length : feed + 1;
    const width = feed === -1 ? 0 : feed > start && text[feed - 1] === "\r" ? 2 : 1;
    lines.push({ text: text.slice(start, next - width), end: text.slice(next - width, next), start });
    start = next;
  }
  return lines;
}

function managedLines(text: string, lines: readonly RawLine[]): (start: number) => boolean {
  if (!text.includes("emend:") || lines.length === 0) return () => false;
  if (isManagedFile(text)) return () => true;
  const found = findBlock(text);
  const block = found.ok ? found.value.block : undefined;
  return (start) => block !== undefined && start >= block.start && start < block.end;
}

/** How many lines the front matter has; 0 without one. */
function frontEnd(lines: readonly RawLine[]): number {
  if (lines[0]?.text.replace(/^\uFEFF/, "").trimEnd() !== "---") return 0;
  const end = lines.slice(0, MAX_FRONT_LINES).findIndex(({ text }, at) => at > 0 && text.trimEnd() === "---");
  return end + 1;
}

const FENCE = /^[\t >]{0,40}(`{3,}|~{3,})([^\n]{0,200})/;
export const BULLET = /^\s{0,40}(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/;

/** Classifies lines one after the other. */
function createLineReader(): (text: string) => Pick<RuleFileLine, "kind" | "info"> {
  let fence: { readonly marks: string; readonly info: string } | undefined;
  let inComment = false;
  let before: LineKind = "blank";
  const classify = (text: string): Pick<RuleFileLine, "kind" | "info"> => {
    const [, marks, after = ""] = inComment ? [] : (FENCE.exec(text) ?? []);
    if (fence !== undefined) {
      const { info } = fence;
      const closes = marks?.startsWith(fence.marks) === true && after.trim() === "";
      if (closes) fence = undefined;
      return { kind: "code", info };
    }
    if (marks !== undefined && !(marks.startsWith("`") && after.includes("`"))) {
      fence = { marks, info: (after.trim().split(/[\s{,]/, 1)[0] ?? "").toLowerCase() };
      return { kind: "code", info: fence.info };
    }
    if (inComment) {
      inComment = !text.includes("-->");
      return { kind: "comment" };
    }
    if (/^\s{0,40}<!--/.test(text)) {
      const rest = text.slice(text.indexOf("<!--") + 4);
      inComment = !rest.includes("-->");
      if (inComment || rest.trimEnd().endsWith("-->")) return { kind: "comment" };
    }
    return { kind: plainKind(text, before) };
  };
  return (text) => {
    const read = classify(text);
    before = read.kind;
    return read;
  };
}

function plainKind(text: string, before: LineKind): LineKind {
  const trimmed = text.trim();
  if (trimmed === "") return "blank";
  if (/^ {0,3}#{1,6}(?:\s|$)/.test(text)) return "heading";
  if (/^(?:[-*_=] ?){3,}$/.test(trimmed)) return "rule";
  if (trimmed.startsWith("|")) return "table";
  if (trimmed.startsWith(">")) return "quote";
  if (BULLET.test(text)) return "item";
  if (/^@[\w~./-]/.test(trimmed) && !trimmed.includes(" ")) return "import";
  if (/^(?: {4}|\t)/.test(text) && (before === "code" || before === "heading")) return "code";
  return "text";
}
