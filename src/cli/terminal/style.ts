import { styleText } from "node:util";
import type { CliIo } from "../cli-io.ts";

export type Paint = (
  format: "bold" | "dim" | "red" | "yellow" | "green" | "cyan" | "underline",
  text: string,
) => string;

/** Colours if standard output is a terminal and NO_COLOR is not set. */
export function painter(io: CliIo): Paint {
  const on = io.env["NO_COLOR"] === undefined && (io.stdout.isTTY === true || io.env["FORCE_COLOR"] === "1");
  return on ? (format, text) => styleText(format, text, { validateStream: false }) : (_format, text) => text;
}
