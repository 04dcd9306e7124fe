/** Whether a text can be the secret of a login or a link: 32 bytes in base64url. */
export const isSecretText = (text: string): boolean => /^[\w-]{43}$/.test(text);
