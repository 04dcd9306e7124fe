import { aFinding } from "../review-answer.ts";

const head = '{"schema_version":"1.0","prompt_version":"1.0","findings":[';
const finding = JSON.stringify(aFinding());

/** Answers made to run a parser out of time, stack or memory; `size` is about how many characters they have. */
export const hostileAnswers = (size: number): readonly [name: string, raw: string][] => {
  const fill = (unit: string): string => unit.repeat(Math.ceil(size / unit.length));
  return [
    ["braces only", fill("{")],
    ["open lists", fill("[")],
    ["lists of objects", fill("[{")],
    ["braces behind a field's name", `"findings" ${fill("{")} findings`],
    ["objects that fail at once", `${fill("{a ")}"findings"`],
    ["objects that fail late", `${fill('{"a":[1,2,{"b":')}! "findings"`],
    ["objects in objects, never closed", `${head}${fill('{"a":')}`],
    ["quotes that end nothing", `${head}{"id":"${fill('" x ')}`],
    ["quotes before comments", `${head}{"id":"${fill('"//')}`],
    ["quotes before block comments", `${head}{"id":"${fill('"/*')}`],
    ["quotes before commas", `${head}{"id":"${fill('",a')}`],
    ["quotes before keys", `${head}{"id":"${fill('","a"')}`],
    ["closing braces", `${head}{"id":: ${fill("} ")}`],
    ["broken findings", `${head}${fill('{"id"::},')}`],
    ["text between findings", `${head}${fill("{},x ")}]}`],
    ["trailing commas", `${head}${fill("{},,")}]}`],
    ["line breaks in a text", `${head}{"id":"${fill("\n")}"}]}`],
    ["backslashes", `${head}{"id":"${fill("\\")}"}]}`],
    ["spaces", `${head}${fill(" ")}]}x`],
    ["spaces between quotes", `${head}{"id":"${fill('"         ')}`],
    ["comments", `${head}${fill("/**/")}]}`],
    ["fences", fill("```json\n{")],
    ["lone surrogates", `${head}{"id":"${fill("\ud800")}"}],}`],
    ["one long text", `${head}${finding.replace("F1", fill("x"))}]}`],
    ["one long key", `${head}{"${fill("k")}":1}]}`],
    ["many findings", `${head}${fill(`${finding},`)}${finding}]}`],
    ["many broken findings", `${head}${fill(`${finding.replace('"id":', "'id':")},`)}]}`],
  ];
};
