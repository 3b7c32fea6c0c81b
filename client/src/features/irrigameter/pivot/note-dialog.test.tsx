import type { Client } from "@lamina/shared/records/client";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { pivotPath } from "../../../core/navigation/pivot-path.ts";
import { UNDO_WINDOW_MS } from "../../../core/outbox/outbox.ts";
import { type RouteAnswer, sendProblem, startApiServer } from "../../../testing/api-server.ts";
import { loadPage, prepareDevice } from "../testing/device.tsx";
import { AT, irrigameter, sectorDetail } from "../testing/fixtures.ts";
import { Component } from "./page.tsx";

vi.mock("../../../core/clients/use-clients.ts", () => ({
  useSelectedClient: () => ({ _id: "c1", id: "1", name: "Santa Clara", typeChart: 1 }) as Client,
  useClients: () => ({ clients: [], selected: { _id: "c1", id: "1" } }),
}));
vi.mock("../detail/balance-chart.tsx", () => ({ BalanceChart: () => null }));

let leave = () => {};
prepareDevice();
afterEach(() => leave());

const NOTE = { _id: "n1", clientId: "c1", pivotId: "p1", createdAt: AT, updatedAt: AT, active: true, at: AT };

/** The page of a pivot with one note, by a user with all rights or without some. */
async function open(answers: Record<string, RouteAnswer> = {}, remove = true) {
  const notes = [{ ...NOTE, note: "bocal 12 entupido", userName: "Bruno" }];
  const permissions = ["irrigameter", "watering"].map((name) => ({
    ...{ screen: name, view: true, create: true, edit: true, remove },
  }));
  const api = await startApiServer({
    "GET /Irrigameter/GetByClientID": () => irrigameter(),
    "GET /Irrigameter/GetSectorDetail": () => sectorDetail(),
    "POST /Irrigameter/Simulate": () => sectorDetail().projection,
    "GET /User/Me": () => ({ _id: "u", name: "Ana", userName: "ana", groupName: "Gestor", permissions }),
    "GET /Season/GetByClientID": () => [],
    "GET /Report/IrrigationManager": () => ({ generatedAt: AT, from: "2026-03-08", to: "2026-05-13", sectors: [] }),
    "GET /Notification/GetByClientID": () => ({ items: [], next: null }),
    "GET /Watering/GetPage": () => ({ items: [], next: null }),
    "GET /Rain/GetPage": () => ({ items: [], next: null }),
    "GET /PivotStatus/GetByPivotID": () => ({ items: [], next: null }),
    "GET /FieldNote/GetPage": () => ({ items: notes, next: null }),
    ...answers,
  });
  const page = loadPage(<Component />, "/irrigameter/pivo/:pivotId", pivotPath("p1"));
  const { user } = page;
  leave = page.leave;
  const edit = async () => {
    await user.click(await screen.findByRole("button", { name: "Corrigir anotação: bocal 12 entupido" }));
    return within(await screen.findByRole("dialog", { name: "Corrigir anotação" }));
  };
  return { api, notes, user, edit };
}

const records = async () => within(await screen.findByRole("table", { name: "Registros de 30 dias" }));

it("corrects a note, shows the correction at once, and sends it with the version that its user saw", async () => {
  const sent: unknown[] = [];
  const { notes, user, edit } = await open({
    "POST /FieldNote/Update": ({ body }) => {
      sent.push(body);
      notes[0] = { ...notes[0], ...(body as object) } as (typeof notes)[0];
      return { matchedCount: 1 };
    },
  });
  const form = await edit();
  await user.clear(form.getByLabelText("O que você viu"));
  await user.click(form.getByRole("button", { name: "Salvar" }));
  expect(await form.findByText("Escreva algo ou tire uma foto.")).toBeDefined();
  await user.type(form.getByLabelText("O que você viu"), "bocal 12 trocado");
  await user.click(form.getByRole("button", { name: "Salvar" }));
  expect(await (await records()).findByText("bocal 12 trocado")).toBeDefined();
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(UNDO_WINDOW_MS);
  await waitFor(() => expect(sent).toEqual([{ _id: "n1", updatedAt: AT, note: "bocal 12 trocado", photoId: null }]));
  expect(await screen.findByText(/^Correção de anotação · Pivô 01: enviada e registrada/)).toBeDefined();
});

