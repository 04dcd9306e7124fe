import { type Browser, chromium } from "playwright-core";
import { findProgram, requirePrograms } from "../install-programs.ts";

/** The names that machines know it under. */
export const CHROMIUM = ["chromium", "chromium-browser", "google-chrome"];

/** A real browser: the one on the path, which root can fetch from the machine's packages where there is none. */
export function openChromium(): Promise<Browser> {
  requirePrograms({ chromium: CHROMIUM });
  const executablePath = findProgram(CHROMIUM);
  if (executablePath === undefined) throw new Error("chromium was installed and is not on the path");
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}

let shared: Promise<Browser> | undefined;

/** The browser that all files of a worker share, since starting one takes seconds. It ends with the worker. */
export function sharedChromium(): Promise<Browser> {
  shared ??= openChromium();
  return shared;
}
