import { Button } from "../parts/button.tsx";
import { Empty } from "../parts/states.tsx";

/** An empty queue says what fills it. */
export function NothingWaits({ propose }: { readonly propose?: () => void }) {
  return (
    <div className="one:pl-12">
      <Empty title="No proposal waits for an answer.">
        <p>
          Emend proposes a rule when people keep saying the same thing to an agent: three corrections alike,
          or two people who agree, unless your policy says otherwise. Corrections come from the inbox, from
          GitHub reviews, from CI logs and from imports.
        </p>
        {propose === undefined ? null : (
          <Button className="mt-4" hint="n" onClick={propose}>
            Propose a rule by hand
          </Button>
        )}
      </Empty>
    </div>
  );
}
