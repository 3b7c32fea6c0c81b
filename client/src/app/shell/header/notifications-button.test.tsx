import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { connectCredentials } from "../../../api/credentials.ts";
import { queryClient } from "../../../api/query-client.ts";
import { clientSetup } from "../../../core/clients/current-clients.ts";
import { startApiServer } from "../../../testing/api-server.ts";
import { installDialog } from "../../../testing/dialog.ts";
import { NowProvider } from "../../../ui/now.tsx";
import { NotificationsButton } from "./notifications-button.tsx";

beforeEach(() => {
  connectCredentials({ token: () => "a.b.c", missing() {}, refused() {} });
  installDialog();
});
afterEach(cleanup);

it("stays open and unchanged when the client list arrives after it was opened", async () => {
  const list = Promise.withResolvers<unknown>();
  await startApiServer({
    "GET /Client/GetAll": () => list.promise,
    "GET /User/Me": () => ({ _id: "u", name: "Ana", userName: "ana", groupName: "Gestor", permissions: [] }),
    "GET /Notification/GetByClientID": () => ({ items: [], next: null }),
  });
  clientSetup.start();
  onTestFinished(() => {
    clientSetup.clear();
    queryClient.clear();
  });
  render(
    <NowProvider clock={() => Date.parse("2026-11-21T12:00:00Z")}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <NotificationsButton />
        </MemoryRouter>
      </QueryClientProvider>
    </NowProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Notificações" }));
  const panel = screen.getByRole("dialog", { name: "Notificações" });

  list.resolve([{ _id: "c", id: "1", name: "Alfa", typeChart: 1 }]);
  await screen.findByRole("radio", { name: "Alertas" });
  expect(screen.getByRole("dialog", { name: "Notificações" })).toBe(panel);
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Mensagens" }).checked).toBe(true);

  await userEvent.click(screen.getByRole("radio", { name: "Alertas" }));
  expect(await screen.findByText("Nenhum alerta aberto")).toBeTruthy();
});
