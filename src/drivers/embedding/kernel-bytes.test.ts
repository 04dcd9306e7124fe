import { expect, it } from "vitest";
import { compileKernel } from "../../../model/kernel/compile-kernel.ts";
import { KERNEL_BYTES } from "./kernel-bytes.ts";

it("the kernel is what its source compiles to", async () => {
  expect(Buffer.from(await compileKernel()).toString("base64")).toBe(KERNEL_BYTES);
});
