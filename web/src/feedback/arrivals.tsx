import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLive } from "../api/live.ts";
import { Mark } from "../components/mark.tsx";
import { Key } from "../components/key.tsx";
import { useKeys } from "../shell/use-keys.ts";
import { InSlot } from "./explorer-slots.tsx";
import { queryKeys } from "../api/query-keys.ts";

export function Arrivals({ type, text }: { readonly type: string; readonly text: string }) {
  const client = useQueryClient();
  const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set());
  useLive((event) => {
    if (event.type === type) setArrived((before) => new Set(before).add(event.subject));
    if (event.type === "reset") setArrived(new Set());
  });
  const showNew = (): void => {
    setArrived(new Set());
    void client.invalidateQueries({ queryKey: queryKeys.explorer.all() });
  };
  return <ArrivedBar count={arrived.size} text={text} showNew={showNew} />;
}

export function ArrivedBar({
  count,
  text,
  showNew,
}: {
  readonly count: number;
  readonly text: string;
  readonly showNew: () => void;
}) {
  useKeys(count <= 0 ? [] : [{ keys: "n", label: "show what is new", run: showNew }]);
  return (
    <InSlot name="arrived">
      <p role="status" className="flex items-center gap-2 text-second whitespace-nowrap text-ink-2">
        {count <= 0 ? null : (
          <>
            <Mark name="caret" tone="red" />
            <span>
              <strong className="font-semibold text-ink">
                {count} {text}
              </strong>
              <span className="max-lg:sr-only"> while you were reading</span>
            </span>
            <button type="button" className="quiet min-h-6" onClick={showNew}>
              Show them
            </button>
            <span className="max-md:hidden">
              <Key>n</Key>
            </span>
          </>
        )}
      </p>
    </InSlot>
  );
}
