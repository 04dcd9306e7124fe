import { describe, expect, it } from "vitest";
import {
  formatChangeset,
  parseChangeset,
  planRelease,
  releaseNotes,
  type Changeset,
} from "./plan-release.ts";

const changelog = "# Changelog\n\nFor users.\n\n## 0.3.1 (2026-01-02)\n\n### Fixed\n\n- A typo.\n";
const patch: Changeset = { bump: "patch", text: "The list keeps its order." };
const minor: Changeset = { bump: "minor", text: "`emend lint` takes a folder.\nIt reads every file in it." };
const major: Changeset = { bump: "major", text: "`--old` is gone." };
const base = { version: "0.3.1", isTagged: true, changelog, date: "2026-02-03" };

describe("18.14 one release command", () => {
  it.each([
    ["0.3.1", [patch], "0.3.2"],
    ["0.3.1", [patch, minor], "0.4.0"],
    ["0.3.1", [major], "0.4.0"],
    ["1.3.1", [major, patch], "2.0.0"],
  ])("18.14 takes the version after %s from the changesets", (version, changesets, expected) => {
    expect(planRelease({ ...base, version, changesets }).version).toBe(expected);
  });

  it("18.14 releases a version that was never tagged as it is", () => {
    expect(planRelease({ ...base, isTagged: false, changesets: [minor] }).version).toBe("0.3.1");
  });

  it("18.14 writes the changelog by version, newest first, grouped by what users must do", () => {
    const { changelog: written } = planRelease({ ...base, changesets: [patch, minor] });
    expect(written).toBe(
      "# Changelog\n\nFor users.\n\n## 0.4.0 (2026-02-03)\n\n### New\n\n- `emend lint` takes a folder.\n" +
        "  It reads every file in it.\n\n### Fixed\n\n- The list keeps its order.\n\n" +
        "## 0.3.1 (2026-01-02)\n\n### Fixed\n\n- A typo.\n",
    );
    expect(releaseNotes(written, "0.3.1")).toBe("### Fixed\n\n- A typo.\n");
    expect(() => releaseNotes(written, "0.3")).toThrow("no section for 0.3");
  });

  it("18.14 keeps what stood under Unreleased", () => {
    const old = changelog.replace("## 0.3.1", "## Unreleased\n\n- Written by hand.\n\n## 0.3.1");
    const { changelog: written } = planRelease({ ...base, changelog: old, changesets: [patch] });
    expect(releaseNotes(written, "0.3.2")).toBe(
      "- Written by hand.\n\n### Fixed\n\n- The list keeps its order.\n",
    );
    expect(written).not.toContain("Unreleased");
    const only = planRelease({
      ...base,
      changelog: "# Changelog\n\n## Unreleased\n\n- One.\n",
      changesets: [],
    });
    expect(only.changelog).toBe("# Changelog\n\n## 0.3.2 (2026-02-03)\n\n- One.\n");
  });

  it("18.14 refuses a release without changes and a changeset that cannot be read", () => {
    expect(() => planRelease({ ...base, changesets: [] })).toThrow("add a changeset first");
    for (const file of ["text", "---\nemend: huge\n---\n\nText.\n", "---\nemend: minor\n---\n\n"])
      expect(() => parseChangeset("odd.md", file)).toThrow("odd.md: expected");
    expect(parseChangeset("a.md", formatChangeset(minor))).toEqual(minor);
    expect(parseChangeset("a.md", '---\n"emend": patch\n---\n\nText.\n').bump).toBe("patch");
  });
});
