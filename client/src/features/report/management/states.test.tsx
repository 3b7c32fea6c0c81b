import { DAY_MS } from "@lamina/shared/core/time";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { type RouteAnswer, sendProblem, startApiServer } from "../../../testing/api-server.ts";
import { prepareScreens } from "../../../testing/screen.tsx";
import { expectConsoleError } from "../../../testing/setup.ts";
import { consumptionRow } from "../consumption/testing/consumption-row.ts";
import { Management } from "./management.tsx";
import { dayRow, sectionFixture } from "./testing/section-fixture.ts";

vi.mock("../../../core/clients/use-clients.ts", () => ({
  useSelectedClient: () => ({ _id: "c1", name: "Santa Clara" }),
}));

const NOW = Date.parse("2026-01-02T12:00:00Z");
const open = prepareScreens(NOW);

type Farms = Parameters<typeof Management>[0]["farms"];

async function show(answer: RouteAnswer, address = "/report/irrigationmanager", farms: Farms = []) {
  const use = () => ({ generatedAt: "2026-01-02T12:00:00.000Z", year: 2026, rows: [], permits: [] });
  const right = { screen: "farms", view: true, create: true, edit: true, remove: true };
  const api = await startApiServer({
    "GET /Report/IrrigationManager": answer,
    "GET /Report/WaterConsumption": use,
    "GET /User/Me": () => ({ _id: "u", name: "Ana", userName: "ana", groupName: "Gestor", permissions: [right] }),
  });
  open(<Management farms={farms} />, "/report/irrigationmanager", address);
  return api;
}

const other = sectionFixture({ sectorId: "s2", sectorName: "Setor B" });
const reportOf = (...sectors: ReturnType<typeof sectionFixture>[]) => ({
  generatedAt: "2026-01-02T12:00:00.000Z",
  from: "2025-12-04",
  to: "2026-01-02",
  sectors,
});

const managed = (api: Awaited<ReturnType<typeof show>>) =>
  api.requests.map(({ url }) => url).filter((url) => url.startsWith("/Report/IrrigationManager"));

it("requests the farm's totals once, and shows when the report was made", async () => {
  const api = await show(() => reportOf(sectionFixture(), other));
  expect(await screen.findAllByText(/Gerado em 02\/01\/2026/)).not.toHaveLength(0);
  expect(managed(api)).toEqual(["/Report/IrrigationManager?ID=c1&from=2025-12-04&to=2026-01-02&rows=none"]);
});

it("requests the totals page by page, and a sector's days when it is opened", async () => {
  const brief = { ...sectionFixture(), days: 2600, rows: [] };
  const api = await show(({ url = "" }, response) => {
    if (url.includes("rows=none"))
      return url.includes("after=s1") ? reportOf({ ...other, days: 1, rows: [] }) : { ...reportOf(brief), next: "s1" };
    if (url.includes("sectorId=s2")) return reportOf(other);
    return sendProblem(response, 404, "route-not-found");
  });
  await userEvent.click(await screen.findByRole("link", { name: /Setor B/ }));
  expect(await screen.findByRole("table", { name: /Balanço diário/ })).toBeTruthy();
  expect(managed(api).map((url) => url.replace(/.*to=2026-01-02/, ""))).toEqual([
    "&rows=none",
    "&rows=none&after=s1",
    "&sectorId=s2",
  ]);
});

it("requests the days of all sectors page by page, because few days of many sectors are more than one page", async () => {
  const api = await show(({ url = "" }) => {
    if (url.includes("rows=none"))
      return reportOf({ ...sectionFixture(), days: 1, rows: [] }, { ...other, days: 1, rows: [] });
    return url.includes("after=s1") ? reportOf(other) : { ...reportOf(sectionFixture()), next: "s1" };
  }, "/report/irrigationmanager?setor=s2.2025-10-10");
  const table = await screen.findByRole("table", { name: /Balanço diário de .*Setor B/ });
  expect(await within(table).findByRole("row", { name: /2025|2026/ })).toBeTruthy();
  expect(managed(api).map((url) => url.replace(/.*to=2026-01-02/, ""))).toEqual(["&rows=none", "", "&after=s1"]);
});

