import { contentTag } from "./route.ts";
import { openApi } from "./openapi.ts";
import { ROUTES } from "./routes.ts";

export interface Contract {
  readonly document: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly tag: string;
}

const cache = new Map<string, Contract>();

/** The OpenAPI document of a version; cached, because building it takes a while. */
export function contractOf(version: string): Contract {
  const cached = cache.get(version);
  if (cached !== undefined) return cached;
  const document = openApi(ROUTES, version);
  const text = JSON.stringify(document);
  const contract = { document, text, tag: contentTag(text) };
  cache.set(version, contract);
  return contract;
}
