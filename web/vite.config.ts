import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [react(), tailwindcss()],
  // Markdown is set in a worker, where there is no page that could be asked to read its entities.
  resolve: {
    alias: {
      "decode-named-character-reference": fileURLToPath(
        new URL("../node_modules/decode-named-character-reference/index.js", import.meta.url),
      ),
    },
  },
  build: {
    outDir: fileURLToPath(new URL("../dist/web", import.meta.url)),
    emptyOutDir: true,
    // The content security policy takes nothing that is written into the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // What every page is made of comes in one file: as many small ones, each would cost a request before a page is there.
        codeSplitting: {
          groups: [
            {
              name: "base",
              test: /node_modules[\\/](?:react|react-dom|scheduler|@tanstack)[\\/]|web[\\/]src[\\/](?:api|components|hooks|lib|shell)[\\/]/,
            },
          ],
        },
      },
    },
  },
});
