import manifest from "../../package.json" with { type: "json" };

export const VERSION: string = manifest.version;

/**
 * The name under which the npm registry has this package, or null while it has none that is ours. Everything that is
 * written for people to run follows from it; `emend` itself may be registered by anybody.
 */
export const PUBLISHED_AS: string | null = manifest.emend.publishedAs;
