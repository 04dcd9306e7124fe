/** For pages and API responses: no content from other sites, no frames, no MIME sniffing. */
export const SECURITY_HEADERS = {
  "content-security-policy":
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

/** Adds HSTS if the server is reached over https. */
export const securityHeaders = (publicUrl: string): Readonly<Record<string, string>> => ({
  ...SECURITY_HEADERS,
  ...(publicUrl.startsWith("https:") ? { "strict-transport-security": "max-age=31536000" } : {}),
});
