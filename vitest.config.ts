import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "examples/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/*.long.test.ts"],
    globalSetup: ["test/build-once.ts"],
    // The built command is what e2e tests run, and two cores share everything else.
    testTimeout: 20_000,
  },
});
