import { describe, expect, it } from "vitest";
import { javaTrace } from "./java-trace.ts";
import { strongest } from "../../../../test/strongest.ts";

const TRACE = `Exception in thread "main" java.lang.IllegalStateException: basket is empty
\tat java.base/java.util.Objects.requireNonNull(Objects.java:233)
\tat shop.Basket.pay(Basket.java:48)
\tat shop.Main.main(Main.java:7)
`;

describe("javaTrace", () => {
  it.each([
    ["an uncaught exception settles it", TRACE, "proof runtime_error"],
    [
      "a logged exception with frames",
      "ERROR s.Basket - payment\njava.io.IOException: closed\n\tat shop.Net.send(Net.java:3)",
      "proof runtime_error",
    ],
    [
      "a cause on its own",
      "Caused by: java.net.ConnectException: Connection refused",
      "strong runtime_error",
    ],
    [
      "Kotlin frames",
      "java.lang.NullPointerException\n    at shop.BasketKt.pay(Basket.kt:9)",
      "proof runtime_error",
    ],
    [
      "Android's run time prefixes each line",
      "E/AndroidRuntime( 812): FATAL EXCEPTION: main\nE/AndroidRuntime( 812): java.lang.NullPointerException: x\nE/AndroidRuntime( 812): \tat shop.Main.onCreate(Main.java:7)",
      "proof runtime_error",
    ],
    [
      "a class that is not there",
      "Error: Could not find or load main class shop.Main",
      "proof runtime_error",
    ],
    [
      "the JVM itself",
      "# A fatal error has been detected by the Java Runtime Environment:",
      "proof runtime_error",
    ],
    [
      "Spring's banner",
      "***************************\nAPPLICATION FAILED TO START\n***************************",
      "proof runtime_error",
    ],
    ["frames alone", "\tat shop.Main.main(Main.java:7)", "strong runtime_error"],
    ["an import names an exception", "import java.io.IOException;", "nothing"],
    ["source that throws", '  throw new java.lang.IllegalStateException("basket");', "nothing"],
    ["a signature", "  public void pay() throws java.io.IOException {", "nothing"],
    [
      "prose on exceptions",
      "Throws java.io.IOException when the file cannot be read by the caller.",
      "nothing",
    ],
  ])("%s", (_why, text, saw) => {
    expect(strongest([javaTrace], text).saw).toBe(saw);
  });

  it("keeps the exception and the first frame outside the platform", () => {
    expect(strongest([javaTrace], TRACE).facts).toEqual({
      language: "java",
      error_type: "java.lang.IllegalStateException",
      error_message: "basket is empty",
      file: "Basket.java",
      line: 48,
    });
  });
});
