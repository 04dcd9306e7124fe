import { VisibleText } from "../components/visible-text.tsx";
import type { Schemas } from "../api/contract.ts";

/** The rule pack that a version's words came from. */
export function FromPack({ pack }: { readonly pack: Schemas["RuleVersion"]["pack"] }) {
  if (pack === undefined) return null;
  const { name, version, source, changed } = pack;
  const what = `${name} ${version} (${source})${changed === true ? ", changed here" : ""}`;
  return (
    <>
      From the pack <VisibleText text={what} isOneLine />; its evidence was gathered elsewhere.
    </>
  );
}
