import { describe, expect, it } from "vitest";
import { dotnetTrace } from "./dotnet-trace.ts";
import { strongest } from "../../../../test/strongest.ts";

const TRACE = `Unhandled exception. System.InvalidOperationException: Basket is empty
   at System.Linq.ThrowHelper.ThrowNoElementsException()
   at Shop.Basket.Pay(Decimal amount) in /src/Shop/Basket.cs:line 31
`;

describe("dotnetTrace", () => {
  it.each([
    ["an unhandled exception settles it", TRACE, "proof runtime_error"],
    [
      "the old framework writes a colon",
      "Unhandled Exception: System.NullReferenceException: Object reference not set",
      "proof runtime_error",
    ],
    [
      "a logged exception with a frame",
      "fail: Shop[0]\n      System.IO.IOException: closed\n         at Shop.Net.Send() in /src/Net.cs:line 4",
      "proof runtime_error",
    ],
    [
      "an inner exception",
      " ---> System.IO.IOException: closed\n   at Shop.Net.Send() in /src/Net.cs:line 4",
      "proof runtime_error",
    ],
    [
      "the request pipeline",
      "An unhandled exception has occurred while executing the request.",
      "proof runtime_error",
    ],
    ["source that throws", '    throw new System.InvalidOperationException("Basket is empty");', "nothing"],
    ["documentation", '/// <exception cref="System.IO.IOException">closed</exception>', "nothing"],
  ])("%s", (_why, text, saw) => {
    expect(strongest([dotnetTrace], text).saw).toBe(saw);
  });

  it("keeps the exception and the first frame with a place", () => {
    expect(strongest([dotnetTrace], TRACE).facts).toEqual({
      language: "csharp",
      error_type: "System.InvalidOperationException",
      error_message: "Basket is empty",
      file: "/src/Shop/Basket.cs",
      line: 31,
    });
  });
});
