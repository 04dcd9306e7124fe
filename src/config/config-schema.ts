import { defined } from "../core/defined.ts";
import { isAbsolute } from "node:path";
import { z } from "zod";
import { parseSetupCommand } from "../core/setup/setup-command.ts";
import { CONFIG_KEYS, type ConfigKey, type ConfigKind } from "./config-keys.ts";

const MOST_CHARACTERS = 4_096;
const MOST_ENTRIES = 100;

const text = z.string().min(1).max(MOST_CHARACTERS);

/** The schema of a key's value. */
export function valueSchema(kind: ConfigKind): z.ZodType {
  switch (kind.type) {
    case "text":
    case "path":
      return text;
    case "store":
      // An address with any other scheme would become a folder of that name.
      return text.regex(/^(?:postgres(?:ql)?:\/\/|(?![A-Za-z][A-Za-z0-9+.-]{0,30}:\/\/))/);
    case "address":
      return text
        .regex(new RegExp(`^(?:${kind.schemes.join("|")})://[^/?#]`))
        .refine((address) => URL.canParse(address));
    case "number":
      return (kind.whole ? z.int() : z.number()).min(kind.least).max(kind.most);
    case "switch":
      return z.boolean();
    case "one_of":
      return z.enum(kind.words);
    case "list":
      return z.array(text).min(1).max(MOST_ENTRIES);
    case "command":
      return z.union([
        text.refine((line) => parseSetupCommand(line).ok && isProgram(splitCommand(line)[0])),
        z
          .array(z.string().max(MOST_CHARACTERS))
          .min(1)
          .max(MOST_ENTRIES)
          .refine(([program]) => isProgram(program)),
      ]);
  }
}

/** Splits a command into words. Invalid commands have none. */
export function splitCommand(command: string | readonly string[]): readonly string[] {
  if (typeof command !== "string") return command;
  const parsed = parseSetupCommand(command);
  return parsed.ok ? parsed.value : [];
}

/** A name on the PATH or an absolute path: a relative one would depend on the current folder. */
const isProgram = (program = ""): boolean =>
  program.trim() !== "" && (isAbsolute(program) || !/[/\\]/.test(program)) && !/\p{Cc}/u.test(program);

/** Describes what is expected, for messages. */
export function expectedOf(kind: ConfigKind): string {
  switch (kind.type) {
    case "text":
      return "text";
    case "path":
      return "a path";
    case "store":
      return "the path of a file, or an address such as postgres://host:5432/emend";
    case "address":
      return `an address that starts with ${kind.schemes.map((scheme) => `${scheme}://`).join(" or ")}`;
    case "number":
      return `a ${kind.whole ? "whole " : ""}number from ${kind.least} to ${kind.most}`;
    case "switch":
      return "true or false";
    case "one_of":
      return `one of ${kind.words.join(", ")}`;
    case "list":
      return "a list";
    case "command":
      return "a program's name or full path with its arguments, without shell syntax; write arguments with special characters as a list";
  }
}

/** The schema of the whole file. Unknown keys are errors. */
function configSchema(): z.ZodType {
  const top: Record<string, z.ZodType> = {};
  const sections = new Map<string, Record<string, z.ZodType>>();
  for (const key of CONFIG_KEYS) {
    const [section, word] = key.name.includes(".") ? key.name.split(".") : ["", key.name];
    const shape = section === "" ? top : (sections.get(section!) ?? {});
    if (section !== "") sections.set(section!, shape);
    shape[word!] = described(key).optional();
    if (key.secret !== undefined) {
      shape[`${word}_file`] = text.describe(`a file that contains ${word}`).optional();
    }
  }
  for (const [section, shape] of sections) top[section] = z.strictObject(shape).optional();
  return z.strictObject(top);
}

const described = ({ kind, about, default: value, variable }: ConfigKey): z.ZodType =>
  valueSchema(kind).meta({
    description: `${about} (environment: ${variable})`,
    ...defined({ default: value }),
  });

/** `emend.yaml` as JSON Schema 2020-12, for completion and validation in editors. */
export function configJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(configSchema(), { target: "draft-2020-12", io: "input" });
  return {
    $schema,
    $id: "urn:emend:schema:config:1",
    title: "Configuration of Emend",
    description: "The settings in emend.yaml.",
    ...schema,
  };
}
