/** So many unforeseeable bytes, written in base64url without padding; a parameter, since the core has no chance. */
export type RandomText = (bytes: number) => string;
