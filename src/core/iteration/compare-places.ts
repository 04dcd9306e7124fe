import type { FeedbackLocation } from "../actionable/actionable-feedback.ts";

type Place = Pick<FeedbackLocation, "type" | "reference">;

/** Whether two locations of different rounds are one place; lines move, so they never tell. */
export type PlaceRelation = "same" | "other" | "unknown";

export function comparePlaces(a: Place, b: Place): PlaceRelation {
  if (a.type !== b.type || a.type === "line" || a.type === "range") return "unknown";
  const [one, other] = [placeName(a), placeName(b)];
  if (one === "" || other === "") return "unknown";
  if (one === other) return "same";
  if (a.type === "function" || a.type === "element") return sameTail(one, other) ? "same" : "other";
  if (a.type === "path") return one.endsWith(`/${other}`) || other.endsWith(`/${one}`) ? "same" : "other";
  return "other";
}

/** "OrderRepo.search" and "search" are one function; "OrderRepo.search" and "UserRepo.search" are two. */
function sameTail(a: string, b: string): boolean {
  const [one, other] = [a, b].map((name) => name.split(/(?:\.|#|::|->)+/).filter((part) => part !== ""));
  const shared = Math.min(one!.length, other!.length);
  return shared > 0 && one!.slice(-shared).join(".") === other!.slice(-shared).join(".");
}

/** The name of a place without what changes from round to round: case, numbering, parameters, marks. */
export function placeName({ type, reference }: Place): string {
  const name = reference.trim().toLowerCase().replaceAll(/\s+/g, " ").slice(0, 500);
  switch (type) {
    case "function":
      return withoutParameters(name.replaceAll("`", ""))
        .replace(
          /^(?:(?:export|default|async|function|def|fn|func|fun|static|public|private|protected|method) )+/,
          "",
        )
        .trim();
    case "section":
      return withoutNumber(name);
    case "path":
      return name.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
    case "element":
    case "line":
    case "range":
      return name.replaceAll("`", "");
  }
}

function withoutParameters(name: string): string {
  const open = name.indexOf("(");
  return open <= 0 ? name : name.slice(0, open);
}

/** Headings are numbered anew when one is put in before them; one that is a number only keeps it. */
function withoutNumber(name: string): string {
  const plain = name
    .replace(/^#{1,6} ?/, "")
    .replaceAll(/[`*_"“”]/g, "")
    .replace(/[:.]$/, "")
    .trim();
  const words = plain
    .replace(/^(?:section |chapter |§ ?)?\d{1,4}(?:\.\d{1,4})*[.):]? ?(?:[-–—] )?/, "")
    .trim();
  return words === "" ? plain : words;
}
