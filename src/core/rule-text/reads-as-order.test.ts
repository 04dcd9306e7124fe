import { describe, expect, it } from "vitest";
import { cpuMs } from "../../../test/cpu-time.ts";
import { readsAsOrder } from "./reads-as-order.ts";

describe("readsAsOrder", () => {
  it.each([
    "Import modules from the package root, not from deep paths.",
    "Depend on abstractions, not on drivers.",
    "Adhere to the naming scheme of the module.",
    "Debounce handlers of key presses.",
    "Lint staged files before every push.",
    "Memoise selectors that derive lists.",
    "Obtain the clock from the context.",
    "Favour composition over inheritance.",
    "Refrain from abbreviations in public names.",
    "Honour the retry-after header.",
    "Conform to the interface of the port.",
    "Acquire locks in alphabetical order.",
    "Own the memory that you allocate.",
    "Implement every method of the port.",
    "Process events in the order of their ids.",
    "Model money as integers of the smallest unit.",
    "Consult the style guide for new words.",
    "Derive ids from the event, never from the clock.",
    "Respond with 404 for unknown ids.",
    "Distinguish absent from empty.",
    "Whitelist hosts by their full name.",
    "Bias towards small commits.",
    "Interpolate parameters with placeholders only.",
    "Paginate every endpoint that lists records.",
    "Seek approval before a migration.",
    "Target the oldest browser that we support.",
    "Interleave writes and flushes.",
    "Pair every subscribe with an unsubscribe.",
    "Err on the side of a clear message.",
    "Sync translations with the source file.",
    "Double-check rounding at the end of a month.",
    "Return 401 when the token is missing.",
    "Never trust a header from outside.",
    "Strictly no network in unit tests.",
    "No wildcard imports.",
    "No mutable default arguments in public functions.",
    "In tests, freeze the clock.",
    "When a lookup fails, raise a named error.",
    "For money, prefer integers.",
    "Inside loops, batch the queries.",
    "During shutdown, drain the queue.",
    "Offer users a way out of every dialog.",
  ])("is an order: %s", (text) => expect(readsAsOrder(text)).toBe(true));

  it.each([
    "The return type is wrong.",
    "Return type is wrong.",
    "Deep imports break the build.",
    "Imports from deep paths are fragile.",
    "Memory leaks in the parser.",
    "Naming is inconsistent.",
    "This could be simpler.",
    "Thank you for the fix.",
    "Magic numbers everywhere.",
    "Race condition in the cache.",
    "Backwards compatibility is not a priority.",
    "TypeScript strict mode with double quotes.",
    "Broad exception handler hides the cause.",
    "Access to the database is slow.",
    "Tests the wrong branch.",
    "No idea why that was added.",
    "No tests were added for the new branch.",
    "Why not import the module lazily?",
    "You added a module nobody imports.",
    "Unused parameter in the handler.",
    "Dead code after the return.",
    "API keys in the log.",
    "When the list is empty, the page is blank.",
    "Two spaces.",
    "",
  ])("is none: %s", (text) => expect(readsAsOrder(text)).toBe(false));

  it("reads a long text once", () => {
    const started = cpuMs();
    for (const piece of ["import the ", "in a, ", "word ", "no "]) readsAsOrder(piece.repeat(50_000));
    expect(cpuMs() - started).toBeLessThan(5_000);
  });
});
