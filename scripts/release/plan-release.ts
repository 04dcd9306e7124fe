/** How much a change asks of users, the largest first. */
const BUMPS = ["major", "minor", "patch"] as const;
export type Bump = (typeof BUMPS)[number];

const HEADINGS: Readonly<Record<Bump, string>> = {
  major: "Breaking changes",
  minor: "New",
  patch: "Fixed",
};

export interface Changeset {
  readonly bump: Bump;
  /** Markdown for users, which becomes part of the changelog as it is. */
  readonly text: string;
}

export interface ReleasePlan {
  readonly version: string;
  readonly changelog: string;
}

export const isBump = (text: string | undefined): text is Bump => BUMPS.some((bump) => bump === text);

/** A changeset has the form that the changesets tool uses: `emend: minor` between two lines of dashes, then Markdown. */
export function parseChangeset(name: string, file: string): Changeset {
  const [, bump, text] = /^---\n"?emend"?: (\w+)\n---\n([\s\S]+)$/.exec(file) ?? [];
  if (!isBump(bump) || text?.trim() === "" || text === undefined)
    throw new Error(`${name}: expected "---", "emend: major|minor|patch", "---", then what changed`);
  return { bump, text: text.trim() };
}

export const formatChangeset = ({ bump, text }: Changeset): string =>
  `---\nemend: ${bump}\n---\n\n${text.trim()}\n`;

/**
 * The next version and the changelog that describes it. A version that was never tagged is released as it is; before
 * 1.0 a breaking change raises the minor number, as npm's ranges expect.
 */
export function planRelease(given: {
  readonly version: string;
  readonly isTagged: boolean;
  readonly changelog: string;
  readonly changesets: readonly Changeset[];
  readonly date: string;
}): ReleasePlan {
  const { changelog, changesets, date } = given;
  const unreleased = /^## Unreleased\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(changelog);
  const earlier = unreleased?.[1]?.trim() ?? "";
  if (changesets.length === 0 && earlier === "")
    throw new Error("nothing to release: add a changeset first, with npm run changeset");
  const version = given.isTagged ? raise(given.version, changesets) : given.version;
  const groups = BUMPS.flatMap((bump) => {
    const texts = changesets.filter((changeset) => changeset.bump === bump).map(({ text }) => toItem(text));
    return texts.length === 0 ? [] : [`### ${HEADINGS[bump]}\n\n${texts.join("\n")}`];
  });
  const section = [`## ${version} (${date})`, ...(earlier === "" ? [] : [earlier]), ...groups].join("\n\n");
  const rest = unreleased === null ? changelog : changelog.replace(unreleased[0], "");
  const at = rest.search(/^## /m);
  const [head, older] = at === -1 ? [rest, ""] : [rest.slice(0, at), rest.slice(at)];
  return { version, changelog: `${[head.trim(), section, older.trim()].filter(Boolean).join("\n\n")}\n` };
}

/** What the changelog says about one version, without its heading. */
export function releaseNotes(changelog: string, version: string): string {
  const sections = changelog.split(/^(?=## )/m);
  const section = sections.find((text) => text.startsWith(`## ${version} `));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section for ${version}`);
  return `${section.slice(section.indexOf("\n")).trim()}\n`;
}

function raise(version: string, changesets: readonly Changeset[]): string {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  const bump = BUMPS.find((name) => changesets.some((changeset) => changeset.bump === name)) ?? "patch";
  if (bump === "patch") return `${major}.${minor}.${patch + 1}`;
  return bump === "minor" || major === 0 ? `${major}.${minor + 1}.0` : `${major + 1}.0.0`;
}

const toItem = (text: string): string =>
  text.startsWith("- ") ? text : `- ${text.replaceAll(/\n(?=.)/g, "\n  ")}`;
