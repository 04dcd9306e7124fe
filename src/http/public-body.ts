import { readBody, readJson } from "./read-body.ts";

/** What anybody may send without a token or a signature. A login needs a few hundred bytes. */
const PUBLIC_BODY_BYTES = 8_192;

const ADVICE = "requests without a token are limited to this size";

export const readPublicJson = (request: Request): ReturnType<typeof readJson> =>
  readJson(request, PUBLIC_BODY_BYTES, ADVICE);

/** The fields of a form. */
export const readPublicForm = async (request: Request): Promise<URLSearchParams> =>
  new URLSearchParams(new TextDecoder().decode(await readBody(request, PUBLIC_BODY_BYTES, ADVICE)));
