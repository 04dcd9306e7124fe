import type { Finding } from "./finding.ts";

type Halves = Pick<Finding, "text" | "act" | "what" | "insteadOf">;

/** The two halves of a rule of the table: what is wanted, and what is not. */
export function splitRule(rule: string): Halves {
  const text = rule.replace(/\.$/, "");
  const [, wanted, unwanted] = /^(.+?)(?: instead of | rather than |, not )(.+)$/.exec(text) ?? [];
  if (wanted !== undefined && unwanted !== undefined) {
    return { text, act: "replace", what: lower(wanted), insteadOf: unwanted };
  }
  const [, banned, better] = /^(?:Do not|Never) ([^;]+)(?:; (.+))?$/.exec(text) ?? [];
  if (banned !== undefined) {
    return better === undefined
      ? { text, act: "avoid", what: banned }
      : { text, act: "replace", what: better, insteadOf: banned };
  }
  const [, left] = /^(?:Leave out|Remove|Leave no) ([^;]+)/.exec(text) ?? [];
  return left === undefined ? { text, act: "do", what: lower(text) } : { text, act: "avoid", what: left };
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
