/** A webhook's delivery that was dealt with, by its id or its signature. */
interface DeliveryTable {
  readonly id: string;
  readonly time: string;
}

export interface DeliveryTables {
  readonly delivery: DeliveryTable;
}
