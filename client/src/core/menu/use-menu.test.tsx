import { CLIENT_RETRY_MS } from "@lamina/shared/core/limits";
import { focusManager, type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { ApiError, LocalErrorId } from "../../api/error.ts";
import { createQueryClient } from "../../api/query-client.ts";
import { expectConsoleError } from "../../testing/setup.ts";
import { useMenu } from "./use-menu.ts";

const call = vi.hoisted(() => vi.fn());
vi.mock("../../api/http.ts", () => ({ call }));
vi.mock("../clients/use-clients.ts", () => ({ useClients: () => ({ selected: { _id: "a", id: "a-menu" } }) }));
vi.mock("../rights/use-rights.ts", () => ({ useRightsOn: () => ({ can: () => true }) }));

beforeEach(() => {
  vi.useFakeTimers();
  call.mockReset();
});
afterEach(() => vi.useRealTimers());

const own = [{ _id: "m", title: "Meu mapa", path: "/maps", icon: "map", order: 1 }];

it("shows the default menu when the load fails, and retries every 2 s, in a hidden tab as well", async () => {
  expectConsoleError(/Erro ao carregar os dados/);
  call.mockRejectedValueOnce(new Error("API down")).mockResolvedValue(own);
  focusManager.setFocused(false);
  const queryClient = createQueryClient();
  onTestFinished(() => {
    focusManager.setFocused(undefined);
    queryClient.clear();
  });
  const { result, later } = openMenu(queryClient);
  await later(0);
  expect(result.current.items.length).toBeGreaterThan(1);
  await later(CLIENT_RETRY_MS - 1);
  expect(call).toHaveBeenCalledOnce();
  await later(1);
  // The answer arrives in a later turn.
  await later(1);
  expect(result.current.items.map(({ title }) => title)).toEqual(["Meu mapa"]);
});

it("asks with a growing pause while the answer has an unknown form, such as texts or an object", async () => {
  expectConsoleError(/Erro ao carregar os dados/);
  call.mockRejectedValue(new ApiError(LocalErrorId.replyMismatch));
  const queryClient = createQueryClient();
  onTestFinished(() => queryClient.clear());
  const { result, later } = openMenu(queryClient);
  // Each answer arrives in a later turn.
  for (const pauseS of [2, 4, 8, 16]) await later(pauseS * 1_000 + 250);
  expect(call).toHaveBeenCalledTimes(5);
  await later(30_000);
  expect(call).toHaveBeenCalledTimes(5);
  expect(result.current.items.length).toBeGreaterThan(1);
});

function openMenu(queryClient: QueryClient) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>{children}</MemoryRouter>
    </QueryClientProvider>
  );
  const { result } = renderHook(() => useMenu(), { wrapper });
  const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  return { result, later };
}
