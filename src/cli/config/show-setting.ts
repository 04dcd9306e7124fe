import type { Setting } from "../../config/read-config.ts";
import type { ShownSetting } from "../../http/http-context.ts";

/** A setting for the web app: secrets are reduced to whether they are set, files to their name. */
export function showSetting({ key, value, source }: Setting): ShownSetting {
  const isSecret = key.secret !== undefined;
  return {
    key: key.name,
    variable: key.variable,
    about: key.about,
    value: isSecret ? null : (value ?? null),
    usual: isSecret ? null : (key.default ?? null),
    isSet: source !== "default" && source !== "not set",
    isSecret,
    source: source.slice(Math.max(source.lastIndexOf("/"), source.lastIndexOf("\\")) + 1),
  };
}
