import { describe, expect, it } from "vitest";
import { javac } from "./javac.ts";
import { observeText } from "../../../../test/observe-text.ts";

const said = (text: string): readonly string[] => [
  ...new Set(observeText([javac], text).map(({ says, weight }) => `${says} ${weight}`)),
];

describe("javac", () => {
  it.each([
    ["javac", "src/Cart.java:12: error: cannot find symbol", ["verification_failure strong"]],
    [
      "javac through Ant",
      "    [javac] src/Cart.java:12: error: ';' expected".trimStart(),
      ["verification_failure strong"],
    ],
    ["javac in German", "Cart.java:3: Fehler: Symbol nicht gefunden", ["verification_failure strong"]],
    ["javac warnings", "src/Cart.java:12: warning: [deprecation] total() in Cart has been deprecated", []],
    [
      "kotlinc, old form",
      "e: /app/src/Cart.kt: (12, 5): Unresolved reference: total",
      ["verification_failure strong"],
    ],
    [
      "kotlinc, new form",
      "e: file:///app/src/Cart.kt:12:5 Unresolved reference: total",
      ["verification_failure strong"],
    ],
    ["kotlinc warnings", "w: file:///app/src/Cart.kt:12:5 Variable 'x' is never used", []],
    [
      "scalac",
      "Cart.scala:6: error: not found: value total\none error found",
      ["verification_failure strong", "verification_failure proof"],
    ],
    [
      "Scala 3",
      "-- [E007] Type Mismatch Error: src/Cart.scala:6:4 ------------------------",
      ["verification_failure strong"],
    ],
    ["sbt", "[error] /app/src/Cart.scala:6:4: not found: value total", ["verification_failure strong"]],
    [
      "Maven compiler",
      "[ERROR] COMPILATION ERROR :\n[ERROR] /app/src/Cart.java:[12,5] cannot find symbol",
      ["verification_failure strong", "verification_failure proof"],
    ],
    [
      "Checkstyle",
      "[ERROR] /app/src/Cart.java:12:5: Missing a Javadoc comment. [MissingJavadocMethod]",
      ["verification_failure strong"],
    ],
    [
      "Checkstyle warnings",
      "[WARN] /app/src/Cart.java:12:5: Missing a Javadoc comment. [MissingJavadocMethod]",
      [],
    ],
    ["Checkstyle's count", "Checkstyle ends with 3 errors.", ["verification_failure proof"]],
    ["no violations", "[INFO] You have 0 Checkstyle violations.", ["success proof"]],
    [
      "ktlint",
      "/app/src/Cart.kt:12:1: Unused import (standard:no-unused-imports)",
      ["verification_failure strong"],
    ],
    ["detekt", "Analysis failed with 4 weighted issues.", ["verification_failure proof"]],
    ["Eclipse compiler", "1. ERROR in /app/src/Cart.java (at line 12)", ["verification_failure strong"]],
    [
      "Gradle repeats it",
      "> Compilation failed; see the compiler error output for details.",
      ["verification_failure proof"],
    ],
    ["Android resources", "> Android resource linking failed", ["verification_failure strong"]],
    ["source that throws", '        throw new IllegalStateException("error: cannot find symbol");', []],
    ["a search hit", "src/Cart.java:12:  // error: cannot find symbol", []],
  ])("%s", (_why, text, expected) => {
    expect([...said(text)].toSorted()).toEqual([...expected].toSorted());
  });

  it("keeps place and message of a Kotlin error", () => {
    expect(observeText([javac], "e: /app/Cart.kt: (12, 5): Unresolved reference: total")[0]?.facts).toEqual({
      framework: "kotlinc",
      language: "kotlin",
      file: "/app/Cart.kt",
      line: 12,
      error_message: "Unresolved reference: total",
    });
  });
});
