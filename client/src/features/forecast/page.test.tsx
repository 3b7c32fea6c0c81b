import { farmDays, farmMoment } from "@lamina/shared/core/farm-time";
import type { Forecast } from "@lamina/shared/views/forecast";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { sendProblem, startApiServer } from "../../testing/api-server.ts";
import { prepareScreens } from "../../testing/screen.tsx";
import { expectConsoleError } from "../../testing/setup.ts";
import { Component } from "./page.tsx";

vi.mock("../../core/clients/use-clients.ts", () => ({ useSelectedClient: () => ({ _id: "c1", name: "Santa Clara" }) }));
vi.mock("../../core/menu/use-section.ts", () => ({ useSection: () => ({ title: "Previsão", tabs: [] }) }));
vi.mock("../../ui/chart/draw/paint.ts", () => ({ paint() {} }));

const ZONE = "America/Cuiaba";
/** 10:00 of Thursday, 14 May, in Cuiabá. */
const NOW = Date.parse("2026-05-14T14:00:00Z");
const DAYS = farmDays("2026-05-14", "2026-05-20");
const ISSUED = "2026-05-14T11:00:00.000Z";

const farm = (_id: string, name: string) => ({
  _id,
  name,
  timezone: ZONE,
  stationDeviceId: null,
  rainNormalMm: null,
  seasons: [],
});
const sources = {
  farms: [farm("f1", "Fazenda Buriti"), farm("f2", "Sítio Boa Vista")],
  stations: [],
  monitors: [],
  rainMinFracEto: 0.2,
  sensorMarginPct: 2,
};

const stamp = { farmId: "f1", issuedAt: ISSUED, source: "open-meteo" as const };
const row = (date: string, dr: number, status: string) =>
  ({
    ...{ sectorId: "s1", seasonId: "z", date, dae: 30, stage: "mid", kc: 1.1, rootCm: 50, eto: 5, etc: 5, etcAdj: 5 },
    ...{ ks: 1, rain: 0, rainEff: 0, irrGross: 0, irrNet: 0, recommendedMm: null, taw: 60, p: 0.5, raw: 30, dr, dp: 0 },
    ...{ storagePct: 50, adjustedMm: 0, status, origin: "forecast" },
  }) as Forecast["sectors"][number]["withRain"][number];

const forecast: Forecast = {
  farmId: "f1",
  issuedAt: ISSUED,
  source: "open-meteo",
  problem: null,
  daily: DAYS.map((date, index) => ({
    ...stamp,
    date,
    ...{ tMax: 30, tMin: 18, rain: index === 2 ? 12 : 0, rainProbPct: 40, rhMin: 45, windMaxKmh: 14, windDir: 90 },
    ...{ eto: 4, icon: index === 2 ? "rain" : "clear" },
  })),
  // The source has hours for today and tomorrow only.
  hourly: DAYS.slice(0, 2).flatMap((day) =>
    Array.from({ length: 24 }, (_, hour) => ({
      ...stamp,
      date: new Date(farmMoment(day, `${String(hour).padStart(2, "0")}:00`, ZONE)).toISOString(),
      ...{ temp: 24, rh: 60, rain: 0, rainProbPct: 10, windKmh: hour < 12 ? 8 : 18, gustKmh: 24, windDir: 45 },
      ...{ radWm2: 300, deltaT: 5 },
    })),
  ),
  sectors: [
    {
      sectorId: "s1",
      pivotName: "Pivô 03",
      sectorName: "Q1",
      withRain: [row("2026-05-14", 18.4, "ok"), row("2026-05-16", 12, "ok")],
      withoutRain: [row("2026-05-14", 18.4, "ok"), row("2026-05-16", 24, "irrigate")],
      irrigateOn: null,
      irrigateOnWithoutRain: "2026-05-16",
    },
  ],
  verification: [
    {
      ...{ date: "2026-05-13", forecastMm: 12, measuredMm: 2, countedMm: 0, source: "device", gauge: "PL-01" },
      ...{ etoForecastMm: 4, etoMm: 4.6 },
    },
  ],
};

const show = prepareScreens(NOW);
const open = (address: string) => show(<Component />, "/forecast/:child", address);
const start = (answer: unknown = forecast) =>
  startApiServer({ "GET /Source/GetByClientID": () => sources, "GET /Forecast/GetByFarmID": () => answer });

it("shows the week with its totals, its source and its age, in two requests", async () => {
  const api = await start();
  open("/forecast/forecastweekly");
  expect(await screen.findByText("Open-Meteo, emitida em 14/05/2026 07:00 (há 3 h)")).toBeDefined();
  const week = screen.getByRole("region", { name: "Próximos 7 dias" });
  expect(within(week).getAllByRole("article")).toHaveLength(7);
  expect(within(week).getByText("12,0", { selector: "dd" }).textContent).toBe("12,0 mm em 7 dias");
  expect(within(week).getByText("-16,0", { exact: false }).textContent).toBe("-16,0 mm em 7 dias");
  expect(api.requests.map(({ url }) => url)).toEqual(["/Source/GetByClientID?ID=c1", "/Forecast/GetByFarmID?ID=f1"]);
});

