import { requirePrograms } from "../install-programs.ts";
import { CHROMIUM } from "./open-chromium.ts";

export function setup(): void {
  requirePrograms({ chromium: CHROMIUM });
}
