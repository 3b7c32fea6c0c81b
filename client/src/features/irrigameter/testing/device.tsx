import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { IDBFactory } from "fake-indexeddb";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { connectCredentials } from "../../../api/credentials.ts";
import { queryClient } from "../../../api/query-client.ts";
import { startOutbox } from "../../../core/outbox/current-outbox.ts";
import { installDialog } from "../../../testing/dialog.ts";
import { Toaster } from "../../../ui/feedback/toast.tsx";
import { NowProvider } from "../../../ui/now.tsx";
import { AT } from "./fixtures.ts";

let devices = 0;

/** Prepares jsdom as a device with an outbox and a clock of its own in each test. */
export function prepareDevice(): void {
  beforeAll(() => {
    vi.stubGlobal("indexedDB", new IDBFactory());
    vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  });
  afterAll(() => void vi.unstubAllGlobals());
  beforeEach(() => {
    devices += 1;
    installDialog();
    sessionStorage.clear();
    connectCredentials({ token: () => "a.b.c", missing() {}, refused() {} });
    vi.useFakeTimers({ now: Date.parse(AT), toFake: ["setTimeout", "clearTimeout", "Date"], shouldAdvanceTime: true });
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}

/**
 * Loads a page at its route, with the data that earlier pages of the test stored on the device.
 * @returns the user, and a function that closes the page
 */
export function loadPage(page: ReactNode, path: string, address: string) {
  const stop = startOutbox(`device${devices}`);
  const router = createMemoryRouter([{ path, element: page }], { initialEntries: [address] });
  render(
    <QueryClientProvider client={queryClient}>
      <NowProvider clock={() => Date.now()}>
        <RouterProvider router={router} />
        <Toaster />
      </NowProvider>
    </QueryClientProvider>,
  );
  const leave = () => {
    cleanup();
    stop();
    queryClient.clear();
  };
  return { leave, user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }) };
}
