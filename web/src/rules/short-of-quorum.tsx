import { Mark } from "../marks/mark.tsx";
import { countWord, plural } from "../parts/words.ts";
import type { RuleSummary } from "./rule-state.ts";

/** Says that fewer people approved what is in force than were required, as is known now. */
export function ShortOfQuorum({ short }: { readonly short: RuleSummary["short_of_quorum"] }) {
  if (short === null) return null;
  return (
    <p className="mt-2 flex gap-2 text-second">
      <Mark name="query" tone="red" size={16} />
      <span>
        In force with fewer people than required: {countWord(short.given)} of{" "}
        {plural(short.required, "person", "people")}. Logins that count as one person approved it, or a token
        that an approver issued. Retire it if nobody else approves of it.
      </span>
    </p>
  );
}
