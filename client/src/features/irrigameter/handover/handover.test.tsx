import type { Client } from "@lamina/shared/records/client";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { type RouteAnswer, sendProblem, startApiServer } from "../../../testing/api-server.ts";
import { expectConsoleError } from "../../../testing/setup.ts";
import { Component } from "../page.tsx";
import { loadPage, prepareDevice } from "../testing/device.tsx";
import { AT, irrigameter } from "../testing/fixtures.ts";
import { userAnswers } from "../testing/user-answers.ts";

vi.mock("../../../core/clients/use-clients.ts", () => ({
  useSelectedClient: () => ({ _id: "c1", id: "1", name: "Santa Clara", typeChart: 1 }) as Client,
  useClients: () => ({ clients: [], selected: { _id: "c1", id: "1" } }),
}));

prepareDevice();

const stored = { clientId: "c1", createdAt: AT, updatedAt: AT, active: true };
const person = (_id: string, name: string) => ({ ...stored, _id, name, userName: _id, groupId: "gestor", farmIds: [] });

it("lists what the next shift must know, takes all alerts, and hands the management over with undo", async () => {
  const permissions = ["watering", "alerts", "user"].map((name) => ({
    ...{ screen: name, view: true, create: true, edit: true, remove: true },
  }));
  const alert = (_id: string, takenByName: string | null, severity = "warning") => ({
    ...{ ...stored, _id, date: AT, type: "stress", severity, title: "Mensagem", farmId: "f1", pivotId: "p1" },
    ...{ message: `alerta ${_id}`, readBy: [], takenBy: takenByName && "x", takenByName },
  });
  const api = await startApiServer({
    "GET /Irrigameter/GetByClientID": () => irrigameter(),
    ...userAnswers(permissions, { name: "Bia", userName: "bia", groupName: "Gestor" }),
    "GET /Notification/GetByClientID": () => ({
      items: [alert("a1", null), alert("a2", "Ana"), alert("a3", null, "critical"), alert("a4", null)],
      next: null,
    }),
    "GET /FieldNote/GetPage": () => ({
      items: [{ ...stored, _id: "n1", pivotId: "p1", at: AT, note: "bocal 12 entupido", userName: "Bruno" }],
      next: null,
    }),
    "GET /User/GetByClientID": () => [person("m1", "Ana"), person("m2", "Bia")],
    "POST /Notification/Take": () => ({ matchedCount: 1 }),
    "POST /User/TakeOver": () => ({ _id: "t1", alerts: 1, mails: 2, undoUntil: AT }),
    "POST /User/UndoTakeOver": () => ({ matchedCount: 1 }),
  });
  const { user, leave } = loadPage(
    <Component />,
    "/irrigameter/:child",
    "/irrigameter/calculated-pivot?acao=passagem&alvo=p1q1",
  );
  const dialog = within(await screen.findByRole("dialog", { name: "Passagem de turno · Fazenda Rio de Ondas" }));
  await dialog.findByText("alerta a2");
  const itemsOf = (name: string) =>
    within(dialog.getByRole("region", { name }))
      .getAllByRole("listitem")
      .map((item) => item.textContent);
  // One item a cause and machine, the worst first.
  expect(itemsOf("Alertas que ninguém assumiu")).toEqual(["alerta a3", "alerta a1alerta a4"]);
  expect(itemsOf("Alertas assumidos")).toEqual(["alerta a2assumido por Ana"]);
  expect(await dialog.findByText(/^Pivô 01, 07:30, Bruno: bocal 12 entupido$/)).toBeDefined();
  expect(dialog.getByText("Pivô 01 · Q3: irrigação não registrada?")).toBeDefined();
  await user.click(dialog.getByRole("button", { name: "Assumir os 3 alertas" }));
  await waitFor(() => expect(api.count("POST /Notification/Take")).toBe(3));

  await dialog.findAllByText("Ana");
  fireEvent.change(dialog.getByLabelText("Quem sai"), { target: { value: "m1" } });
  fireEvent.change(dialog.getByLabelText("Quem assume"), { target: { value: "m2" } });
  await user.click(dialog.getByRole("checkbox", { name: /grupo e as fazendas/ }));
  await user.click(dialog.getByRole("button", { name: "Assumir tudo" }));
  expect(await screen.findByText("Bia assumiu: 1 alerta, 2 relatórios mensais")).toBeDefined();
  // The toast moves out of the dialog when that closes; a click between press and release would be lost.
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(screen.getByText("Desfazer"));
  expect(await screen.findByText("Passagem desfeita")).toBeDefined();
  expect(api.count("POST /User/TakeOver")).toBe(1);
  leave();
});

it("does not say that there are no alerts and notes when they could not be read", async () => {
  expectConsoleError(/Erro ao carregar os alertas/);
  const refused: RouteAnswer = (_request, response) => sendProblem(response, 403, "forbidden");
  const permissions = [{ screen: "alerts", view: true, create: true, edit: true, remove: true }];
  await startApiServer({
    "GET /Irrigameter/GetByClientID": () => irrigameter(),
    ...userAnswers(permissions, { name: "Bia", userName: "bia", groupName: "Gestor" }),
    "GET /Notification/GetByClientID": refused,
    "GET /FieldNote/GetPage": refused,
  });
  const { leave } = loadPage(
    <Component />,
    "/irrigameter/:child",
    "/irrigameter/calculated-pivot?acao=passagem&alvo=p1q1",
  );
  const dialog = within(await screen.findByRole("dialog", { name: /^Passagem de turno/ }));
  expect(await dialog.findByText("Os alertas não puderam ser lidos agora.")).toBeDefined();
  expect(await dialog.findByText("As anotações não puderam ser lidas agora.")).toBeDefined();
  leave();
}, 30_000);
