// Copies a store into another until it is halfway, and kills itself there; the two places as arguments.
import { createSqlStoreUpkeep } from "../../src/drivers/sql/upkeep/sql-store-upkeep.ts";

const [from = "", to = ""] = process.argv.slice(2);
await createSqlStoreUpkeep().copy({
  from,
  to,
  models: [],
  onProgress: (rows, total) => {
    if (rows > total / 2) process.kill(process.pid, "SIGKILL");
  },
});
