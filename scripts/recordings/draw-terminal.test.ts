import { expect, it } from "vitest";
import { drawTerminal } from "./draw-terminal.ts";

const draw = (text: string): string =>
  drawTerminal(
    [
      { kind: "typed", text: "emend status" },
      { kind: "output", text },
    ],
    { title: "A & B", description: "what it shows" },
  );
const linesOf = (svg: string): readonly string[] => svg.match(/<text .*<\/text>/g) ?? [];

it("draws each style where it stands on the line, and says what is shown", () => {
  const svg = draw("\u001b[1mSet up\u001b[22m\n  \u001b[32mcreated   \u001b[39m<a>\n");
  expect(svg).toContain('<title id="title">A &amp; B</title>');
  expect(linesOf(svg)).toEqual([
    '<text y="30.25"><tspan x="16" class="prompt">$</tspan><tspan x="31.7" class="typed">emend status</tspan></text>',
    '<text y="49.25"><tspan x="16" class="bold">Set up</tspan></text>',
    '<text y="68.25"><tspan x="31.7" class="green">created   </tspan><tspan x="109.9">&lt;a&gt;</tspan></text>',
  ]);
});

it("wraps what is wider than the terminal", () => {
  const lines = linesOf(draw(`${"word ".repeat(30)}end`)).slice(1);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain("end</tspan>");
});
