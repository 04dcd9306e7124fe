import { useRef, useState } from "react";

/**
 * A list that does not move under whoever reads it: what comes in later is shown in place as long as the order is the same, and
 * waits to be put in where it is not. Another `key` is another list.
 */
export function useHeld<T>(
  fresh: T | undefined,
  orderOf: (list: T) => string,
  key: string,
): { readonly shown: T | undefined; readonly waits: boolean; readonly putIn: () => void } {
  const [held, setHeld] = useState<{ readonly key: string; readonly list: T } | undefined>(undefined);
  const latest = useRef(fresh);
  latest.current = fresh;
  const isSame = held !== undefined && held.key === key;
  const fits = fresh !== undefined && (!isSame || orderOf(held.list) === orderOf(fresh));
  if (fits && held?.list !== fresh) setHeld({ key, list: fresh });
  const shown = fits ? fresh : isSame ? held.list : undefined;
  return {
    shown,
    waits: fresh !== undefined && !fits,
    putIn: () => {
      if (latest.current !== undefined) setHeld({ key, list: latest.current });
    },
  };
}
