import { showUnseen } from "../../core/text/show-unseen.ts";

/** Text from outside without characters that could control the terminal. Newlines and tabs stay. */
export const safeText = (text: string): string => showUnseen(text.replaceAll("\r\n", "\n"));

/** The same, on one line. */
export const safeLine = (text: string): string => showUnseen(text.replace(/\s*[\r\n]+\s*/g, " "));
