import type { Locator, Page } from "playwright-core";

/** A person at a page, whose steps are counted: opening an address, a click, a key or filling a field is one. */
export interface Steps {
  readonly count: () => number;
  readonly open: (address: string) => Promise<void>;
  readonly click: (what: Locator) => Promise<void>;
  readonly press: (key: string) => Promise<void>;
  readonly fill: (what: Locator, text: string) => Promise<void>;
  /** Types where the focus is. */
  readonly type: (text: string) => Promise<void>;
}

export function countSteps(page: Page): Steps {
  let count = 0;
  const step =
    <Args extends readonly unknown[]>(act: (...args: Args) => Promise<unknown>) =>
    async (...args: Args): Promise<void> => {
      count += 1;
      await act(...args);
    };
  return {
    count: () => count,
    open: step((address: string) => page.goto(address)),
    click: step((what: Locator) => what.click()),
    press: step((key: string) => page.keyboard.press(key)),
    fill: step(async (what: Locator, text: string) => {
      await what.click();
      await page.keyboard.type(text);
    }),
    type: step((text: string) => page.keyboard.type(text)),
  };
}
