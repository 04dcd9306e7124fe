/** Writers that lock rows in the same order never wait for each other in a circle. */
export const inKeyOrder = <Row>(rows: ReadonlyMap<string, Row>): readonly Row[] =>
  rows.size === 1
    ? [...rows.values()]
    : [...rows].toSorted((a, b) => (a[0] < b[0] ? -1 : 1)).map(([, row]) => row);
