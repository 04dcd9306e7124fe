import type { Gate, GatePack } from "../../core/gate/gate.ts";
import type { CliContext } from "../cli-context.ts";
import { loadPacks } from "../open/load-gates.ts";
import type { RejectOptions } from "./reject.ts";
import { safeLine } from "../terminal/safe-text.ts";
import { painter, type Paint } from "../terminal/style.ts";

/** `emend reject --list`: lists the gates of the selected packs. */
export async function listGates(options: RejectOptions, { io }: CliContext): Promise<void> {
  const packs = await loadPacks(options.pack, io);
  const paint = painter(io);
  const text =
    options.json === true
      ? JSON.stringify({ packs })
      : packs.map((pack) => renderPack(pack, paint)).join("\n\n");
  io.stdout.write(`${text}\n`);
}

function renderPack(pack: GatePack, paint: Paint): string {
  const title = `${paint("bold", safeLine(pack.name))}  ${safeLine(pack.description)}; fallback tag ${safeLine(pack.fallback_tag)}`;
  const rows = [["TAG", "GATE", "SEVERITY", "ROUTE"], ...pack.gates.map(toRow)];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  const [head = "", ...body] = lines;
  const painted = body.map((line, index) =>
    paint(pack.gates[index]?.severity === "blocking" ? "red" : "yellow", line),
  );
  return [title, paint("dim", head), ...painted].join("\n");
}

const toRow = (gate: Gate): string[] => [safeLine(gate.tag), safeLine(gate.gate), gate.severity, gate.route];
