import { createHash } from "node:crypto";

/** Marks what was answered by its content. */
export const contentTag = (body: string | Uint8Array): string =>
  `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;

/** Whether one of the tags of If-None-Match is this one; weak and strong ones are alike here. */
export function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const bare = tag.replace(/^W\//, "");
  return header.split(",").some((each) => {
    const one = each.trim();
    return one === "*" || one.replace(/^W\//, "") === bare;
  });
}

/** What is between the quotes of a single If-Match. */
export function matchedRevision(header: string | undefined): string | undefined {
  return /^\s{0,9}(?:W\/)?"([^"]{1,200})"\s{0,9}$/.exec(header ?? "")?.[1];
}