it("asks before it deletes a note, and takes the deletion back without a trace", async () => {
  const { api, user, edit } = await open({ "DELETE /FieldNote/Delete": () => ({ deletedCount: 1 }) });
  await user.click((await edit()).getByRole("button", { name: "Excluir anotação" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Excluir a anotação?" }));
  expect(question.getByText(/^“bocal 12 entupido”, de /)).toBeDefined();
  // Without a connection nothing is sent, so that on a slow machine the time to undo does not end first.
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await user.click(question.getByRole("button", { name: "Excluir anotação" }));
  await waitFor(() => expect(screen.queryByText("bocal 12 entupido")).toBeNull());
  expect(await screen.findByText(/^Anotação excluída neste aparelho/)).toBeDefined();
  // The one beside the unsent record, because the message's own is gone with it on a slow machine.
  const unsent = (await screen.findByText(/^Exclusão de anotação/)).closest("li") as HTMLElement;
  await user.click(within(unsent).getByRole("button", { name: "Desfazer" }));
  expect(await screen.findByText("bocal 12 entupido")).toBeDefined();
  online.mockReturnValue(true);
  await vi.advanceTimersByTimeAsync(UNDO_WINDOW_MS);
  expect(api.count("DELETE /FieldNote/Delete")).toBe(0);
});

it("reports a correction of a note that another user has changed, and keeps both versions", async () => {
  const OTHER_AT = "2026-05-14T12:30:00.000Z";
  let tries = 0;
  const { api, user, edit } = await open({
    "POST /FieldNote/Update": (_request, response) => {
      if (++tries > 1) return { matchedCount: 1 };
      return sendProblem(response, 409, "conflict");
    },
    "GET /FieldNote/GetByID": () => ({ ...NOTE, note: "bocal 13 entupido", updatedAt: OTHER_AT }),
  });
  const form = await edit();
  await user.type(form.getByLabelText("O que você viu"), " e 14");
  await user.click(form.getByRole("button", { name: "Salvar" }));
  await vi.advanceTimersByTimeAsync(UNDO_WINDOW_MS);
  expect(await screen.findByText(/outra pessoa mudou esta anotação/)).toBeDefined();
  expect(await (await records()).findByText("bocal 12 entupido")).toBeDefined();
  expect(screen.getByText("Sua versão: “bocal 12 entupido e 14”, sem foto")).toBeDefined();
  expect(screen.getByText("Versão atual: “bocal 13 entupido”, sem foto")).toBeDefined();
  expect(screen.getByRole("button", { name: "Ficar com a atual" })).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Ficar com a minha" }));
  // A third version since would be asked about again.
  await waitFor(() => expect(tries).toBe(2));
  expect(api.requests.filter(({ url }) => url === "/FieldNote/Update").at(-1)?.body).toMatchObject({
    note: "bocal 12 entupido e 14",
    updatedAt: OTHER_AT,
  });
  expect(await screen.findByText(/^Correção de anotação · Pivô 01: enviada e registrada/)).toBeDefined();
});

it("offers no deletion without the right to it", async () => {
  const { edit } = await open({}, false);
  expect((await edit()).queryByRole("button", { name: "Excluir anotação" })).toBeNull();
});

it("a note can be made while the list of records has no answer", async () => {
  const { user } = await open({ "GET /FieldNote/GetPage": () => new Promise(() => {}) });
  await user.click(await screen.findByRole("button", { name: "Anotar" }));
  await screen.findByRole("dialog", { name: "Anotar · Pivô 01" });
});
