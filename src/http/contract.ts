import { contentTag } from "./route.ts";
import { openApi } from "./openapi.ts";
import { ROUTES } from "./routes.ts";

export interface Contract {
  readonly document: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly tag: string;
}

const made = new Map<string, Contract>();

/** What the server of a version does, as OpenAPI; made with the first request that needs it, once. */
export function contractOf(version: string): Contract {
  const known = made.get(version);
  if (known !== undefined) return known;
  const document = openApi(ROUTES, version);
  const text = JSON.stringify(document);
  const contract = { document, text, tag: contentTag(text) };
  made.set(version, contract);
  return contract;
}
