/** From this likeness on a text is a near-duplicate, unless the settings say otherwise. */
export const DUPLICATE_AT = 0.85;
