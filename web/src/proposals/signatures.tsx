import type { Session } from "../api/session.ts";
import { Mark } from "../components/mark.tsx";
import { Section } from "../components/section.tsx";
import { Ago } from "../components/time.tsx";
import type { Proposal } from "./proposal-queries.ts";
import { capitalize, countWord } from "../lib/format.ts";
import { joinNames } from "./format-proposal.ts";

export function Signatures({
  proposal: { approval, version },
  session,
}: {
  readonly proposal: Proposal;
  readonly session: Session;
}) {
  const { required, given, missing, approved_by, not_from, uncounted, you } = approval;
  const others = not_from.filter((name) => !approved_by.some(({ by }) => by === name) && name !== session.id);
  const isYou = (name: string): boolean => name === session.id;
  return (
    <Section title="Approvals" end={`${given} of ${required}`}>
      <ul>
        {approved_by.map(({ by, at }) => (
          <li key={by} className="flex gap-3 border-b border-hair py-2">
            <Mark name="stet" tone="green" />
            <div>
              <p className={`serif text-rule ${isYou(by) ? "italic" : ""}`}>
                {by}
                {isYou(by) ? ", you" : ""}
              </p>
              <p className="text-second text-ink-2">
                approved version {version.version}, <Ago time={at} />
              </p>
              {uncounted
                .filter((each) => each.by === by)
                .map(({ issuer, why }) => (
                  <p key={issuer} className="text-second text-red">
                    Not counted: {issuer}, who issued this token,{" "}
                    {why === "issuer_approved" ? "approved" : "proposed"} this version.
                  </p>
                ))}
            </div>
          </li>
        ))}
        {you?.can_approve === true ? (
          <li className="flex gap-3 border-b border-hair py-2">
            <Mark name="caret" tone="red" />
            <div>
              <p className="serif text-rule italic">{session.id}, you</p>
              <p className="text-second text-ink-2">
                <b className="font-semibold text-red">to decide.</b>{" "}
                {missing === 1 ? "Your approval would put it into force" : "Others must approve too"}
              </p>
            </div>
          </li>
        ) : null}
      </ul>
      <p className="mt-2 text-second text-ink-2">
        {version.status === "pending"
          ? stillNeeded(missing, you?.can_approve === true)
          : "Nothing to decide."}
        {others.length === 0 ? "" : ` Not from ${joinNames(others)}.`}
        {you !== null && !you.can_approve && you.message !== null ? ` For you: ${you.message}.` : ""}
      </p>
    </Section>
  );
}

const stillNeeded = (missing: number, isYours: boolean): string =>
  missing === 1
    ? isYours
      ? "Any other approver can decide instead."
      : "One more approval needed."
    : `${capitalize(countWord(missing))} more approvals needed, from different people.`;
