import type { Client } from "@lamina/shared/records/client";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { type RouteAnswer, startApiServer } from "../../../testing/api-server.ts";
import { Component } from "../page.tsx";
import { loadPage, prepareDevice } from "../testing/device.tsx";
import { irrigameter, sectorDetail, withMachines } from "../testing/fixtures.ts";
import { userAnswers } from "../testing/user-answers.ts";

vi.mock("../../../core/clients/use-clients.ts", () => ({
  useSelectedClient: () => ({ _id: "c1", id: "1", name: "Santa Clara", typeChart: 1 }) as Client,
  useClients: () => ({ clients: [], selected: { _id: "c1", id: "1" } }),
}));
vi.mock("../detail/balance-chart.tsx", () => ({ BalanceChart: () => null }));

const permissions = [{ screen: "watering", view: true, create: true, edit: true, remove: false }];

prepareDevice();

/** A newly loaded page on this device, with the stored data of earlier pages. */
async function load(path: string, answers: Record<string, RouteAnswer> = {}) {
  const api = await startApiServer({
    "GET /Irrigameter/GetByClientID": () => irrigameter(),
    ...userAnswers(permissions, { name: "Bruno", userName: "bruno", groupName: "Operador" }),
    "GET /Irrigameter/GetSectorDetail": () => sectorDetail(),
    ...answers,
  });
  return { api, ...loadPage(<Component />, "/irrigameter/:child", path) };
}

const DIALOG = "/irrigameter/calculated-pivot?acao=irriguei&alvo=p1q1";
const dialog = async () => within(await screen.findByRole("dialog"));
/** The dialog of a run that has ended. The panel of the fixture is running. */
async function endedRun(user: ReturnType<typeof userEvent.setup>) {
  const form = await dialog();
  await user.click(form.getByRole("radio", { name: "Já terminou" }));
  return form;
}
/** Until the dialog has closed, the notice is inside it, and then it is drawn again. */
const closed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
const ADJUST_RANGE = /^Informe um número de 0 a \d+(,\d+)?\.$/;
const recorded: RouteAnswer = ({ body }) => ({
  inserted: (body as { sectorIds: unknown[] }).sectorIds.length,
  duplicate: 0,
  errors: [],
});

it("records the recommendation for the sectors of the run, and takes it back without a trace", async () => {
  const { api, leave, user } = await load(`${DIALOG}&setor=p1q1`, { "POST /Watering/Record": recorded });
  await user.click((await endedRun(user)).getByRole("button", { name: "Registrar" }));
  await closed();
  expect(await screen.findByText(/^Irrigação de 12,0 mm guardada neste aparelho/)).toBeDefined();
  const card = within(screen.getByRole("article", { name: "Pivô 01" }));
  expect(await card.findAllByText("guardada neste aparelho")).toHaveLength(1);
  // The API has not received the record, but the screen already counts it.
  expect(screen.getByRole("region", { name: "Pivô 01 · Q1" }).textContent).toContain("Irrigação 24 h12,0 mm");
  const [undo] = screen.getAllByRole("button", { name: "Desfazer" }).slice(-1);
  if (undo) await user.click(undo);
  await waitFor(() => expect(card.queryByText("guardada neste aparelho")).toBeNull());
  await vi.advanceTimersByTimeAsync(10_000);
  expect(api.count("POST /Watering/Record")).toBe(0);
  leave();
});

it("says that the depth is that of one pass, where several are recommended", async () => {
  const board = irrigameter();
  const own = board.sectors.find(({ sector }) => sector._id === "p1q1")?.recommendation;
  if (!own) throw new Error("the fixture has a recommendation");
  Object.assign(own, { passes: 2, depthPerPassMm: 12, grossMm: 24 });
  const { leave, user } = await load(DIALOG, { "GET /Irrigameter/GetByClientID": () => withMachines(board) });
  const form = await endedRun(user);
  expect(form.getByText(/uma volta das recomendadas, 2 × 12 mm.*Registre cada volta/)).toBeDefined();
  expect(form.getByRole<HTMLInputElement>("textbox", { name: "Lâmina bruta, mm" }).value).toBe("12,0");
  leave();
});

it("records a double click once", async () => {
  const { leave, user } = await load(DIALOG, { "POST /Watering/Record": recorded });
  const save = (await endedRun(user)).getByRole("button", { name: "Registrar" });
  fireEvent.click(save);
  fireEvent.click(save);
  expect(await screen.findByText(/^Irrigação de 12,0 mm guardada neste aparelho/)).toBeDefined();
  expect(within(screen.getByRole("article", { name: "Pivô 01" })).getAllByText("guardada neste aparelho")).toHaveLength(
    1,
  );
  leave();
});

