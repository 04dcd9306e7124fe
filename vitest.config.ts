import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { CountReporter } from "./test/count-reporter.ts";

const long = "**/*.long.test.ts";

export default defineConfig({
  test: {
    reporters: ["default", new CountReporter()],
    // Of two cores the default leaves one idle, and most of the time is spent waiting for disks and servers.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: "unit",
          setupFiles: ["test/fix-seed.ts"],
          include: ["src/**/*.test.ts", "test/{architecture,contract,fault,fuzz,security}/**/*.test.ts"],
          exclude: [long],
          // Generous: two cores run databases, child processes and properties side by side.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "built",
          // These run the built command, so it is built first, once.
          globalSetup: ["test/build-once.ts"],
          include: ["test/{e2e,web}/**/*.test.ts"],
          exclude: [long],
          testTimeout: 60_000,
        },
      },
    ],
  },
});
