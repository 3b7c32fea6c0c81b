import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { connectCredentials } from "../../../api/credentials.ts";
import { queryClient } from "../../../api/query-client.ts";
import { sendFaults, startApiServer } from "../../../testing/api-server.ts";
import { DeletedRecords } from "./deleted-records.tsx";

vi.mock("../../../core/clients/use-clients.ts", () => ({
  useSelectedClient: () => ({ _id: "c1", id: "1", name: "Santa Clara", typeChart: 1 }),
}));
vi.mock("../../../core/rights/use-rights.ts", () => ({ useRights: () => ({ can: () => true }) }));

const deleted = {
  ...{ _id: "x1", recordId: "p1", entity: "Pivot", name: "Pivô 3", count: 12, userName: "ana" },
  ...{ date: "2026-11-20T12:00:00Z", until: "2026-12-20T12:00:00Z" },
};
beforeEach(() => {
  Element.prototype.scrollIntoView = () => {};
  connectCredentials({ token: () => "a.b.c", missing() {}, refused() {} });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
});

it("opens by the link of the search, lists what was deleted, asks for another name where it is taken, and names what to check", async () => {
  const api = await startApiServer({
    "GET /Deletion/GetByClientID": () => [deleted],
    "POST /Deletion/Restore": (_request, response) =>
      sendFaults(response, { field: "name", id: "unique", message: "Já existe outro com este nome." }),
  });
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={["/setup/farms#excluidos"]}>
        <DeletedRecords />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByText("Sistema: Pivô 3, com 12 registros");
  await user.click(screen.getByRole("button", { name: "Restaurar Pivô 3" }));
  await screen.findByText("Já existe outro com este nome.");
  const field = screen.getByLabelText("Outro nome para o registro restaurado");
  await user.clear(field);
  await user.type(field, "Pivô 3 velho");
  api.answers["POST /Deletion/Restore"] = () => ({ restored: 13, kept: [{ entity: "WaterPermit", name: "O-1" }] });
  await user.click(screen.getByRole("button", { name: "Restaurar Pivô 3" }));
  await screen.findByText("Outorga: O-1");
  const restored = api.requests.filter(({ url }) => url === "/Deletion/Restore");
  expect(restored[1]?.body).toMatchObject({ _id: "x1", name: "Pivô 3 velho" });
});
