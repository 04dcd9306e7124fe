// Loaded into a server before anything else: moves its clock by as many milliseconds as a file says.
import { readFileSync } from "node:fs";

const file = process.env["EMEND_FAULT_CLOCK"];
const RealDate = Date;
let offset = 0;
const look = () => {
  try {
    offset = Number(readFileSync(file, "utf8")) || 0;
  } catch {
    offset = 0;
  }
};

if (file !== undefined) {
  look();
  setInterval(look, 200).unref();
  globalThis.Date = class extends RealDate {
    constructor(...parts) {
      super(...(parts.length === 0 ? [RealDate.now() + offset] : parts));
    }
    static now() {
      return RealDate.now() + offset;
    }
  };
}
