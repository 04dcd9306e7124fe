const LONG_ID = /\b((?:fb|ru|cl|sb|ck)[_-][0-9a-f]{8})[0-9a-f]{8,40}\b/g;

/** A sentence of the server's with the ids in it shortened. */
export const shortenIds = (text: string): string => text.replaceAll(LONG_ID, "$1…");