it("compares with the days before, and opens the rows of a total", async () => {
  const { totals } = sectionFixture();
  await show(({ url = "" }) => {
    if (url.includes("to=2026-01-02")) return reportOf(sectionFixture(), other);
    return reportOf(sectionFixture({ totals: { ...totals, appliedMm: 8 } }), other);
  }, "/report/irrigationmanager?setor=s1.2025-10-10&comparar=anterior");
  expect(await screen.findByText("antes 8,0 mm (+25 %)")).toBeTruthy();
  const [rain] = screen.getAllByRole("button", { name: "3,0 mm" });
  if (rain) await userEvent.click(rain);
  expect(sortedBy()).toMatch(/^Chuva \(mm\)/);
});

it("names the days out of service apart from days without irrigation, also in the files", async () => {
  const { totals } = sectionFixture();
  const out = {
    ...{ _id: "o1", waterSourceId: "w1", reason: "pump" as const, note: "rolamento", userName: "Bruno" },
    ...{ from: "2025-12-20T11:00:00.000Z", until: "2025-12-22T10:00:00.000Z" },
  };
  const days = [
    dayRow({ date: "2025-12-19", appliedMm: 12 }),
    dayRow({ date: "2025-12-21", appliedMm: 0, outOfService: "pump" }),
  ];
  const broken = sectionFixture({
    ...{ rows: days, outages: [out], totals: { ...totals, stressDays: 5, outDays: 3, outStressDays: 2 } },
  });
  await show(() => reportOf(broken, sectionFixture({ ...other, outages: [out] })));
  const outages = within(await screen.findByRole("region", { name: "Fora de serviço no período" }));
  expect(outages.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Pivô 01, captação: bomba · 20/12/2025 08:00 a 22/12/2025 07:00 · registrado por Bruno · rolamento",
  ]);
  expect(screen.getByText("2 com a máquina fora de serviço")).toBeTruthy();
  const summary = screen.getByRole("table", { name: "Resumo por setor" });
  expect(within(summary).getByRole("columnheader", { name: /Dias-setor fora de serviço/ })).toBeTruthy();
  await userEvent.click(screen.getByRole("link", { name: /Setor A/ }));
  const table = within(await screen.findByRole("table", { name: /Balanço diário/ }));
  expect(table.getByRole("columnheader", { name: /Fora de serviço/ })).toBeTruthy();
  expect(table.getByRole("row", { name: /21\/12\/2025.*bomba/ })).toBeTruthy();
  expect(table.queryByRole("row", { name: /19\/12\/2025.*bomba/ })).toBeNull();
});

