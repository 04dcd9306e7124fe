import { describe, expect, it } from "vitest";
import { strongest } from "../../../../test/strongest.ts";
import { devices } from "./devices.ts";

describe("devices, engines, clusters and clouds", () => {
  it.each([
    [
      "a microcontroller panics",
      "Guru Meditation Error: Core  0 panic'ed (StoreProhibited).",
      "proof runtime_error",
    ],
    [
      "a flash tool gives up",
      "A fatal error occurred: Failed to connect: No serial data received.",
      "proof runtime_error",
    ],
    [
      "a game engine's script fails",
      "SCRIPT ERROR: Invalid call. Nonexistent function 'foo'.",
      "strong runtime_error",
    ],
    ["a job on a mainframe ends", "IEF450I NIGHTLY STEP010 - ABEND=S0C4 U0000", "proof runtime_error"],
    [
      "a disk fails",
      "Feb 11 03:22:01 db1 kernel: sda: I/O error, dev sda, sector 88120",
      "strong runtime_error",
    ],
    [
      "a collective operation hangs",
      "[Rank 0] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=3)",
      "proof runtime_error",
    ],
    [
      "a cloud stack fails",
      "     pulumi:pulumi:Stack  web-dev     **failed**     1 error",
      "proof runtime_error",
    ],
    [
      "a cloud refuses",
      "(AuthorizationFailed) The client 'x' does not have authorization to perform it.",
      "strong runtime_error",
    ],
    ["a setting that names errors", "retry_on = I/O error", "nothing"],
    ["a sentence in brackets", "(optional) The name of the user", "nothing"],
  ])("%s", (_why, text, saw) => {
    expect(strongest([devices], text).saw).toBe(saw);
  });
});