it("says so when a record is already being sent and can no longer be taken back", async () => {
  const answer = Promise.withResolvers<void>();
  const { api, leave, user } = await load(DIALOG, {
    "POST /Watering/Record": async (...call) => {
      await answer.promise;
      return recorded(...call);
    },
  });
  await user.click((await endedRun(user)).getByRole("button", { name: "Registrar" }));
  await closed();
  const notice = (await screen.findByText(/^Irrigação de 12,0 mm guardada neste aparelho/)).parentElement
    ?.parentElement as HTMLElement;
  // The toast stays while the pointer is on it, longer than the record's undo window.
  await user.hover(within(notice).getByRole("button", { name: "Desfazer" }));
  await vi.advanceTimersByTimeAsync(10_000);
  await waitFor(() => expect(api.count("POST /Watering/Record")).toBe(1));
  await user.click(within(notice).getByRole("button", { name: "Desfazer" }));
  expect(await screen.findByText(/^Tarde demais para desfazer/)).toBeDefined();
  answer.resolve();
  leave();
});

it("made offline survives the page, is listed in the queue, and is sent once when the connection is back", async () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const first = await load(DIALOG);
  await first.user.click((await endedRun(first.user)).getByRole("button", { name: "Registrar" }));
  await screen.findAllByText("guardada neste aparelho");
  await vi.advanceTimersByTimeAsync(10_000);
  first.leave();

  const sent: unknown[] = [];
  const second = await load("/irrigameter/calculated-pivot", {
    "POST /Watering/Record": (request, response) => {
      sent.push(request.body);
      return recorded(request, response);
    },
  });
  await screen.findAllByText("guardada neste aparelho");
  online.mockReturnValue(true);
  window.dispatchEvent(new Event("online"));
  window.dispatchEvent(new Event("online"));
  await waitFor(() => expect(screen.queryByText("guardada neste aparelho")).toBeNull());
  await waitFor(() => expect(sent).not.toEqual([]));
  // One call for the sectors of the run.
  expect(sent).toEqual([
    {
      ...{ clientId: "c1", sectorIds: ["p1q1", "p1q2"], state: "ended", grossMm: 12 },
      ...{ start: expect.any(String), at: expect.any(String) },
    },
  ]);
  second.leave();
});

it("asks before a second record of the same sector and day is queued, and sends both when that is meant", async () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const { api, leave, user } = await load(`${DIALOG}&setor=p1q1`, { "POST /Watering/Record": recorded });
  await user.click((await endedRun(user)).getByRole("button", { name: "Registrar" }));
  expect(await screen.findByText(/guardada neste aparelho; será enviada quando houver sinal/)).toBeDefined();
  await user.click(
    within(screen.getByRole("article", { name: "Pivô 01" })).getByRole("button", { name: /^Irriguei:/ }),
  );
  const form = await endedRun(user);
  await user.click(form.getByRole("button", { name: "Registrar" }));
  expect(form.getByText(/Q1: já há uma irrigação deste dia guardada neste aparelho/)).toBeDefined();
  const card = within(screen.getByRole("article", { name: "Pivô 01" }));
  expect(card.getAllByText("guardada neste aparelho")).toHaveLength(1);
  await user.click(form.getByRole("button", { name: "Registrar mesmo assim" }));
  await waitFor(() => expect(card.getAllByText("guardada neste aparelho")).toHaveLength(2));
  await vi.advanceTimersByTimeAsync(10_000);
  online.mockReturnValue(true);
  window.dispatchEvent(new Event("online"));
  await waitFor(() => expect(api.count("POST /Watering/Record")).toBe(2));
  expect(await screen.findByText("2 registros enviados e registrados")).toBeDefined();
  expect(await card.findAllByText(/^enviada e registrada às/)).toHaveLength(2);
  leave();
});

it("says so when the server already had the same record", async () => {
  const { leave, user } = await load(DIALOG, {
    "POST /Watering/Record": () => ({ inserted: 0, duplicate: 1, errors: [] }),
  });
  const form = await endedRun(user);
  await user.click(form.getByRole("checkbox", { name: "Q2" }));
  await user.click(form.getByRole("button", { name: "Registrar" }));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await screen.findByText(/Pivô 01 · Q1: o servidor já tinha este registro/)).toBeDefined();
  leave();
});

