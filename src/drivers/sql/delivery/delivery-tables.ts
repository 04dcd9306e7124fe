/** A webhook delivery that was processed, by its id or signature. */
interface DeliveryTable {
  readonly id: string;
  readonly time: string;
}

export interface DeliveryTables {
  readonly delivery: DeliveryTable;
}
