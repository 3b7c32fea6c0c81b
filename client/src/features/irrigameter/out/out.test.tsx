import type { Client } from "@lamina/shared/records/client";
import type { MachineOut } from "@lamina/shared/views/machine-day";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { type RouteAnswer, sendProblem, startApiServer } from "../../../testing/api-server.ts";
import { Component } from "../page.tsx";
import { loadPage, prepareDevice } from "../testing/device.tsx";
import { AT, irrigameter } from "../testing/fixtures.ts";

vi.mock("../../../core/clients/use-clients.ts", () => ({
  useSelectedClient: () => ({ _id: "c1", id: "1", name: "Santa Clara", typeChart: 1 }) as Client,
  useClients: () => ({ clients: [], selected: { _id: "c1", id: "1" } }),
}));

vi.setConfig({ testTimeout: 20_000 });
prepareDevice();

const HOJE = "/irrigameter/calculated-pivot";
const OUT: MachineOut = {
  ...{ _id: "o1", waterSourceId: null, reason: "broken", from: AT, until: "2026-05-15T10:00:00.000Z" },
  ...{ note: "redutor da torre 3", userName: "Ana", updatedAt: AT },
};

/** Opens "Hoje"; the API answers with a machine out of service after the record was sent. */
async function open(out: MachineOut | null, address: string, answers: Record<string, RouteAnswer> = {}) {
  const sent: { path: string; body: Record<string, unknown> }[] = [];
  const board = irrigameter();
  const record = (path: string, reply: object) => (request: { body?: unknown }) => {
    sent.push({ path, body: request.body as Record<string, unknown> });
    return reply;
  };
  const permissions = ["irrigameter", "watering", "balance", "farms"].map((name) => ({
    ...{ screen: name, view: true, create: true, edit: true, remove: true },
  }));
  const stored = { clientId: "c1", createdAt: AT, updatedAt: AT, active: true };
  await startApiServer({
    "GET /Irrigameter/GetByClientID": () => ({
      ...board,
      machines: board.machines.map((day) => (day.pivotId === "p1" ? { ...day, outOfService: out } : day)),
    }),
    "GET /User/Me": () => ({ _id: "u", name: "Ana", userName: "ana", groupName: "Gestor", permissions }),
    "GET /Menu/GetByClientID": () => [],
    "GET /Menu/GetAll": () => [],
    "POST /OutOfService/Insert": record("Insert", { ...stored, ...OUT, farmId: "f1", pivotId: "p1" }),
    "POST /OutOfService/Update": record("Update", { matchedCount: 1 }),
    ...answers,
  });
  const page = loadPage(<Component />, "/irrigameter/:child", address);
  return { ...page, sent };
}

it("takes a machine out of service with the usual answers, and can take it back", async () => {
  const { user, sent, leave } = await open(null, `${HOJE}?acao=fora-de-servico&alvo=p1q1`);
  const form = within(await screen.findByRole("dialog", { name: "Fora de serviço · Pivô 01" }));
  expect(document.activeElement?.getAttribute("type")).toBe("radio");
  await user.click(form.getByRole("radio", { name: "Amanhã 07:00" }));
  expect(form.getByRole<HTMLInputElement>("radio", { name: "Quebrou" }).checked).toBe(true);
  await user.click(form.getByRole("button", { name: "Registrar" }));
  expect(await screen.findByText(/Pivô 01 fora de serviço, guardado neste aparelho/)).toBeDefined();
  expect(screen.getAllByText("Desfazer").length).toBeGreaterThan(0);
  await vi.advanceTimersByTimeAsync(7_000);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({
    ...{ clientId: "c1", farmId: "f1", pivotId: "p1", reason: "broken", until: "2026-05-15T10:00:00.000Z" },
  });
  leave();
});

it("says among what does not fit why, until when and by whom, with the way back as its button", async () => {
  const { user, sent, leave } = await open(OUT, HOJE);
  const list = within(await screen.findByLabelText("Não cabe hoje"));
  const line = within(list.getByLabelText("Pivô 01"));
  expect(line.getByText("fora de serviço: quebrou")).toBeDefined();
  expect(line.getByText(/até amanhã 07:00; desde .*, por Ana; redutor da torre 3/)).toBeDefined();
  expect(line.queryByText("O que resolve?")).toBeNull();
  await user.click(await line.findByLabelText("Voltou ao serviço: Pivô 01"));
  await vi.advanceTimersByTimeAsync(7_000);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ path: "Update", body: { _id: "o1", updatedAt: AT } });
  expect(Date.parse(String(sent[0]?.body.until))).toBeGreaterThanOrEqual(Date.parse(AT));
  leave();
});

it("an end after another person's shows both, and replaces it only by choice", async () => {
  const OTHER_AT = "2026-05-14T12:30:00.000Z";
  const bodies: unknown[] = [];
  const { user, leave } = await open(OUT, HOJE, {
    "POST /OutOfService/Update": ({ body }, response) => {
      bodies.push(body);
      return bodies.length > 1 ? { matchedCount: 1 } : sendProblem(response, 409, "conflict");
    },
    "GET /OutOfService/GetByID": () => ({
      ...{ clientId: "c1", farmId: "f1", pivotId: "p1", createdAt: AT, active: true },
      ...{ ...OUT, until: OTHER_AT, updatedAt: OTHER_AT },
    }),
  });
  await user.click(await screen.findByLabelText("Voltou ao serviço: Pivô 01"));
  await vi.advanceTimersByTimeAsync(7_000);
  expect(await screen.findByText(/outra pessoa mudou este registro/)).toBeDefined();
  expect(screen.getByText(/^Sua versão: volta em /)).toBeDefined();
  expect(screen.getByText("Versão atual: volta em 14/05/2026 09:30")).toBeDefined();
  expect(screen.getByRole("button", { name: "Ficar com a atual" })).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Ficar com a minha" }));
  await waitFor(() => expect(bodies).toHaveLength(2));
  expect(bodies).toMatchObject([{ updatedAt: AT }, { updatedAt: OTHER_AT }]);
  leave();
});
