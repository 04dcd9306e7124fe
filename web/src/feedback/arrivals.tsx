import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLive } from "../api/live.ts";
import { Mark } from "../components/mark.tsx";
import { Key } from "../components/key.tsx";
import { useKeys } from "../shell/use-keys.ts";
import { InSlot } from "./explorer-slots.tsx";
import { queryKeys } from "../api/query-keys.ts";

/** What came in while somebody reads waits here, so that nothing moves under the cursor. */
export function Arrivals({ type, words }: { readonly type: string; readonly words: string }) {
  const client = useQueryClient();
  const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set());
  useLive((event) => {
    if (event.type === type) setArrived((before) => new Set(before).add(event.subject));
    if (event.type === "reset") setArrived(new Set());
  });
  const putIn = (): void => {
    setArrived(new Set());
    void client.invalidateQueries({ queryKey: queryKeys.explorer.all() });
  };
  return <ArrivedBar count={arrived.size} words={words} putIn={putIn} />;
}

/** How many wait to be put in, at the top, where it moves nothing. */
export function ArrivedBar({
  count,
  words,
  putIn,
}: {
  readonly count: number;
  readonly words: string;
  readonly putIn: () => void;
}) {
  useKeys(count <= 0 ? [] : [{ keys: "n", label: "put in what arrived", run: putIn }]);
  return (
    <InSlot name="arrived">
      <p role="status" className="flex items-center gap-2 text-second whitespace-nowrap text-ink-2">
        {count <= 0 ? null : (
          <>
            <Mark name="caret" tone="red" />
            <span>
              <strong className="font-semibold text-ink">
                {count} {words}
              </strong>
              <span className="max-two:heard"> while you were reading</span>
            </span>
            <button type="button" className="quiet min-h-6" onClick={putIn}>
              Put them in
            </button>
            <span className="max-one:hidden">
              <Key>n</Key>
            </span>
          </>
        )}
      </p>
    </InSlot>
  );
}
