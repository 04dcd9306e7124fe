import { type Browser, firefox } from "playwright-core";
import { findProgram, requirePrograms } from "../install-programs.ts";

/** The names that machines know it under; the first is Debian's package. */
export const FIREFOX = ["firefox-esr", "firefox"];

/** Firefox's preferences take the place of media features, which this version cannot emulate. */
const PREFERENCES = { "ui.prefersReducedMotion": 1, "ui.systemUsesDarkTheme": 0 };

interface Session {
  send: (method: string, ...rest: readonly unknown[]) => Promise<unknown>;
}

/** A real Firefox, driven by WebDriver BiDi. Playwright's own build of Firefox is not in any package registry. */
async function openFirefox(): Promise<Browser> {
  requirePrograms({ "firefox-esr": FIREFOX });
  const executablePath = findProgram(FIREFOX);
  if (executablePath === undefined) throw new Error("firefox-esr was installed and is not on the path");
  const browser = await firefox.launch({
    executablePath,
    channel: "moz-firefox",
    firefoxUserPrefs: PREFERENCES,
  });
  ignoreMediaFeatures(browser);
  return browser;
}

/** Playwright asks for media features in every new context, and Firefox 153 does not know that command. */
function ignoreMediaFeatures(browser: Browser): void {
  const { _connection: connection } = browser as unknown as {
    readonly _connection: { readonly toImpl: (of: Browser) => { readonly _browserSession: Session } };
  };
  const session = Object.getPrototypeOf(connection.toImpl(browser)._browserSession) as Session;
  const { send } = session;
  session.send = function sendKnown(method, ...rest) {
    return method === "emulation.setMediaFeaturesOverride"
      ? Promise.resolve({})
      : send.call(this, method, ...rest);
  };
}

let shared: Promise<Browser> | undefined;

/** The Firefox that all files of a worker share. It ends with the worker. */
export function sharedFirefox(): Promise<Browser> {
  shared ??= openFirefox();
  return shared;
}
