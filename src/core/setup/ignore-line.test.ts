import { describe, expect, it } from "vitest";
import { addIgnoreLine, removeIgnoreLine } from "./ignore-line.ts";
import { applyInsertions } from "./insertions.ts";

describe("addIgnoreLine", () => {
  it.each([
    { why: "no file", text: null, after: ".emend/\n" },
    { why: "an empty file", text: "", after: ".emend/\n" },
    { why: "a last line with an end", text: "dist/\n", after: "dist/\n.emend/\n" },
    { why: "a last line without one", text: "dist/", after: "dist/\n.emend/\n" },
    { why: "CRLF", text: "dist/\r\nout", after: "dist/\r\nout\r\n.emend/\r\n" },
    { why: "it is ignored already", text: "/.emend\n", after: "/.emend\n" },
    { why: "it is ignored already, CRLF", text: ".emend/\r\n", after: ".emend/\r\n" },
    { why: "a longer name", text: ".emend/emend.db\n", after: ".emend/emend.db\n.emend/\n" },
  ])("$why", ({ text, after }) => {
    expect(applyInsertions(text ?? "", addIgnoreLine(text))).toBe(after);
    expect(addIgnoreLine(after)).toEqual([]);
  });
});

describe("takeOutIgnoreLine", () => {
  it.each([
    { why: "the line, wherever it is by now", text: "a\n.emend/\nb\n", rest: "a\nb\n" },
    { why: "CRLF", text: "a\r\n.emend/\r\n", rest: "a\r\n" },
    { why: "no such line", text: "a\n", rest: "a\n" },
  ])("$why", ({ text, rest }) => {
    expect(removeIgnoreLine(text)).toBe(rest);
  });
});
