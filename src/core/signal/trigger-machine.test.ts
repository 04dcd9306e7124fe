import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TriggerMachine } from "./trigger-machine.ts";

describe("the trigger machine", () => {
  it("finds every literal of every owner, without case, as a plain search would", () => {
    const literal = fc.string({
      unit: fc.constantFrom("a", "b", "c", " ", "é", "✓"),
      minLength: 1,
      maxLength: 4,
    });
    const owners = fc.array(fc.array(literal, { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 40,
    });
    const text = fc.string({
      unit: fc.constantFrom("a", "A", "b", "B", "c", " ", "é", "✓", "x"),
      maxLength: 60,
    });
    fc.assert(
      fc.property(owners, text, (literals, line) => {
        const machine = new TriggerMachine(literals);
        machine.matchLine(line, 0, line.length);
        literals.forEach((owned, owner) => {
          const lower = line.toLowerCase();
          expect(machine.found(owner)).toBe(owned.some((each) => lower.includes(each)));
        });
      }),
    );
  });

  it("looks at the given stretch only", () => {
    const machine = new TriggerMachine([["error"]]);
    const holds = (start: number, limit: number): readonly [end: number, holds: boolean] => [
      machine.matchLine("an error here\nerror", start, limit),
      machine.holdsAny,
    ];
    expect([holds(0, 19), holds(0, 7), holds(4, 19), holds(14, 19)]).toEqual([
      [13, true],
      [7, false],
      [13, false],
      [19, true],
    ]);
  });

  it("takes any number of owners", () => {
    const machine = new TriggerMachine(Array.from({ length: 100 }, (_, owner) => [`tool${owner};`]));
    machine.matchLine("tool7; failed before tool63; and tool99; ran", 0, 44);
    expect(Array.from({ length: 100 }, (_, owner) => owner).filter((owner) => machine.found(owner))).toEqual([
      7, 63, 99,
    ]);
  });

  it("17.2 lines that differ by names and numbers alone have one shape", () => {
    const machine = new TriggerMachine([["failed", "error"], ["passed"]]);
    const shapeOf = (line: string): number => {
      machine.matchLine(line, 0, line.length);
      return machine.shape();
    };
    const shape = shapeOf("a/cart.py::test_sum failed after 12 ms");
    expect(shapeOf("bb/sum.py::test_all_orders failed after 7 ms")).toBe(shape);
    for (const other of [
      "a/cart.py::test_sum passed after 12 ms",
      "a/cart.py::test_sum FAILED after 12 ms",
      "a/cart.py::test_sum failed: error after 12 ms",
      "  a/cart.py::test_sum failed after 12 ms",
      "a/cart.py::test_sum failed after 12 ms:",
    ])
      expect(shapeOf(other)).not.toBe(shape);
    for (const [none, some] of [
      ["3 passed, 0 failed", "3 passed, 10 failed"],
      ["Failed: 0", "Failed: 4"],
      ["failed=0", "failed=20"],
    ] as const)
      expect(shapeOf(none)).not.toBe(shapeOf(some));
  });
});