it("compares each season of a sector with the last one of its crop, in the same days after planting", async () => {
  const season = (cropName: string, start: string, end: string | null) => {
    return { sectorId: "s1", cropName, start, end, tBase: null };
  };
  const farm = { _id: "f1", name: "Buriti", timezone: "America/Sao_Paulo", stationDeviceId: null, rainNormalMm: null };
  const closed = [
    season("Feijão", "2025-09-01", "2025-12-10"),
    season("Milho", "2025-03-01", "2025-08-01"),
    season("Feijão", "2024-09-01", "2024-11-20"),
  ];
  const farms = [{ ...farm, seasons: [season("Milho", "2025-12-20", null)], lastSeasons: closed }];
  const { totals } = sectionFixture();
  const grown = (cropName: string, plantingDate: string, appliedMm: number, stressDays = 0) =>
    sectionFixture({ cropName, plantingDate, totals: { ...totals, appliedMm, stressDays } });
  const api = await show(
    ({ url = "" }) => {
      if (url.includes("from=2024-12-03")) return reportOf();
      if (url.includes("from=2025-03-01&to=2025-03-14")) return reportOf(grown("Milho", "2025-03-01", 40));
      // The last bean ended before the same day after planting.
      return reportOf(grown("Feijão", "2025-09-01", 100, 3), grown("Milho", "2025-12-20", 60));
    },
    "/report/irrigationmanager?comparar=safra",
    farms,
  );
  const table = await screen.findByRole("table", { name: "Resumo por setor" });
  await within(table).findByRole("columnheader", { name: /^LB aplicada antes/ });
  const headers = within(table).getAllByRole("columnheader");
  const column = (name: RegExp) => headers.findIndex(({ textContent }) => name.test(textContent ?? ""));
  const rowOf = (crop: string) =>
    within(table)
      .getAllByRole("row")
      .find(({ textContent }) => textContent?.includes(crop));
  const cell = (crop: string, name: RegExp) => rowOf(crop)?.children[column(name)]?.textContent;
  expect(cell("Milho", /^LB aplicada antes/)).toBe("40,0");
  expect(cell("Milho", /^Diferença/)).toBe("20,0");
  expect(cell("Milho", /^Plantio antes/)).toBe("01/03/2025");
  expect(cell("Feijão", /^LB aplicada antes/)).toBe("–");
  expect(screen.getByText(/Algumas não têm safra anterior/)).toBeTruthy();
  expect(screen.queryByText(/^antes/)).toBeNull();
  const asked = managed(api).map((url) => new URLSearchParams(url.split("?")[1]).get("from"));
  expect(asked).toContain("2025-03-01");
});

/** The header of the column by which the table is sorted, the greatest first. */
const sortedBy = () =>
  screen.getAllByRole("columnheader").find((header) => header.getAttribute("aria-sort") === "descending")?.textContent;

it("opens the days of each term of the closure", async () => {
  await show(() => reportOf(sectionFixture()));
  const closure = within(await screen.findByRole("region", { name: "Fechamento do balanço" }));
  const opened = [];
  for (const term of closure.getAllByRole("button")) {
    await userEvent.click(term);
    opened.push(sortedBy());
  }
  expect(opened).toEqual(["Chuva ef. (mm)", "LB aplicada (mm)", "ETc aj. (mm)", "EXC (mm)", "Z (cm)"]);
});

it("has the result of all sectors per ha and per mm, and opens the sectors of it", async () => {
  const api = await show(() => reportOf(sectionFixture(), { ...other, areaHa: 40 }));
  api.answers["GET /Report/WaterConsumption"] = () => ({
    ...{ generatedAt: "2026-01-02T12:00:00.000Z", year: 2026, permits: [] },
    rows: [consumptionRow("2026-01", "p1", 6000, { brlTotal: 5960 })],
  });
  const result = await screen.findByRole("region", { name: "Resultado" });
  await vi.waitFor(() => expect(result.textContent).toContain("R$\u00a0100/ha · R$\u00a0596,00 por mm"));
  await userEvent.click(within(result).getByRole("button", { name: "R$\u00a05.960" }));
  expect(sortedBy()).toMatch(/^R\$\/ha energia/);
});

it("shows yesterday's report, with its own days and its age, when there is no connection this morning", async () => {
  expectConsoleError(/Erro ao carregar o relatório/);
  const api = await show(() => reportOf(sectionFixture(), other));
  await screen.findByRole("link", { name: /Setor B/ });
  cleanup();
  api.answers["GET /Report/IrrigationManager"] = (_request, response) =>
    sendProblem(response, 502, "upstream-unreachable");
  open(<Management farms={[]} />, "/report/irrigationmanager", "/report/irrigationmanager", { at: NOW + DAY_MS });
  expect(await screen.findByText(/Mostrando dados recebidos/)).toBeTruthy();
  expect(screen.getAllByText(/04\/12\/2025 a 02\/01\/2026/)).not.toHaveLength(0);
  const asked = api.requests.filter(({ url }) => url.startsWith("/Report/IrrigationManager"));
  expect(asked.at(-1)?.url).toContain("from=2025-12-05&to=2026-01-03");
});

