/** The path that all operations of the API start with. */
export const API_PREFIX = "/api/v1";
