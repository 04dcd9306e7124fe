/** What a request carries through its handling. */
export interface HttpVariables {
  readonly Variables: { requestId: string; address: string; principal: string };
}
