import manifest from "../../package.json" with { type: "json" };

export const VERSION: string = manifest.version;

/**
 * The name of this package on the npm registry, or null until it is published. Commands that people copy are made from it,
 * because anybody could register `emend`.
 */
export const PUBLISHED_AS: string | null = manifest.emend.publishedAs;
