/** Makes and checks signatures; a parameter of the core, because keys live outside of it. */
export interface Signer {
  sign(text: string): string;
  /** Compares in constant time and answers false, never throws, for any malformed signature. */
  verify(text: string, signature: string): boolean;
}
