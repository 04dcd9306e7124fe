import { useId, useState } from "react";
import { Dialog } from "../components/dialog.tsx";
import { Key } from "../components/key.tsx";
import { closeOverlay } from "./overlay-state.ts";
import { usePagesAndActions } from "./palette-pages.ts";
import { useRecords } from "./palette-records.ts";

/** Finds pages, actions and whatever is recorded by what it says. */
export function Palette() {
  const list = useId();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const asked = text.trim();
  const places = usePagesAndActions(asked);
  const { found: records, isSearching } = useRecords(asked);
  const found = [...places, ...records];
  const chosen = Math.min(at, found.length - 1);
  const go = (index: number): void => {
    const one = found[index];
    if (one === undefined) return;
    closeOverlay();
    one.go();
  };
  return (
    <Dialog title="Search or jump to" close={closeOverlay}>
      <input
        className="field"
        autoFocus
        value={text}
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        {...(found.length === 0 ? {} : { "aria-activedescendant": `${list}-${chosen}` })}
        aria-label="What are you looking for?"
        placeholder="A page, a rule, an agent, what somebody said …"
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          // Enter confirms an input method's composition.
          if (event.nativeEvent.isComposing) return;
          if (event.key === "ArrowDown") setAt(Math.min(found.length - 1, chosen + 1));
          else if (event.key === "ArrowUp") setAt(Math.max(0, chosen - 1));
          else if (event.key === "Enter") go(chosen);
          else return;
          event.preventDefault();
        }}
      />
      <ul id={list} role="listbox" aria-label="Results" className="mt-3 max-h-[60dvh] overflow-y-auto">
        {found.map(({ id, label, kind, keys }, index) => (
          <li
            key={id}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === chosen}
            ref={index === chosen ? intoView : undefined}
            className={`flex cursor-pointer items-center justify-between gap-3 px-3 py-2 ${index === chosen ? "bg-sunk" : ""}`}
            onClick={() => go(index)}
            onMouseMove={() => setAt(index)}
          >
            <span className="line-clamp-2 min-w-0 break-words" dir="auto">
              {label}
            </span>
            {keys === undefined ? (
              <span className="text-meta whitespace-nowrap text-ink-3">{kind}</span>
            ) : (
              <span className="flex gap-1">
                {keys.split(" ").map((key) => (
                  <Key key={key}>{key}</Key>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className="min-h-5 px-3 pt-2 text-second text-ink-2">
        {isSearching ? "Searching …" : found.length === 0 ? `Nothing contains “${asked}”.` : ""}
      </p>
    </Dialog>
  );
}

const intoView = (row: HTMLLIElement | null): void => row?.scrollIntoView({ block: "nearest" });
