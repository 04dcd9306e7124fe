/** Something in the documentation that has to be mended before the site can be built. */
export class SiteError extends Error {}
