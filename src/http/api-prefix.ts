/** Where every operation of the API lies. */
export const API_PREFIX = "/api/v1";