it("of a run that the panel counts records nothing, and shows what was applied", async () => {
  const data = irrigameter();
  const sectors = data.sectors.map((card) =>
    card.sector._id === "p1q1" && card.recommendation
      ? {
          ...card,
          recommendation: {
            ...card.recommendation,
            underWay: {
              startedAt: "2026-05-14T07:00:00Z",
              endAt: "2026-05-15T20:00:00Z",
              percent: 29,
              grossMm: 12,
              remainingMm: 0.8,
            },
          },
        }
      : card,
  );
  const { api, leave, user } = await load(DIALOG, {
    "GET /Irrigameter/GetByClientID": () => ({ ...data, sectors }),
    "POST /Watering/Record": recorded,
  });
  const form = await dialog();
  expect(form.getByText(/O painel conta esta água desde 04:00, com 29 % no painel/)).toBeDefined();
  expect(form.getByText("Q1: 11,2 mm")).toBeDefined();
  await user.click(form.getByRole("button", { name: "Certo" }));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(api.count("POST /Watering/Record")).toBe(0);
  leave();
});

it("keeps the input through a reload, until it is discarded", async () => {
  const path = DIALOG.replace("irriguei", "chuva");
  const first = await load(path);
  await first.user.type((await dialog()).getByLabelText("Chuva, mm"), "8,5");
  await first.user.click((await dialog()).getByRole("radio", { name: /Só em/ }));
  first.leave();

  const second = await load(path);
  const form = await dialog();
  expect((form.getByLabelText("Chuva, mm") as HTMLInputElement).value).toBe("8,5");
  expect((form.getByRole("radio", { name: /Só em/ }) as HTMLInputElement).checked).toBe(true);
  await second.user.click(form.getByRole("button", { name: "Cancelar" }));
  second.leave();

  const third = await load(path);
  expect(((await dialog()).getByLabelText("Chuva, mm") as HTMLInputElement).value).toBe("");
  third.leave();
});

it.each<[string, string, Record<string, string>, string, (string | RegExp)[]]>([
  ["rain beyond the range", "chuva", { "Chuva, mm": "501" }, "Chuva, mm", ["Informe um número de 0 a 500."]],
  ["rain without an amount", "chuva", {}, "Chuva, mm", ["Informe um número de 0 a 500."]],
  ["rain to come", "chuva", { "Chuva, mm": "8", Dia: "15/05/2026" }, "Dia", ["Este dia ainda não chegou."]],
  [
    "rain of a mistyped year",
    "chuva",
    { "Chuva, mm": "8", Dia: "14/05/2016" },
    "Dia",
    ["Confira o ano: este dia passou há mais de um ano."],
  ],
  [
    "rain with too long a note",
    "chuva",
    { "Chuva, mm": "8", Observação: "x".repeat(501) },
    "Observação",
    ["Use no máximo 500 caracteres."],
  ],
  ["a note without text and photo", "anotar", {}, "O que você viu", ["Escreva algo ou tire uma foto."]],
  [
    "an adjustment beyond the soil, without a reason",
    "ajuste",
    { "Déficit no fim de 13/05, mm": "900" },
    "Déficit no fim de 13/05, mm",
    [ADJUST_RANGE, "Campo obrigatório."],
  ],
])("refuses %s with the reason at its field, which gets the focus", async (_case, action, input, first, errors) => {
  const { leave } = await load(DIALOG.replace("irriguei", action));
  const form = await dialog();
  for (const [label, value] of Object.entries(input)) {
    fireEvent.change(form.getByLabelText(label), { target: { value } });
    fireEvent.blur(form.getByLabelText(label));
  }
  fireEvent.click(form.getByRole("button", { name: /^(Registrar|Ajustar)$/ }));
  for (const words of errors) expect(await form.findByText(words)).toBeDefined();
  const field = form.getByLabelText(first);
  expect(field.getAttribute("aria-invalid")).toBe("true");
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(screen.queryByText("guardada neste aparelho")).toBeNull();
  leave();
});

it("shows errors at their fields, and records nothing", async () => {
  const { leave, user } = await load(DIALOG);
  const form = await dialog();
  const amount = form.getByLabelText("Lâmina bruta, mm");
  await user.clear(amount);
  await user.type(amount, "300");
  await user.click(form.getByRole("button", { name: "Registrar" }));
  expect(form.getByText("Informe um número de 0,1 a 100.")).toBeDefined();
  expect(amount.getAttribute("aria-invalid")).toBe("true");
  expect(screen.queryByText("guardada neste aparelho")).toBeNull();
  leave();
});
