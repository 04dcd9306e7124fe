import { useRef, useState } from "react";
import { Button } from "./button.tsx";

export function CopyField({ text, label }: { readonly text: string; readonly label: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [status, setStatus] = useState("");
  const copy = async (): Promise<void> => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(text);
      setStatus("Copied");
    } catch {
      setStatus("Selected: copy it with the keyboard");
    }
  };
  return (
    <div className="grid gap-1">
      <div className="flex gap-2">
        <input
          ref={field}
          className="field mono min-w-0"
          readOnly
          value={text}
          aria-label={label}
          onFocus={(event) => event.target.select()}
        />
        <Button onClick={() => void copy()}>Copy</Button>
      </div>
      <p role="status" className="min-h-4 text-meta text-ink-2">
        {status}
      </p>
    </div>
  );
}
