import type { Config } from "../../config/config.ts";
import { CONFIG_KEYS, toCamel } from "../../config/config-keys.ts";

/** Every configured secret, and its words, for masking in logs. */
export function secretsOf(config: Config): readonly string[] {
  return CONFIG_KEYS.flatMap(({ name, secret }) => {
    if (secret === undefined) return [];
    const value = valueOf(config, name);
    const texts = Array.isArray(value) ? (value as readonly string[]) : [value];
    return texts.flatMap((text) =>
      typeof text !== "string" ? [] : secret === "whole" ? [text, ...text.split(/\s+/)] : passwordsIn(text),
    );
  });
}

function valueOf(config: Config, name: string): unknown {
  return name
    .split(".")
    .reduce<unknown>(
      (section, word) => (section as Readonly<Record<string, unknown>> | undefined)?.[toCamel(word)],
      config,
    );
}

function passwordsIn(address: string): readonly string[] {
  if (!URL.canParse(address)) return [];
  const { username, password, search } = new URL(address);
  return [password, decoded(password), ...(password === "" ? [username] : []), search.slice(1)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
