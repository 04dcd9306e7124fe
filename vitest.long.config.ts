import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.long.test.ts", "test/**/*.long.test.ts"],
    testTimeout: 600_000,
  },
});
