import { BUILT_IN_PACKS } from "../../src/core/gate/built-in-packs.ts";
import { formatRejection } from "../../src/core/gate/format-rejection.ts";
import {
  createGateCatalogue,
  GATE_ROUTES,
  GATE_SEVERITIES,
  type Gate,
  type GatePack,
} from "../../src/core/gate/gate.ts";
import { anchor, code, fence, opening, table } from "./markdown.ts";

/** A pack to begin from; a test reads it as a user's file is read. */
export const OWN_PACK = {
  name: "our-gates",
  description: "What our team refuses besides the gates of code",
  extends: "code",
  gates: [
    {
      tag: "no_changelog",
      gate: "Changelog",
      description: "A change that users notice has no line in the changelog",
      fix: "Add one line under Unreleased that says what users can do now.",
      severity: "blocking",
      auto_fixable: false,
      route: "llm_fix",
    },
  ],
} as const;

const ROUTE_WORDS: Readonly<Record<(typeof GATE_ROUTES)[number], string>> = {
  auto_fix: "a tool mends it",
  llm_fix: "the agent mends it",
  convert: "it becomes something else",
  close: "it is dropped",
};

const SEVERITY_WORDS: Readonly<Record<(typeof GATE_SEVERITIES)[number], string>> = {
  blocking: "must be mended",
  warning: "should be mended",
};

/** The built-in packs with their gates, the comment that comes of them, and the form of a pack of one's own. */
export function gatePacksPage(): string {
  return [
    ...opening("Gate packs", "the packs in `src/core/gate`"),
    "A gate is a condition that work must meet. A rejection names the tags of the gates that failed, and each tag brings what is",
    "wrong and what to do about it ([`emend reject`](cli.md#emend-reject), [`/api/v1/rejections`](api.md)). Without `gates.packs`",
    "([settings](../configuration.md)) all built-in packs are in use.",
    "",
    `Packs: ${BUILT_IN_PACKS.map(({ name }) => `[${code(name)}](#${anchor(name)})`).join(", ")}, and [your own](#your-own).`,
    "",
    ...table(
      ["word", "means"],
      [
        ...GATE_SEVERITIES.map((each) => [`severity ${code(each)}`, SEVERITY_WORDS[each]]),
        ...GATE_ROUTES.map((each) => [`route ${code(each)}`, ROUTE_WORDS[each]]),
      ],
    ),
    ...BUILT_IN_PACKS.flatMap(packSection),
    "## Your own",
    "",
    "A pack is a JSON file. `extends` takes the gates of a built-in pack over; a gate under the same tag replaces its own.",
    "`fallback_tag` may be left out. Name the file in `gates.packs` or with `--pack`; `emend reject --list --pack our-gates.json`",
    "checks it and lists what it holds.",
    "",
    ...fence("json", JSON.stringify(OWN_PACK, null, 2)),
  ]
    .join("\n")
    .replace(/\n+$/, "\n");
}

const packSection = (pack: GatePack): readonly string[] => [
  `## ${pack.name}`,
  "",
  `${pack.description}. A rejection that names no gate counts as ${code(pack.fallback_tag)}.`,
  "",
  ...table(["tag", "gate", "wrong", "fix", "severity", "route"], pack.gates.map(gateRow)),
  `What ${code(`emend reject ${firstOf(pack).tag} --pack ${pack.name} --source ci`)} writes:`,
  "",
  ...fence("markdown", exampleOf(pack)),
];

const gateRow = (gate: Gate): readonly string[] => [
  code(gate.tag),
  gate.gate,
  gate.description,
  gate.fix,
  gate.severity,
  `${code(gate.route)}${gate.auto_fixable ? ", a tool can" : ""}`,
];

const firstOf = ({ gates }: GatePack): Gate => gates[0]!;

const exampleOf = (pack: GatePack): string =>
  formatRejection({
    issues: [firstOf(pack).tag],
    source: "ci",
    ts: "2026-03-01T09:00:00Z",
    catalogue: createGateCatalogue([pack]),
  });
