import { requirePrograms } from "../install-programs.ts";
import { CHROMIUM } from "./open-chromium.ts";
import { FIREFOX } from "./open-firefox.ts";

export function setup(): void {
  requirePrograms({ chromium: CHROMIUM, "firefox-esr": FIREFOX });
}
