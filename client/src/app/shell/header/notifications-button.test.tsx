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

const date = "2026-11-21T06:00:00.000Z";

function showButton() {
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
}

it("stays open and unchanged when the client list arrives after it was opened", async () => {
  const list = Promise.withResolvers<unknown>();
  await startApiServer({
    "GET /Client/GetAll": () => list.promise,
    "GET /User/Me": () => ({
      _id: "u",
      name: "Ana",
      userName: "ana",
      groupName: "Gestor",
      permissions: [{ screen: "alerts", view: true, create: false, edit: false, remove: false }],
    }),
    "GET /Notification/GetByClientID": () => ({ items: [], next: null }),
  });
  showButton();
  await userEvent.click(screen.getByRole("button", { name: "Notificações" }));
  const panel = screen.getByRole("dialog", { name: "Notificações" });

  list.resolve([{ _id: "c", id: "1", name: "Alfa", typeChart: 1 }]);
  await screen.findByRole("radio", { name: "Alertas" });
  expect(screen.getByRole("dialog", { name: "Notificações" })).toBe(panel);
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Mensagens" }).checked).toBe(true);

  await userEvent.click(screen.getByRole("radio", { name: "Alertas" }));
  expect(await screen.findByText("Nenhum alerta aberto")).toBeTruthy();
});

it("counts the open alerts that no user has taken, also beyond a hundred", async () => {
  const alert = (index: number) => ({
    ...{ _id: `n${index}`, clientId: "c", createdAt: date, updatedAt: date, active: true, date, readBy: ["u"] },
    ...{ type: "device-silent", severity: "warning", title: "Mensagem", message: `Sonda ${index}` },
    ...(index < 70 && { takenBy: "v", takenByName: "Bia", takenAt: date }),
  });
  const all = Array.from({ length: 150 }, (_, index) => alert(index));
  await startApiServer({
    "GET /Client/GetAll": () => [{ _id: "c", id: "1", name: "Alfa", typeChart: 1 }],
    "GET /User/Me": () => ({
      _id: "u",
      name: "Ana",
      userName: "ana",
      groupName: "Gestor",
      permissions: [{ screen: "alerts", view: true, create: false, edit: false, remove: false }],
    }),
    "GET /Notification/GetByClientID": ({ url }) => {
      const limit = Number(new URL(url, "http://bff").searchParams.get("limit"));
      return { items: all.slice(0, limit), next: limit < all.length ? "more" : null };
    },
  });
  showButton();
  expect(await screen.findByRole("button", { name: "Notificações: 80 à espera de alguém" })).toBeTruthy();
});
