import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { connectCredentials } from "../../api/credentials.ts";
import { type RouteAnswer, sendProblem, startApiServer } from "../../testing/api-server.ts";
import { expectConsoleError } from "../../testing/setup.ts";
import { useRights } from "./use-rights.ts";

vi.mock("../clients/use-clients.ts", () => ({ useSelectedClient: () => ({ _id: "c1", id: "1" }) }));

let queryClient: QueryClient;
beforeEach(() => {
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: "always" } } });
  connectCredentials({ token: () => "a.b.c", missing() {}, refused() {} });
});
afterEach(() => queryClient.clear());

async function rightsOf(answer: RouteAnswer) {
  const api = await startApiServer({ "GET /User/Me": answer });
  const { result } = renderHook(useRights, {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  return { api, result };
}

const permissions = [{ screen: "watering", view: true, create: true, edit: false, remove: false }];

it("allows nothing until the rights are known, then what the matrix of this client allows", async () => {
  const { api, result } = await rightsOf(() => ({
    _id: "u1",
    name: "Ana",
    userName: "ana",
    groupName: "Operador",
    permissions,
  }));
  expect(result.current.can("watering", "create")).toBe(false);
  await waitFor(() => expect(result.current.me?.groupName).toBe("Operador"));
  expect(api.requests[0]?.url).toBe("/User/Me?clientId=c1");
  expect(result.current.can("watering", "create")).toBe(true);
  expect(result.current.can("watering", "edit")).toBe(false);
  expect(result.current.can("balance", "edit")).toBe(false);
});

it("allows everything when the API has no rights, because the API decides", async () => {
  expectConsoleError(/Erro ao carregar os direitos/);
  const { result } = await rightsOf((_request, response) => sendProblem(response, 404, "route-not-found"));
  await waitFor(() => expect(result.current.can("balance", "edit")).toBe(true));
});

it("asks an API without rights once for all parts of a page, and keeps allowing during a refetch", async () => {
  expectConsoleError(/Erro ao carregar os direitos/);
  const { api, result } = await rightsOf((_request, response) => sendProblem(response, 404, "route-not-found"));
  await waitFor(() => expect(result.current.can("balance", "edit")).toBe(true));
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const other = renderHook(useRights, { wrapper });
  expect(other.result.current.can("balance", "edit")).toBe(true);
  const again = queryClient.refetchQueries();
  expect(result.current.can("balance", "edit")).toBe(true);
  await again;
  expect(api.requests).toHaveLength(2);
});