it("shows the day on which each sector turns yellow, with and without the rain", async () => {
  await start();
  open("/forecast/forecastweekly");
  const table = await screen.findByRole("table", { name: "Déficit projetado por setor" });
  const cells = within(table).getAllByRole("row").at(1)?.querySelectorAll("th, td");
  const words = [...(cells ?? [])].map((cell) => cell.textContent);
  expect(words[0]).toBe("Pivô 03 · Q1");
  expect(words[1]).toBe("não nestes diassem chuva sáb 16/05");
  expect(words[2]).toBe("Adequado 18,4");
  expect(words[4]).toBe("Adequado 12,0sem chuva 24,0");
});

it("returns missing forecast rain to the deficit", async () => {
  await start();
  open("/forecast/forecastweekly");
  expect(await screen.findByText("Chuva prevista que não veio e voltou ao déficit: 10,0 mm.")).toBeDefined();
  const table = screen.getByRole("table", { name: "Previsto × ocorrido" });
  const words = [...(within(table).getAllByRole("row")[1]?.querySelectorAll("th, td") ?? [])].map(
    (cell) => cell.textContent,
  );
  expect(words).toEqual(["13/05/2026", "12,0", "2,0", "-10,0", "0,0", "PL-01", "4,0", "4,6"]);
});

it.each([
  ["provider-unreachable", "O serviço de previsão está fora de alcance. A que se vê foi emitida há 3 h."],
  ["provider-garbage", "O serviço de previsão respondeu algo que não se entende. A que se vê foi emitida há 3 h."],
  ["something-new", "Não foi possível obter uma previsão nova. A que se vê foi emitida há 3 h."],
])("explains %s, with the age of the shown forecast", async (problem, words) => {
  await start({ ...forecast, problem });
  open("/forecast/forecastweekly");
  expect(await screen.findByText(words)).toBeDefined();
});

it("marks simulated and old data", async () => {
  await start({
    ...forecast,
    source: "simulated",
    issuedAt: "2026-05-13T20:00:00.000Z",
    staleAt: "2026-05-14T08:00:00.000Z",
  });
  open("/forecast/forecastweekly");
  expect(await screen.findByText("dados simulados")).toBeDefined();
  expect(screen.getByText("Esta previsão foi emitida há 18 h e pode ter mudado.")).toBeDefined();
});

it("shows a notice until the first forecast arrives", async () => {
  await start({ ...forecast, issuedAt: null, source: null, problem: "provider-timeout", daily: [], hourly: [] });
  open("/forecast/forecastweekly");
  expect(await screen.findByText("O serviço de previsão demorou demais a responder.")).toBeDefined();
  expect(screen.getByText("Ainda não há previsão para esta fazenda")).toBeDefined();
});

it("shows a day by its hours, and only the remaining windows", async () => {
  await start();
  const shown = open("/forecast/forecastdaily");
  // One for irrigation and one for spraying.
  expect(await screen.findAllByText("10:00–12:00")).toHaveLength(2);
  const hours = screen.getByRole("region", { name: "Hora a hora, Hoje 14/05" });
  expect(within(hours).getAllByRole("row")).toHaveLength(25);
  await userEvent.click(screen.getByRole("radio", { name: "sex 15/05" }));
  expect(shown.address()).toBe("/forecast/forecastdaily?dia=2026-05-15");
  expect(await screen.findByText("00:00–12:00, 6 h na tarifa reduzida")).toBeDefined();
});

it("draws no chart for a day without hours", async () => {
  await start();
  open("/forecast/forecastdaily?dia=2026-05-18");
  expect(await screen.findByText("A fonte não dá as horas deste dia")).toBeDefined();
  expect(screen.queryByRole("figure")).toBeNull();
});

it("changes the farm, also in the address", async () => {
  const api = await start();
  const shown = open("/forecast/forecastdaily?dia=2026-05-15");
  await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Fazenda" }), "Sítio Boa Vista");
  await vi.waitFor(() => expect(api.requests.at(-1)?.url).toBe("/Forecast/GetByFarmID?ID=f2"));
  expect(shown.address()).toBe("/forecast/forecastdaily?dia=2026-05-15&fazenda=f2");
});

it("says that the API has no forecast", async () => {
  expectConsoleError(/Erro ao carregar a previsão/);
  const api = await start();
  api.answers["GET /Forecast/GetByFarmID"] = (_request, response) => sendProblem(response, 404, "route-not-found");
  open("/forecast/forecastweekly");
  expect(await screen.findByText("Este servidor ainda não oferece esta informação")).toBeDefined();
});
