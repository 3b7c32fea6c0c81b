import { HOUR_MS } from "@lamina/shared/core/time";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, onTestFinished, vi } from "vitest";
import { type RouteAnswer, sendProblem, startApiServer } from "../../testing/api-server.ts";
import { prepareScreens } from "../../testing/screen.tsx";
import { expectConsoleError } from "../../testing/setup.ts";
import { Component } from "./page.tsx";
import { daysFrom, hoursFrom, NOW, series, sources } from "./testing/sources.ts";

vi.mock("../../core/clients/use-clients.ts", () => ({ useSelectedClient: () => ({ _id: "c1", name: "Santa Clara" }) }));
vi.mock("../../core/menu/use-section.ts", () => ({ useSection: () => ({ title: "Gráficos", tabs: [] }) }));
const can = vi.hoisted(() => vi.fn(() => true));
vi.mock("../../core/rights/use-rights.ts", () => ({ useRights: () => ({ me: undefined, can }) }));
vi.mock("../../ui/chart/draw/paint.ts", () => ({ paint() {} }));

const show = prepareScreens(NOW);
const open = (address: string, options?: { wide?: boolean; at?: number }) =>
  show(<Component />, "/charts/:child", address, options);
const queryOf = (url: string) => new URLSearchParams(url.split("?")[1]);

const at = daysFrom("2026-05-08", 7);
const rain = (id: string, mm: number) =>
  series(id, "rain", "mm", { at, mean: at.map(() => mm), sum: at.map(() => mm), step: "day" });
const rainAnswer: RouteAnswer = ({ url }) => ({
  series: (queryOf(url).get("IDs") ?? "").split(",").map((id) => rain(id, id === "rain" ? 3 : 5)),
  weather: [],
  balance: [],
});
const start = (chart: RouteAnswer = rainAnswer, found: unknown = sources) =>
  startApiServer({ "GET /Source/GetByClientID": () => found, "GET /Chart/GetSeries": chart });

it("requests the farm's own station for the last seven farm days, in two requests", async () => {
  const api = await start();
  open("/charts/pluviometry?passo=dia");
  expect(await screen.findByRole("heading", { name: "Chuva, Estação Sede" })).toBeDefined();
  expect(api.requests).toHaveLength(2);
  expect(Object.fromEntries(queryOf(api.requests[1]?.url ?? ""))).toEqual({
    IDs: "rain",
    // 8 to 14 May in Cuiabá.
    from: "2026-05-08T04:00:00.000Z",
    to: "2026-05-15T04:00:00.000Z",
    step: "day",
    farmId: "f1",
  });
  expect(screen.getByText("Total").nextElementSibling?.textContent).toBe("21,0 mm");
});

it("writes each choice into the address, and compares", async () => {
  await start();
  const shown = open("/charts/pluviometry?passo=dia");
  await userEvent.click(await screen.findByRole("button", { name: "Comparar com Pluviômetro Norte" }));
  expect(await screen.findByRole("heading", { name: "Chuva" })).toBeDefined();
  expect(shown.address()).toContain("comparar=gauge");
  expect(screen.getByText("35,0", { selector: "dd" }).textContent).toBe("35,0 mm");
  await userEvent.click(screen.getByRole("radio", { name: "30 dias" }));
  await userEvent.click(screen.getByRole("button", { name: "Pluviômetro Norte há 10 min" }));
  await waitFor(() => expect(shown.address()).toContain("fonte=gauge"));
  expect(shown.address()).toContain("periodo=30d");
  expect(shown.address()).not.toContain("comparar");
});

it("keeps the old chart and its name until the new one has loaded", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await start(async (request, response) => {
    if (queryOf(request.url).get("IDs") === "rain2") await held;
    return rainAnswer(request, response);
  });
  open("/charts/pluviometry?passo=dia");
  await screen.findByRole("heading", { name: "Chuva, Estação Sede" });
  await userEvent.click(screen.getByRole("button", { name: /^Pluviômetro Norte/ }));
  await waitFor(() => expect(screen.getByRole("figure").getAttribute("aria-busy")).toBe("true"));
  expect(screen.getByRole("heading", { name: "Chuva, Estação Sede" })).toBeDefined();
  release();
  expect(await screen.findByRole("heading", { name: "Chuva, Pluviômetro Norte" })).toBeDefined();
});

