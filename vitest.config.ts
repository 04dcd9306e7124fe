import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { CountReporter } from "./test/count-reporter.ts";
import { TEMPORARY_FOLDER } from "./test/temporary-folder.ts";

const long = "**/*.long.test.ts";
/** Generous: two cores run databases, browsers, child processes and properties side by side. */
const common = {
  globalSetup: ["test/install-programs.ts", "test/temporary-folder.ts"],
  setupFiles: ["test/fix-seed.ts"],
  exclude: [long],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // The default of one second is too short on a busy machine.
  expect: { poll: { timeout: 20_000 } },
  env: {
    // Child processes started from source would otherwise compile the same modules every time.
    NODE_COMPILE_CACHE: fileURLToPath(new URL("node_modules/.cache/emend/compiled", import.meta.url)),
    TMPDIR: TEMPORARY_FOLDER,
  },
};

export default defineConfig({
  test: {
    reporters: ["default", new CountReporter()],
    // On two cores the default leaves one idle; many tests wait for disks, servers and child processes.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      {
        test: {
          ...common,
          name: "unit",
          // No test leaves anything behind in a module, so modules are loaded once and not for every file.
          isolate: false,
          include: [
            "src/**/*.test.ts",
            "web/src/**/*.test.ts",
            "bench/**/*.test.ts",
            "scripts/**/*.test.ts",
            "test/{contract,deploy,fault,fuzz,security,upgrade}/**/*.test.ts",
          ],
        },
      },
      {
        // These look at how things are made, and change what others rely on while they do.
        test: { ...common, name: "architecture", include: ["test/architecture/**/*.test.ts"] },
      },
      {
        test: {
          ...common,
          name: "built",
          // These run the built command, so it is built first, once.
          globalSetup: [...common.globalSetup, "test/build-once.ts"],
          include: ["test/e2e/**/*.test.ts"],
        },
      },
      {
        test: {
          ...common,
          name: "clients",
          // Real coding agents, which are downloaded, and the built command as their hook.
          globalSetup: [...common.globalSetup, "test/build-once.ts"],
          include: ["test/clients/**/*.test.ts"],
        },
      },
      {
        test: {
          ...common,
          name: "web",
          // The files of a worker share one browser.
          isolate: false,
          // A browser waits for a busy machine longer than any limit foresees; what fails twice is broken.
          retry: 1,
          globalSetup: [...common.globalSetup, "test/web/install-browsers.ts", "test/build-once.ts"],
          include: ["test/web/**/*.test.ts"],
        },
      },
    ],
  },
});
