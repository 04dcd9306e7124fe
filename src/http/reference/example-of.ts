import { componentOf, formsOf, type Schema } from "./schema-fields.ts";

/** Words that make an example read like the real thing, by the name of the field. */
const SAMPLES: Readonly<Record<string, string>> = {
  agent: "rio",
  base_prompt: "You review pull requests.",
  cluster_id: "cl_0123456789abcdef",
  comment: "Close the file before you return.",
  feedback: "That is wrong: the footer is missing.",
  feedback_id: "fb_0123456789abcdef0123456789abcdef",
  gate: "Before merge",
  name: "ana",
  output: "The text that somebody is to approve.",
  path: "src/cache.ts",
  prompt: "Write a function that reads a file.",
  raw: '{"findings": []}',
  reason: "It no longer applies.",
  rule_id: "ru_0123456789abcdef0123456789abcdef",
  run: "run-17",
  submission_id: "sb_0123456789abcdef0123456789abcdef",
  text: "Close every file that you open.",
  title: "Answer to ticket 17",
  token: "emd_…",
  token_id: "tk_0123456789abcdef",
};

/** The smallest value that fits a schema: what is required and no more. */
export function exampleOf(schema: Schema, components: Readonly<Record<string, Schema>>, name = ""): unknown {
  const inner = (part: Schema, of = name): unknown => exampleOf(part, components, of);
  const [told] = (schema["examples"] ?? []) as readonly unknown[];
  if (told !== undefined) return told;
  if (typeof schema["$ref"] === "string") return inner(components[componentOf(schema["$ref"])] ?? {});
  if (schema["const"] !== undefined) return schema["const"];
  const [choice] = (schema["enum"] ?? []) as readonly unknown[];
  if (choice !== undefined) return choice;
  const [form] = formsOf(schema);
  if (form !== undefined) return inner(form);
  const { items, minItems = 0 } = schema as { items?: Schema; minItems?: number };
  switch (schema["type"]) {
    case "object": {
      const properties = (schema["properties"] ?? {}) as Readonly<Record<string, Schema>>;
      const needed = (schema["required"] ?? []) as readonly string[];
      return Object.fromEntries(needed.map((key) => [key, inner(properties[key] ?? {}, key)]));
    }
    case "array": {
      const of = SINGULARS[name] ?? name.replace(/s$/, "");
      return Array.from({ length: Math.max(1, minItems) }, () => inner(items ?? {}, of));
    }
    case "string":
      return sample(schema, name);
    case "integer":
    case "number":
      return Math.max(1, Number(schema["minimum"] ?? 1));
    case "boolean":
      return true;
    default:
      return null;
  }
}

const SINGULARS: Readonly<Record<string, string>> = { changed_files: "path", ids: "feedback_id" };

function sample({ pattern }: Schema, name: string): string {
  if (pattern === "^[0-9a-f]{64}$") return "0".repeat(64);
  return SAMPLES[name] ?? "text";
}
