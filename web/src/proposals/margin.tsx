import type { Session } from "../api/session.ts";
import { Benefit } from "./benefit.tsx";
import { Cost } from "./cost.tsx";
import { Earlier } from "./earlier.tsx";
import type { Proposal } from "./proposals-query.ts";
import { Signatures } from "./signatures.tsx";
import { TextWarnings } from "./text-warnings.tsx";
import { WhereItGoes } from "./where-it-goes.tsx";

/** Beside the text: who signs, what is wrong with it, what it costs and brings. */
export function Margin({ proposal, session }: { readonly proposal: Proposal; readonly session: Session }) {
  const isWordless = proposal.version.wants_words !== undefined;
  return (
    <>
      <div className="max-two:hidden">
        <Signatures proposal={proposal} session={session} />
        {isWordless ? null : <TextWarnings text={proposal.version.text} warnings={proposal.warnings} />}
      </div>
      <Earlier proposal={proposal} />
      {isWordless ? null : (
        <>
          <Cost proposal={proposal} />
          <Benefit proposal={proposal} />
        </>
      )}
      <WhereItGoes proposal={proposal} />
    </>
  );
}
