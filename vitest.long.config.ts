import { defineConfig } from "vitest/config";
import { CountReporter } from "./test/count-reporter.ts";

export default defineConfig({
  test: {
    reporters: ["default", new CountReporter()],
    include: ["src/**/*.long.test.ts", "test/**/*.long.test.ts"],
    globalSetup: ["test/install-programs.ts"],
    testTimeout: 600_000,
  },
});
