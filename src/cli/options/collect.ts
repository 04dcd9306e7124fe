/** Collects the values of a repeatable option. */
export const collect = (value: string, values: readonly string[] = []): readonly string[] => [
  ...values,
  value,
];
