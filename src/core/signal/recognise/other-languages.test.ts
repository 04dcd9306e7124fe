import { describe, expect, it } from "vitest";
import { otherLanguages } from "./other-languages.ts";
import { strongest } from "../../../../test/strongest.ts";

describe("otherLanguages", () => {
  it.each([
    ["Swift", "Shop/Cart.swift:60: Fatal error: Index out of range"],
    [
      "Objective-C",
      "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 5 beyond bounds'",
    ],
    ["Elixir", "** (RuntimeError) basket is empty"],
    ["Erlang", "=CRASH REPORT==== 2-Jan-2026::10:00:00 ==="],
    ["Lua", "lua: cart.lua:3: attempt to call a nil value (global 'pay')"],
    [
      "Perl",
      "Can't locate Shop/Cart.pm in @INC (you may need to install the Shop::Cart module) at pay.pl line 3.",
    ],
    ["R", "Error in pay(basket) : object 'basket' not found"],
    ["Julia", "ERROR: MethodError: no method matching pay(::Int64)"],
    ["Haskell", "shop: Prelude.head: empty list"],
  ])("%s is settled by one line", (_language, text) => {
    expect(strongest([otherLanguages], text).saw).toBe("proof runtime_error");
  });

  it.each([
    ["a compiler that misses a header", "cart.c:1:10: fatal error: cart.h: No such file or directory"],
    ["prose", "There was an error in the basket that we fixed."],
    ["a comment", "-- attempt to pay twice must fail"],
    ["emphasis in a document", "** (see below) the basket **"],
  ])("says nothing of %s", (_why, text) => {
    expect(strongest([otherLanguages], text).saw).toBe("nothing");
  });
});
