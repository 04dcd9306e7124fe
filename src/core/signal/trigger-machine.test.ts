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
      unit: fc.constantFrom("a", "A", "b", "B", "c", " ", "é", "✓", "x", "\n"),
      maxLength: 60,
    });
    fc.assert(
      fc.property(owners, text, (literals, line) => {
        const machine = new TriggerMachine(literals);
        machine.match(line, 0, line.length);
        literals.forEach((owned, owner) => {
          const lower = line.toLowerCase();
          expect(machine.found(owner)).toBe(owned.some((each) => lower.includes(each)));
        });
      }),
    );
  });

  it("looks at the given stretch only", () => {
    const machine = new TriggerMachine([["error"]]);
    expect([
      machine.match("an error here", 0, 13),
      machine.match("an error here", 0, 7),
      machine.match("an error here", 4, 13),
    ]).toEqual([true, false, false]);
  });

  it("takes any number of owners", () => {
    const machine = new TriggerMachine(Array.from({ length: 100 }, (_, owner) => [`tool${owner};`]));
    expect(machine.match("tool7; failed before tool63; and tool99; ran", 0, 44)).toBe(true);
    expect(Array.from({ length: 100 }, (_, owner) => owner).filter((owner) => machine.found(owner))).toEqual([
      7, 63, 99,
    ]);
  });
});
