import { maskPrivate } from "../rule-text/secrets.ts";
import { packClaims } from "../rule/pack-origin.ts";
import { parseRulePack } from "./parse-rule-pack.ts";
import { PACK_FILE, type PackRule, type RulePack } from "./rule-pack.ts";

/** A rule that no reader would take. */
interface RefusedRule {
  readonly id: string;
  readonly message: string;
}

/** The rules of a pack that its readers will take, and the others. */
export function splitFitRules(
  head: Omit<RulePack, "rules">,
  rules: readonly PackRule[],
): { readonly fit: readonly PackRule[]; readonly refused: readonly RefusedRule[] } {
  const refused: RefusedRule[] = [];
  const fit = rules.filter((rule) => {
    const read = parseRulePack(renderPack({ ...head, rules: [rule] }));
    const message = read.ok
      ? maskPrivate(rule.text) === rule.text
        ? undefined
        : "its text holds something private"
      : (read.error[0]?.message ?? "");
    if (message !== undefined) refused.push({ id: rule.id, message });
    return message === undefined;
  });
  return { fit, refused };
}

export const renderPack = (pack: RulePack): string => `${JSON.stringify(pack, null, 2)}\n`;

/** The package.json of a pack: what npm needs, and whatever else was in it. */
export function renderPackManifest(
  { name, version, description, license }: RulePack,
  before: Readonly<Record<string, unknown>>,
): string {
  const { files } = before;
  const listed = Array.isArray(files) ? files.filter((file) => typeof file === "string") : [];
  const manifest = {
    ...before,
    name,
    version,
    description,
    license,
    files: [...new Set([...listed, PACK_FILE])],
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** What people read before they use the pack. */
export function renderPackReadme({ name, version, description, license, rules }: RulePack): string {
  const list = rules.map(({ text, paths, evidence }) => {
    const where = paths.map((path) => `\`${path.replaceAll("`", "")}\``).join(", ");
    const details = [where === "" ? "" : `in ${where}`, packClaims(evidence)].filter((part) => part !== "");
    return `- ${plain(text)}${details.length === 0 ? "" : ` (${plain(details.join("; "))})`}`;
  });
  return `# ${name}

${description === "" ? "Rules for AI agents." : plain(description)}

A rule pack for [Emend](https://github.com/emend-dev/emend): ${rules.length} ${rules.length === 1 ? "rule" : "rules"}, version ${version}, ${license}.

Name the place that you have it from: its folder, its git repository such as \`git+https://git.example/rules.git#v${version}\`, or, if its author
published it there, the npm package \`npm:${name}\`.

\`\`\`sh
emend packs add ./rules
\`\`\`

The rules become proposals. None of them is in force before your own people approve it.

## Rules

${list.join("\n")}
`;
}

/** Text in a Markdown page. */
const plain = (text: string): string => text.replaceAll(/[\r\n]+/g, " ").replaceAll(/[<>]/g, "");
