import { diffLines } from "./diff.ts";
import { DiffRow } from "./diff-row.tsx";
import { VisibleText } from "../components/visible-text.tsx";

const AROUND = 3;

export function EditedLines({
  original,
  text,
  firstLine,
}: {
  readonly original: string;
  readonly text: string;
  readonly firstLine: number;
}) {
  const steps = diffLines(original.split("\n"), text.split("\n"));
  let before = firstLine;
  let after = firstLine;
  const rows = steps.map(({ kind, text: line }) => ({
    kind,
    line,
    before: kind === "added" ? null : before++,
    after: kind === "removed" ? null : after++,
  }));
  const isNear = (at: number): boolean =>
    rows.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ kind }) => kind !== "same");
  let hidden = 0;
  return rows.map(({ kind, line, ...numbers }, at) => {
    if (!isNear(at)) {
      hidden += 1;
      const isLast = at === rows.length - 1 || isNear(at + 1);
      if (!isLast) return null;
      const left = hidden;
      hidden = 0;
      return <UnchangedLines key={at} lines={left} />;
    }
    return (
      <DiffRow key={at} kind={kind === "same" ? "same" : kind === "added" ? "put" : "struck"} {...numbers}>
        <VisibleText text={line} />
      </DiffRow>
    );
  });
}

function UnchangedLines({ lines }: { readonly lines: number }) {
  return (
    <p className="py-1 pl-5 text-meta text-ink-3 md:pl-[68px]">
      {lines === 1 ? "1 unchanged line" : `${lines} unchanged lines`}
    </p>
  );
}