it("opens a sector with its closure, and returns to the summary", async () => {
  await show(() => reportOf(sectionFixture(), other));
  await userEvent.click(await screen.findByRole("link", { name: /Setor B/ }));
  expect(screen.getByRole("article", { name: "Pivô 01 · Setor B" })).toBeTruthy();
  expect(screen.getByRole("region", { name: "Fechamento do balanço" }).textContent).toContain("ΔARM +6,8 mm");
  await userEvent.click(screen.getByRole("link", { name: "Resumo de todos" }));
  expect(screen.queryByRole("article")).toBeNull();
});

it("says when the water balance does not close", async () => {
  const { closure } = sectionFixture();
  await show(() => reportOf(sectionFixture({ closure: { ...closure, errorMm: 0.4 } })));
  expect((await screen.findByRole("region", { name: "Fechamento do balanço" })).textContent).toContain(
    "Não fecha · erro 0,40 mm",
  );
});

it("prints every sector, not only the open one", async () => {
  await show(() => reportOf(sectionFixture(), other));
  await screen.findByRole("link", { name: /Setor B/ });
  window.dispatchEvent(new Event("beforeprint"));
  expect(screen.getAllByRole("article")).toHaveLength(2);
  // Their tables are as on paper too: all of their rows, and headers as text.
  expect(document.querySelectorAll("article table")).toHaveLength(2);
  expect(document.querySelectorAll("article thead button")).toHaveLength(0);
  expect(screen.getByText(/^Buriti · 04\/12\/2025 a 02\/01\/2026$/)).toBeTruthy();
  window.dispatchEvent(new Event("afterprint"));
});

it("prints the totals alone of many sectors, because each one's days fill a sheet", async () => {
  await show(() => reportOf(...["a", "b", "c", "d", "e"].map((sectorId) => sectionFixture({ sectorId }))));
  await screen.findByRole("table", { name: "Resumo por setor" });
  window.dispatchEvent(new Event("beforeprint"));
  expect(screen.queryAllByRole("article")).toHaveLength(0);
  window.dispatchEvent(new Event("afterprint"));
});

it("shows the next step when there is no sector", async () => {
  await show(() => reportOf());
  expect(await screen.findByRole("link", { name: "Cadastrar fazenda" })).toBeTruthy();
});

it("shows the next step when there is no season", async () => {
  await show(() => reportOf(sectionFixture({ rows: [], cropName: null, plantingDate: null })));
  expect(await screen.findByText("Sem balanço neste período")).toBeTruthy();
});

it("says that the API has no reports", async () => {
  expectConsoleError(/Erro ao carregar o relatório/);
  await show((_request, response) => sendProblem(response, 404, "route-not-found"));
  expect(await screen.findByText("Este servidor ainda não oferece esta informação")).toBeTruthy();
});

it("mails the days that it shows, to the addresses that the form accepts", async () => {
  const api = await show(() => reportOf(sectionFixture()));
  api.answers["GET /Report/GetMailState"] = () => ({ configured: true, email: "ana@example.com" });
  api.answers["POST /Report/Mail"] = () => ({ matchedCount: 1 });
  await userEvent.click(await screen.findByRole("button", { name: "Enviar por e-mail" }));
  const recipients = await screen.findByLabelText("Para");
  await userEvent.type(recipients, ", consultor");
  await userEvent.click(screen.getByRole("button", { name: "Enviar" }));
  expect(await screen.findByText(/Confira os endereços/)).toBeTruthy();
  expect(api.count("POST /Report/Mail")).toBe(0);
  await userEvent.type(recipients, "@example.com");
  await userEvent.click(screen.getByRole("button", { name: "Enviar" }));
  await vi.waitFor(() => expect(api.count("POST /Report/Mail")).toBe(1));
  expect(api.requests.at(-1)?.body).toEqual({
    clientId: "c1",
    report: "management",
    from: "2025-12-04",
    to: "2026-01-02",
    recipients: ["ana@example.com", "consultor@example.com"],
  });
});