it("fetches again when a reading arrives", async () => {
  const api = await start();
  const { queryClient } = open("/charts/pluviometry?passo=dia");
  await screen.findByRole("heading", { name: "Chuva, Estação Sede" });
  await queryClient.invalidateQueries({
    queryKey: ["c1"],
    predicate: ({ meta }) => meta?.entities?.includes("Reading") ?? false,
  });
  expect(api.count("GET /Chart/GetSeries")).toBe(2);
  expect(api.count("GET /Source/GetByClientID")).toBe(1);
});

it("shows yesterday's chart, with its own days and its age, when there is no connection this morning", async () => {
  expectConsoleError(/Erro ao carregar o gráfico/);
  const api = await start();
  open("/charts/pluviometry?passo=dia");
  await screen.findByRole("heading", { name: "Chuva, Estação Sede" });
  cleanup();
  api.answers["GET /Chart/GetSeries"] = (_request, response) => sendProblem(response, 502, "upstream-unreachable");
  open("/charts/pluviometry?passo=dia", { at: NOW + 24 * HOUR_MS });
  expect(await screen.findByText(/Mostrando dados recebidos/)).toBeDefined();
  expect(screen.getByText("Total").nextElementSibling?.textContent).toBe("21,0 mm");
});

it("fetches the new day", async () => {
  const api = await start();
  open("/charts/pluviometry?passo=dia");
  await screen.findByRole("heading", { name: "Chuva, Estação Sede" });
  cleanup();
  open("/charts/pluviometry?passo=dia", { at: NOW + 24 * HOUR_MS });
  const asked = () =>
    api.requests.filter(({ url }) => url.startsWith("/Chart")).map(({ url }) => queryOf(url).get("to"));
  await waitFor(() => expect(asked()).toEqual(["2026-05-15T04:00:00.000Z", "2026-05-16T04:00:00.000Z"]));
});

it("offers a longer period when there is no reading", async () => {
  await start(() => ({ series: [], weather: [], balance: [] }));
  const shown = open("/charts/airhumidity?periodo=24h");
  expect(await screen.findByText("Sem leitura no período")).toBeDefined();
  expect(screen.getByText(/A última comunicação foi há 10 min/)).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Ver 30 dias" }));
  expect(shown.address()).toContain("periodo=30d");
});

it("shows the next step when nothing measures the subject", async () => {
  await start(rainAnswer, { ...sources, monitors: [] });
  open("/charts/soilmoisture");
  expect(await screen.findByText("Este cliente ainda não tem sensores no solo")).toBeDefined();
  expect(screen.getByRole("link", { name: "Cadastrar" }).getAttribute("href")).toBe("/setup/monitor");
});

it("says to a user without the right what a manager does, without a link", async () => {
  can.mockReturnValue(false);
  onTestFinished(() => void can.mockReturnValue(true));
  await start(rainAnswer, { ...sources, monitors: [] });
  open("/charts/soilmoisture");
  expect(await screen.findByText(/^Quando um gestor cadastrar um monitor/)).toBeDefined();
  expect(screen.queryByRole("link", { name: "Cadastrar" })).toBeNull();
});

it("says that the API has no charts", async () => {
  expectConsoleError(/Erro ao carregar as estações/);
  await startApiServer();
  open("/charts/pluviometry");
  expect(await screen.findByText("Este servidor ainda não oferece esta informação")).toBeDefined();
});

it("offers another try after a failure", async () => {
  expectConsoleError(/Erro ao carregar o gráfico/);
  const api = await start((_request, response) => sendProblem(response, 500, "internal"));
  open("/charts/pluviometry?passo=dia");
  const again = await screen.findByRole("button", { name: "Tentar novamente" });
  api.answers["GET /Chart/GetSeries"] = rainAnswer;
  await userEvent.click(again);
  expect(await screen.findByRole("heading", { name: "Chuva, Estação Sede" })).toBeDefined();
});

it("on a phone opens the sources with a button", async () => {
  await start(() => ({
    series: ["d20", "d40"].map((id) =>
      series(id, "soilMoist", "% vol", { at: hoursFrom("2026-05-14", 2), mean: [24, 25] }),
    ),
    weather: [],
    balance: [],
  }));
  open("/charts/soilmoisture", { wide: false });
  await userEvent.click(await screen.findByRole("button", { name: /Sonda 1/ }));
  const sheet = screen.getByRole("dialog", { name: "Monitor de umidade" });
  await userEvent.click(within(sheet).getByRole("button", { name: /Pivô 03 · Q1/ }));
  expect(screen.queryByRole("dialog")).toBeNull();
  await userEvent.click(screen.getByRole("radio", { name: "% CAD" }));
  expect(await screen.findAllByText("% CAD")).not.toHaveLength(0);
});
