import { useNavigate } from "@tanstack/react-router";
import { useId, useState } from "react";
import { Dialog } from "../components/dialog.tsx";
import { Key } from "../components/key.tsx";
import { closeOverlay, openHelp } from "./overlay-state.ts";
import { PAGES } from "./pages.ts";

export function Palette() {
  const navigate = useNavigate();
  const list = useId();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const query = text.trim().toLowerCase();
  const found = [
    ...PAGES.filter(({ label }) => label.toLowerCase().includes(query)).map(({ to, label, keys }) => ({
      label,
      hint: keys,
      go: () => void navigate({ to }),
    })),
    ...("keys and marks".includes(query) ? [{ label: "Keys and marks", hint: "?", go: openHelp }] : []),
    ...(query === ""
      ? []
      : [
          {
            label: `Agent “${text.trim()}”`,
            hint: "",
            go: () => void navigate({ to: "/agents/$agent", params: { agent: text.trim() } }),
          },
          {
            label: `Search feedback for “${text.trim()}”`,
            hint: "",
            go: () => void navigate({ to: "/feedback", search: { text: text.trim() } }),
          },
        ]),
  ];
  const chosen = Math.min(at, found.length - 1);
  const go = (index: number): void => {
    closeOverlay();
    found[index]?.go();
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
        aria-activedescendant={`${list}-${chosen}`}
        aria-label="Page, agent or search text"
        placeholder="Page, agent or search text"
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
      <ul id={list} role="listbox" aria-label="Results" className="mt-3">
        {found.map(({ label, hint }, index) => (
          <li
            key={label}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === chosen}
            className={`flex cursor-pointer items-center justify-between px-3 py-2 ${index === chosen ? "bg-sunk" : ""}`}
            onClick={() => go(index)}
            onMouseMove={() => setAt(index)}
          >
            {label}
            {hint === "" ? null : (
              <span className="flex gap-1">
                {hint.split(" ").map((key) => (
                  <Key key={key}>{key}</Key>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
