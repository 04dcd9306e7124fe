import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import {
  createLedgerFolders,
  correctionPath,
  isWrittenPath,
  recordIdOf,
  recordPath,
  pathPart,
} from "./ledger-path.ts";

describe("pathPart", () => {
  it.each(["HITL-1", "t_1", "v1.2", "a", "x".repeat(80), "com", "console", "0"])(
    "leaves %s as it is",
    (name) => {
      expect(pathPart(name)).toBe(name);
    },
  );

  it.each([
    { why: "nothing", name: "", part: /^name-[0-9a-f]{16}$/ },
    { why: "the folder above", name: "..", part: /^name-/ },
    { why: "git's own folder", name: ".git", part: /^git-/ },
    { why: "git's own folder as Windows shortens it", name: "GIT~1", part: /^GIT-1-/ },
    { why: "a way out", name: "../../etc/passwd", part: /^etc-passwd-/ },
    { why: "an absolute path", name: "C:\\x", part: /^C-x-/ },
    { why: "an option", name: "-rf", part: /^rf-/ },
    { why: "a device", name: "con", part: /^con-/ },
    { why: "a device with an ending", name: "NUL.txt", part: /^NUL-txt-/ },
    { why: "a dot at the end, which Windows drops", name: "a.", part: /^a-/ },
    { why: "blanks and signs", name: "Design review (v2)!", part: /^Design-review-v2-/ },
    { why: "letters of other scripts", name: "größe", part: /^gr-e-/ },
    { why: "what is too long", name: "x".repeat(81), part: /^x{40}-/ },
    { why: "what looks like a slug with a hash", name: "a-0123456789abcdef", part: /^a-0123456789abcdef-/ },
    { why: "a NUL and half a pair", name: "a\0\ud800b", part: /^a-b-/ },
  ])("makes a slug of $why", ({ name, part }) => {
    expect(pathPart(name)).toMatch(part);
  });

  it("is always one safe part, and another for another name", () => {
    const names = fc.oneof(
      fc.string({ unit: "binary", maxLength: 100 }),
      fc.constantFrom("..", ".git", "aux", "a/b"),
    );
    fc.assert(
      fc.property(names, names, (a, b) => {
        expect(pathPart(a)).toMatch(/^[A-Za-z0-9_][A-Za-z0-9._-]{0,79}$/);
        expect(pathPart(a)).not.toMatch(/\.$/);
        expect(pathPart(a) === pathPart(b)).toBe(a === b);
      }),
      { numRuns: 500 },
    );
  });
});

describe("the paths of a record", () => {
  it.each([
    { why: "a decision lies with its gate", fields: { gate: "HITL-1" }, folder: "decisions/HITL-1" },
    { why: "a decision without a gate", fields: {}, folder: "decisions/no-gate" },
    {
      why: "everything else lies with its source",
      fields: { source: { kind: "sarif" } },
      folder: "feedback/sarif",
    },
  ] as const)("$why", ({ fields, folder }) => {
    const record = makeFeedback(1, fields);
    const path = recordPath(record, createLedgerFolders([]).find);
    expect(path).toBe(`${folder}/${record.id}.yaml`);
    expect(recordIdOf(path)).toBe(record.id);
    expect(isWrittenPath(path)).toBe(true);
  });

  it.each([
    "README.md",
    "decisions/a/notes.yaml",
    "rules/active/fb_1.yaml",
    "decisions/fb_1.yaml",
    "edge_cases/notes.yaml",
    "clusters/about.yaml",
    `rules/mine/ru_${"0".repeat(32)}.yaml`,
  ])("%s is people's own", (path) => {
    expect(isWrittenPath(path)).toBe(false);
  });
});

describe("folders that differ in case alone", () => {
  it("belong to who came first, now and in every later run", () => {
    const folders = createLedgerFolders([]);
    expect(folders.claim("decisions", "Api")).toBe("Api");
    const other = folders.claim("decisions", "api");
    expect(other).toMatch(/^api-[0-9a-f]{16}$/);
    const later = createLedgerFolders([`decisions/${other}/x.yaml`, "decisions/Api/y.yaml"]);
    expect(later.find("decisions", "api")).toBe(other);
    expect(later.find("decisions", "Api")).toBe("Api");
  });

  it("do not meet in another area, and asking takes nothing", () => {
    const folders = createLedgerFolders(["decisions/Api/y.yaml"]);
    expect(correctionPath("api", folders.find)).toBe("corrections/api/correction.diff");
    expect(correctionPath("API", folders.find)).toBe("corrections/API/correction.diff");
  });
});
