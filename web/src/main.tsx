// oxlint-disable-next-line import/no-unassigned-import -- Vite takes the styles from here
import "./app.css";
// oxlint-disable-next-line import/no-unassigned-import -- first, so that it runs before the libraries below are read
import "./start-early.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api/query-client.ts";
import { router } from "./router.tsx";
import { listenForKeys } from "./shell/use-keys.ts";

listenForKeys(() => router.state.status === "pending");
createRoot(document.getElementById("app")!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