it("says that mails are not set up, instead of a button that does nothing", async () => {
  const api = await show(() => reportOf(sectionFixture()));
  api.answers["GET /Report/GetMailState"] = () => ({ configured: false, email: null });
  await userEvent.click(await screen.findByRole("button", { name: "Enviar por e-mail" }));
  expect(await screen.findByText(/O envio por e-mail não está configurado/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Enviar" })).toBeNull();
  const own = screen.getByRole("link", { name: "Escrever no meu e-mail" }).getAttribute("href");
  expect(own).toMatch(/^mailto:\?subject=Manejo%20da%20irriga/);
});

it("begins and ends the monthly mail, and says why it cannot", async () => {
  const api = await show(() => reportOf(sectionFixture()));
  const subscriptions: object[] = [];
  const state = { configured: true, monthly: true, email: "ana@example.com" as string | null };
  api.answers["GET /Report/GetMailState"] = () => ({ ...state, subscriptions, undelivered: [] });
  api.answers["POST /Report/Subscribe"] = () => {
    subscriptions.push({ report: "management", nextAt: "2026-02-01T10:00:00.000Z" });
    return { matchedCount: 1 };
  };
  api.answers["POST /Report/Unsubscribe"] = () => {
    subscriptions.length = 0;
    return { matchedCount: 1 };
  };
  await userEvent.click(await screen.findByRole("button", { name: "Enviar por e-mail" }));
  await userEvent.click(await screen.findByRole("button", { name: "Receber todo mês" }));
  expect(
    await screen.findByText(/Você recebe este relatório todo mês em ana@example.com. O próximo sai em/),
  ).toBeTruthy();
  expect(api.requests.find(({ url }) => url === "/Report/Subscribe")?.body).toEqual({
    clientId: "c1",
    report: "management",
  });
  state.email = null;
  await userEvent.click(screen.getByRole("button", { name: "Parar de receber" }));
  expect(await screen.findByText(/o seu cadastro precisa de um e-mail/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Receber todo mês" })).toBeNull();
});

it.each([
  ["mail-not-configured", /não está configurado. Peça a quem cuida do servidor/],
  ["email-missing", /cadastro não tem e-mail. Peça a quem cuida dos usuários/],
])("says why the API refuses a mail: %s", async (id, words) => {
  const api = await show(() => reportOf(sectionFixture()));
  api.answers["GET /Report/GetMailState"] = () => ({ configured: true, monthly: true, email: "ana@example.com" });
  for (const path of ["Mail", "Subscribe"])
    api.answers[`POST /Report/${path}`] = (_request, response) => sendProblem(response, 409, id);
  await userEvent.click(await screen.findByRole("button", { name: "Enviar por e-mail" }));
  await userEvent.click(await screen.findByRole("button", { name: "Enviar" }));
  await userEvent.click(await screen.findByRole("button", { name: "Receber todo mês" }));
  await vi.waitFor(() => expect(screen.getAllByText(words)).toHaveLength(2));
});

it("shows a mail that was not delivered, until the user has seen it", async () => {
  const api = await show(() => reportOf(sectionFixture()));
  const undelivered = [
    { _id: "m1", date: "2026-01-01T12:00:00.000Z", recipient: "consultor@example.com", subject: "Manejo da irrigação" },
  ];
  api.answers["GET /Report/GetMailState"] = () => ({ configured: true, email: null, undelivered });
  expect(await screen.findByText(/consultor@example.com: Manejo da irrigação/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Entendi" }));
  expect(screen.queryByText(/consultor@example.com/)).toBeNull();
});
