import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeAll, beforeEach, vi } from "vitest";
import { connectCredentials } from "../api/credentials.ts";
import { NowProvider } from "../ui/now.tsx";
import { installDialog } from "./dialog.ts";

/** A screen under test: its address and its query cache. */
interface ShownScreen {
  /** Path and query of the address. */
  address(): string;
  queryClient: QueryClient;
}

/**
 * Prepares jsdom for screens with charts, tables and dialogs, for all tests of a file.
 * @returns a function that shows a page at its route; by default on a wide screen and at `now`
 */
export function prepareScreens(now: number) {
  let queryClient: QueryClient;
  beforeAll(installDialog);
  beforeEach(() => {
    queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: "always" } } });
    connectCredentials({ token: () => "a.b.c", missing() {}, refused() {} });
  });
  afterEach(() => {
    cleanup();
    queryClient.clear();
    vi.unstubAllGlobals();
  });

  return (page: ReactNode, path: string, address: string, { wide = true, at = now } = {}): ShownScreen => {
    vi.stubGlobal("matchMedia", () => ({
      matches: wide,
      addEventListener: () => {},
      removeEventListener: () => {},
    }));
    const router = createMemoryRouter([{ path, element: page }], { initialEntries: [address] });
    render(
      <QueryClientProvider client={queryClient}>
        <NowProvider clock={() => at}>
          <RouterProvider router={router} />
        </NowProvider>
      </QueryClientProvider>,
    );
    return {
      queryClient,
      address: () => router.state.location.pathname + router.state.location.search,
    };
  };
}
