import { useState } from "react";

const CHOICES = [
  { name: "system", label: "same as system" },
  { name: "light", label: "light" },
  { name: "dark", label: "dark" },
] as const;

type Choice = (typeof CHOICES)[number]["name"];

const present = (): Choice => {
  const theme = document.documentElement.dataset["theme"];
  return theme === "light" || theme === "dark" ? theme : "system";
};

function choose(choice: Choice): void {
  if (choice === "system") {
    delete document.documentElement.dataset["theme"];
    localStorage.removeItem("emend.theme");
    return;
  }
  document.documentElement.dataset["theme"] = choice;
  localStorage.setItem("emend.theme", choice);
}

export function ThemeChoice() {
  const [chosen, setChosen] = useState(present);
  return (
    <fieldset className="flex flex-wrap gap-x-6 gap-y-1">
      <legend className="sr-only">Light or dark</legend>
      {CHOICES.map(({ name, label }) => (
        <label key={name} className="flex min-h-8 items-center gap-2">
          <input
            type="radio"
            name="theme"
            className="size-4 accent-ink"
            checked={chosen === name}
            onChange={() => {
              choose(name);
              setChosen(name);
            }}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
