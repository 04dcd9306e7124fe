/** Gathers the values of an option that may be given several times. */
export const collect = (value: string, values: readonly string[] = []): readonly string[] => [
  ...values,
  value,
];
