import type { Client } from "@lamina/shared/records/client";
import type { RainDoubt } from "@lamina/shared/records/weather";
import { boardContent, packBoard } from "@lamina/shared/views/board";
import type { Irrigameter } from "@lamina/shared/views/irrigameter";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type RouteAnswer, sendProblem, startApiServer } from "../../testing/api-server.ts";
import { prepareScreens } from "../../testing/screen.tsx";
import { expectConsoleError } from "../../testing/setup.ts";
import { Toaster } from "../../ui/feedback/toast.tsx";
import { Component } from "./page.tsx";
import { AT, irrigameter, recommendationRow, sectorDetail } from "./testing/fixtures.ts";
import { userAnswers } from "./testing/user-answers.ts";

const client = vi.hoisted(() => ({ selected: { _id: "c1", id: "1", name: "Santa Clara", typeChart: 1 } as Client }));
vi.mock("../../core/clients/use-clients.ts", () => ({
  useSelectedClient: () => client.selected,
  useClients: () => ({ clients: [client.selected], selected: client.selected }),
}));
// jsdom has no canvas. The charts have tests of their own.
vi.mock("./detail/balance-chart.tsx", () => ({
  BalanceChart: ({ name }: { name: string }) => <p>gráfico de {name}</p>,
}));

const every = ["irrigameter", "watering", "balance"].map((name) => ({
  screen: name,
  view: true,
  create: true,
  edit: true,
  remove: true,
}));

const show = prepareScreens(Date.parse(AT));
beforeEach(() => {
  sessionStorage.clear();
  client.selected = { ...client.selected, typeChart: 1 };
});

async function open(
  path = "/irrigameter/calculated-pivot",
  { answers = {}, permissions = every }: { answers?: Record<string, RouteAnswer>; permissions?: unknown[] } = {},
) {
  const api = await startApiServer({
    "GET /Irrigameter/GetByClientID": () => irrigameter(),
    "GET /Irrigameter/GetSectorDetail": () => sectorDetail(),
    ...userAnswers(permissions),
    ...answers,
  });
  const { address, queryClient } = show(<Component />, "/irrigameter/:child", path);
  const query = () => new URL(address(), "http://localhost").searchParams;
  return { api, query, queryClient, user: userEvent.setup() };
}

const card = (name: string) => screen.findByRole("article", { name });

describe("the states of the screen", () => {
  it("loading: an announced outline", async () => {
    await open(undefined, { answers: { "GET /Irrigameter/GetByClientID": () => undefined } });
    expect(screen.getByRole("status").textContent).toBe("Carregando…");
  });

  it("empty: links to the first steps for users with the right, and asks others to wait", async () => {
    const answers = { "GET /Irrigameter/GetByClientID": () => irrigameter({ pivots: [], sectors: [], plans: [] }) };
    const farms = { screen: "farms", view: true, create: true, edit: true, remove: true };
    const { queryClient } = await open(undefined, { answers, permissions: [farms] });
    const link = await screen.findByRole("link", { name: "Primeiros passos" });
    expect(link.getAttribute("href")).toBe("/setup/farms?passos");
    cleanup();
    queryClient.clear();
    await open(undefined, { answers, permissions: [{ ...farms, create: false }] });
    await screen.findByText(/Quando um gestor cadastrar/);
    expect(screen.queryByRole("link", { name: "Primeiros passos" })).toBeNull();
  });

  it("failed: offers another try, which works", async () => {
    expectConsoleError(/Erro ao carregar o irrigâmetro/);
    const { api, user } = await open(undefined, {
      answers: { "GET /Irrigameter/GetByClientID": (_request, response) => sendProblem(response, 500, "internal") },
    });
    const retry = await screen.findByRole("button", { name: "Tentar novamente" });
    api.answers["GET /Irrigameter/GetByClientID"] = () => irrigameter();
    await user.click(retry);
    expect(await card("Pivô 01")).toBeDefined();
  });

  it("not offered by this API: says so", async () => {
    expectConsoleError(/Erro ao carregar o irrigâmetro/);
    await open(undefined, {
      answers: { "GET /Irrigameter/GetByClientID": (_request, response) => sendProblem(response, 404, "not-found") },
    });
    expect(await screen.findByText("Este servidor ainda não oferece esta informação")).toBeDefined();
  });

  it("out of date: the data stay, with their age", async () => {
    expectConsoleError(/Erro ao carregar o irrigâmetro/);
    const { api, queryClient } = await open();
    await card("Pivô 01");
    api.answers["GET /Irrigameter/GetByClientID"] = (_request, response) => sendProblem(response, 502, "upstream");
    await act(() => queryClient.invalidateQueries({ queryKey: ["c1", "irrigameter"], exact: true }));
    expect(await screen.findByText(/a atualização falhou/)).toBeDefined();
    expect(await card("Pivô 01")).toBeDefined();
  });
});

describe("the search", () => {
  it("keeps its input, and follows a change of the address from elsewhere", async () => {
    const { query, user } = await open();
    await card("Pivô 01");
    const input = screen.getByRole<HTMLInputElement>("searchbox", { name: /^Buscar pivô/ });
    await user.type(input, "nenhum");
    await user.type(input, "de ", { initialSelectionStart: 0, initialSelectionEnd: 0 });
    expect(input.value).toBe("de nenhum");
    await user.click(await screen.findByRole("button", { name: "Limpar filtro" }));
    await waitFor(() => expect(input.value).toBe(""));
    expect(query().get("busca")).toBeNull();
  });
});

describe("Simular", () => {
  it("says the day of the amount that is chosen, and of no other one before its answer", async () => {
    const none = { withRain: [], withoutRain: [], rainProbPct: [], irrigateOnWithoutRain: null };
    const answers: Record<string, RouteAnswer> = {
      "POST /Irrigameter/Simulate": () => ({ ...none, irrigateOn: "2026-05-20" }),
    };
    const { api } = await open("/irrigameter/calculated-pivot?acao=simular&alvo=p1q1", { answers });
    const dialog = within(await screen.findByRole("dialog"));
    expect(await dialog.findByText(/hoje: precisa de água em 20\/05/)).toBeDefined();
    // The next answer does not come.
    api.answers["POST /Irrigameter/Simulate"] = () => undefined;
    fireEvent.change(dialog.getByRole("slider"), { target: { value: "25" } });
    expect(await dialog.findByText("com 25 mm hoje: calculando…")).toBeDefined();
    await waitFor(() => expect(api.count("POST /Irrigameter/Simulate")).toBe(3));
    expect(dialog.queryByText(/25 mm hoje: irrigar/)).toBeNull();
  });
});

/** Lists the machines as cards, as the user of this device last chose. */
const chooseCards = () => localStorage.setItem("board-layout", "cards");

describe("a card", () => {
  beforeEach(chooseCards);
  afterEach(() => localStorage.clear());

  it("of a pivot shows the recommendation, its basis and its age", async () => {
    await open("/irrigameter/calculated-pivot?setor=p1q1");
    const pivot = within(await card("Pivô 01"));
    const words = (await card("Pivô 01")).textContent;
    for (const part of [
      "12 mm · 29 % no painel",
      "Irrigar hoje · 21:30 → amanhã 06:00 · só em Q1 e Q2, o resto a seco",
      "déficit 34,6 mm · AFD 31,0 mm · 40 % da CAD",
      "Pivô não acompanha a demanda",
    ]) {
      expect(words).toContain(part);
    }
    const detail = (await screen.findByRole("region", { name: "Pivô 01 · Q1" })).textContent;
    for (const part of [
      "Soja · Floração · 62 DAE",
      "56 % do ciclo",
      "58,0 mm",
      "dados recebidos há 12 min",
      "braço a 214° · com água · há 2 min",
    ]) {
      expect(detail).toContain(part);
    }
    expect(pivot.getByRole("img", { name: /Pivô 01; 12 mm · 29 % no painel; braço a 214°/ })).toBeDefined();
  });

  it("of a sector, with typeChart 2, shows its ruler and why nothing is recommended", async () => {
    client.selected = { ...client.selected, typeChart: 2 };
    await open("/irrigameter/calculated");
    const sector = await card("Pivô 03 · Norte");
    expect(sector.textContent).toContain("Sem recomendação: chuva não recebida desde 12/05");
    expect(
      within(await card("Pivô 01 · Q1")).getByRole("img", { name: /déficit 34,6 mm; AFD 31,0 mm, CAD 58,0 mm/ }),
    ).toBeDefined();
  });

  it("in sensor mode shows the probe with its profile, trend, state and difference from the balance", async () => {
    await open("/irrigameter/sensor-pivot?busca=01");
    const words = (await card("Pivô 01")).textContent;
    for (const part of [
      "Sonda norte",
      "27,2 % vol",
      "-1,4 pontos/dia",
      "Calculado Dr 34,6 mm · Sonda 31,1 mm · diferença −3,5 mm",
    ]) {
      expect(words).toContain(part);
    }
  });

  it("offers only actions that the user may do", async () => {
    localStorage.clear();
    await open(undefined, { permissions: [] });
    const pivot = within(await card("Pivô 01"));
    expect(pivot.getByRole("button", { name: /^Por quê\?/ })).toBeDefined();
    expect(pivot.queryByRole("button", { name: /^Irriguei:/ })).toBeNull();
  });
});

/** The machines of the list below "Hoje". */
const machines = () =>
  within(screen.getByRole("region", { name: "Setores" }))
    .queryAllByRole("article")
    .map((article) => article.getAttribute("aria-label"));

describe("the list", () => {
  afterEach(() => localStorage.clear());

  it("has the machines that Hoje does not name, and all of them for a filter, an order or as cards", async () => {
    const { user } = await open();
    const today = within(await screen.findByRole("list", { name: "O que fazer hoje, na ordem" }));
    const named = () => today.getAllByRole("article").map((article) => article.getAttribute("aria-label"));
    const every = irrigameter().pivots.map(({ name }) => name);
    const once = () => [...named(), ...machines()].sort();
    await waitFor(() => expect(once()).toEqual(every));
    expect(named()).toContain("Pivô 01");
    await user.selectOptions(screen.getByRole("combobox", { name: "Ordenar por" }), "Nome");
    expect(machines()).toEqual(every);
    await user.selectOptions(screen.getByRole("combobox", { name: "Ordenar por" }), "Prioridade");
    expect(once()).toEqual(every);
    await user.type(screen.getByRole("searchbox"), "Pivô 01");
    expect(machines()).toEqual(["Pivô 01"]);
    await user.clear(screen.getByRole("searchbox"));
    await user.click(screen.getByRole("radio", { name: "Cartões" }));
    expect(machines().sort()).toEqual(every);
    cleanup();
    await open();
    await waitFor(() => expect(machines().sort()).toEqual(every));
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "Cartões" }).checked).toBe(true);
  });

  it("of a client with rulers has no sector of a machine that Hoje names, with the rulers of all its sectors", async () => {
    client.selected = { ...client.selected, typeChart: 2 };
    await open("/irrigameter/calculated");
    const today = within(await screen.findByRole("list", { name: "O que fazer hoje, na ordem" }));
    const line = within(today.getByRole("article", { name: "Pivô 01" }));
    for (const quarter of [1, 2, 3, 4]) {
      expect(line.getByRole("img", { name: new RegExp(`^Pivô 01 · Q${quarter}[;:,].*CAD`) })).toBeDefined();
      expect(line.getByRole("link", { name: new RegExp(`Q${quarter}$`) }).getAttribute("href")).toContain(
        `setor=p1q${quarter}`,
      );
    }
    expect(machines().filter((name) => name?.startsWith("Pivô 01"))).toEqual([]);
    expect(machines()).toContain("Pivô 02");
  });

  it("of a client with rulers has a row for each sector, which does not count the others of its run", async () => {
    client.selected = { ...client.selected, typeChart: 2 };
    await open("/irrigameter/calculated?busca=01");
    const list = within(await screen.findByRole("region", { name: "Setores" }));
    const row = await list.findByRole("article", { name: "Pivô 01 · Q1" });
    expect(row.textContent).toContain("21:30 → amanhã 06:00");
    expect(row.textContent).not.toMatch(/de 1 setores/);
  });

  it("has one row for each machine: figure, status as word, age, setting, and its records", async () => {
    await open("/irrigameter/calculated-pivot?busca=01");
    await waitFor(() => expect(machines()).toEqual(["Pivô 01"]));
    const list = within(screen.getByRole("region", { name: "Setores" }));
    const row = list.getByRole("article", { name: "Pivô 01" });
    expect(within(row).getByRole("img", { name: /Pivô 01; 12 mm · 29 % no painel/ })).toBeDefined();
    for (const part of ["Déficit", "dados há 12 min", "12 mm · 29 % no painel", "Irrigar hoje · 21:30 → amanhã 06:00"])
      expect(row.textContent).toContain(part);
    expect(row.textContent).not.toContain("da CAD");
    for (const name of ["Irriguei: Pivô 01", "Chuva: Pivô 01", "Por quê?: Pivô 01"])
      expect(await within(row).findByRole("button", { name })).toBeDefined();
  });
});

describe("the address", () => {
  it("keeps the selected status", async () => {
    const { user, query } = await open();
    await user.click(await screen.findByRole("button", { name: /Excesso/ }));
    expect(query().get("situacao")).toBe("excess");
    expect(machines()).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: /Excesso/ }));
    expect(query().has("situacao")).toBe(false);
  });

  it("opens a sector beside the list, and the pivot of an alert", async () => {
    const { user, query } = await open("/irrigameter/calculated-pivot?pivo=p2");
    expect(await screen.findByRole("region", { name: "Pivô 02" })).toBeDefined();
    await user.click(within(await card("Pivô 01")).getByRole("link", { name: "Pivô 01" }));
    await user.click(within(await screen.findByRole("region", { name: /^Pivô 01/ })).getByRole("link", { name: /Q3/ }));
    expect(query().get("setor")).toBe("p1q3");
    expect(await screen.findByText("gráfico de Pivô 01 · Q3")).toBeDefined();
  });

  it("opens the explanation in a dialog, and again after a reload", async () => {
    await open("/irrigameter/calculated-pivot?acao=porque&alvo=p1q1");
    const dialog = await screen.findByRole("dialog");
    const rows = within(dialog)
      .getAllByRole("row")
      .map((row) => row.textContent);
    expect(rows).toContain("+ ETc ajustadaestação · 13/05/20265,5 mm");
    expect(rows).toContain("= Déficit no fim do diabalanço · 13/05/202634,6 mm");
  });
});

it("shows the day plan with times, energy and cost, and the reasons of what was left out", async () => {
  await open("/irrigameter/calculated-pivot?plano=1");
  const plan = (await screen.findByRole("heading", { name: "Plano do dia" })).closest("section")?.textContent;
  expect(plan).toContain("12 mm · 29 % no painel21:30 → amanhã 06:006.720 m³ · 2.310 kWh · R$\u00a0812");
  expect(plan).toContain("1º em urgência · tarifa reduzida");
  expect(plan).toContain("Pivô 03: chuva não recebida desde 12/05");
});

describe("an unrecorded irrigation", () => {
  const question = /houve irrigação não registrada/;

  it("is answered at once, with the detected depth", async () => {
    const { api, user } = await open(undefined, {
      answers: {
        "POST /Detection/Resolve": () => {
          api.answers["GET /Irrigameter/GetByClientID"] = () => irrigameter({ detections: [] });
          return { matchedCount: 1 };
        },
      },
    });
    await screen.findByText(question);
    await user.click(await screen.findByRole("button", { name: "Irrigou" }));
    await waitFor(() => expect(screen.queryByText(question)).toBeNull());
    const sent = api.requests.find(({ method }) => method === "POST");
    // 11.5 mm in the soil: the API knows the gross depth that gives them.
    expect(sent?.body).toEqual({ _id: "d1", as: "irrigation" });
  });

  it("returns when the API refuses the answer", async () => {
    const { user } = await open(undefined, {
      answers: { "POST /Detection/Resolve": (_request, response) => sendProblem(response, 500, "internal") },
    });
    await screen.findByText(question);
    await user.click(await screen.findByRole("button", { name: "Ignorar" }));
    await waitFor(() => expect(screen.getByText(question)).toBeDefined());
  });

  it.each<[string, RouteAnswer, RegExp]>([
    ["is answered already", (_request, response) => sendProblem(response, 409, "already-answered"), /já respondeu/],
    ["does not exist any more", () => ({ matchedCount: 0 }), /não existe mais/],
  ])("says that it %s", async (_case, answer, words) => {
    const { user } = await open(undefined, { answers: { "POST /Detection/Resolve": answer } });
    render(<Toaster />);
    await screen.findByText(question);
    await user.click(await screen.findByRole("button", { name: "Ignorar" }));
    expect(await screen.findByText(words)).toBeDefined();
  });
});

describe("a question that blocks a recommendation", () => {
  const withCard = (change: (card: Irrigameter["sectors"][number]) => Irrigameter["sectors"][number]) => {
    const whole = irrigameter();
    const sectors = whole.sectors.map((card) => (card.sector._id === "p3q1" ? change(card) : card));
    return { "GET /Irrigameter/GetByClientID": () => ({ ...whole, detections: [], sectors }) };
  };

  it("shows the balance and the probe, and adjusts to either with one tap", async () => {
    const contradiction = { by: "probe" as const, balanceMm: 25.4, measuredMm: 12, detectionId: null, at: AT };
    const held = recommendationRow({ action: "nodata", blockedBy: "contradicted", contradiction });
    const { api, user } = await open(undefined, {
      answers: {
        ...withCard((card) => ({ ...card, recommendation: held })),
        "POST /Balance/Adjust": () => ({ matchedCount: 1 }),
      },
    });
    expect(await screen.findByText(/Balanço: déficit de 25,4 mm. Sonda: 12,0 mm./)).toBeDefined();
    expect(await screen.findByRole("button", { name: /^Irrigou:/ })).toBeDefined();
    await user.click(await screen.findByRole("button", { name: /^Confiar na sonda:/ }));
    await waitFor(() => expect(api.count("POST /Balance/Adjust")).toBe(1));
    await user.click(await screen.findByRole("button", { name: /^Confiar no balanço:/ }));
    await waitFor(() => expect(api.count("POST /Balance/Adjust")).toBe(2));
    const sent = api.requests.filter(({ method }) => method === "POST").map(({ body }) => body);
    expect(sent).toMatchObject([
      { sectorId: "p3q1", date: "2026-05-13", drMm: 12 },
      { sectorId: "p3q1", date: "2026-05-13", drMm: 25.4 },
    ]);
  });

  it("adjusts to the same from a board, which leaves details out, and with the water that came since the last day", async () => {
    const contradiction = { by: "probe" as const, balanceMm: 22, measuredMm: 12, detectionId: null, at: AT };
    const held = recommendationRow({ sectorId: "p3q1", action: "nodata", blockedBy: "contradicted", contradiction });
    const whole = irrigameter();
    // 30 mm at the end of the last day, and 8 mm of water since.
    const sectors = whole.sectors.map((own) =>
      own.sector._id === "p3q1" && own.balance
        ? { ...own, balance: { ...own.balance, dr: 30 }, drNowMm: 22, recommendation: held }
        : own,
    );
    const board = packBoard(boardContent({ ...whole, detections: [], sectors }));
    const { api, user } = await open(undefined, {
      answers: {
        "GET /Irrigameter/GetByClientID": () => ({ at: AT, version: "v", since: null, board }),
        "POST /Balance/Adjust": () => ({ matchedCount: 1 }),
      },
    });
    await user.click(await screen.findByRole("button", { name: /^Confiar na sonda:/ }));
    await waitFor(() => expect(api.count("POST /Balance/Adjust")).toBe(1));
    await user.click(await screen.findByRole("button", { name: /^Confiar no balanço:/ }));
    await waitFor(() => expect(api.count("POST /Balance/Adjust")).toBe(2));
    const sent = api.requests.filter(({ method }) => method === "POST").map(({ body }) => body);
    expect(sent).toMatchObject([{ drMm: 20 }, { drMm: 30 }]);
  });

  it("asks whether planned water was applied once its hour has passed", async () => {
    const unconfirmed = [{ wateringId: "w1", start: "2026-05-14T01:00:00Z", end: null, grossMm: 12 }];
    const { api, user } = await open(undefined, {
      answers: {
        ...withCard((card) => ({ ...card, unconfirmed })),
        "POST /Watering/Update": () => ({ matchedCount: 1 }),
      },
    });
    expect(await screen.findByText("Irrigou? 12,0 mm planejados para ontem 22:00, sem confirmação.")).toBeDefined();
    await user.click(await screen.findByRole("button", { name: /^Sim, irrigou:/ }));
    await waitFor(() => expect(api.count("POST /Watering/Update")).toBe(1));
    expect(api.requests.findLast(({ method }) => method === "POST")?.body).toEqual({ _id: "w1" });
  });

  it("names the gauge and the days with missing rain, and opens the form to record it", async () => {
    const hole = { gauge: "PL-02", days: ["2026-05-12", "2026-05-13"] };
    const { query, user } = await open(undefined, {
      answers: withCard((card) => ({
        ...card,
        recommendation: recommendationRow({ action: "nodata", blockedBy: "stale-rain", missingRain: hole }),
      })),
    });
    expect(await screen.findByText("Falta a chuva de 12/05, 13/05: o pluviômetro PL-02 não mediu.")).toBeDefined();
    await user.click(await screen.findByRole("button", { name: /^Registrar chuva:/ }));
    expect(query().get("acao")).toBe("chuva");
  });

  it("asks once for all sectors of a gauge whose rain is doubted, with its ways out", async () => {
    const doubt = { sensorId: "g1", days: ["2026-05-12"], mm: 718.4, acceptable: false, isTotal: false };
    const missingRain = (more: Partial<RainDoubt>) => ({
      gauge: "PL-02",
      days: ["2026-05-12"],
      doubt: { ...doubt, kind: "counter" as const, ...more },
    });
    const whole = irrigameter();
    const device = { screen: "device", view: true, create: true, edit: true, remove: true };
    const doubted = (more: Partial<RainDoubt>) => ({
      permissions: [...every, device],
      answers: {
        "GET /Irrigameter/GetByClientID": () => ({
          ...whole,
          detections: [],
          sectors: whole.sectors.map((card) => ({
            ...card,
            unconfirmed: [],
            recommendation: recommendationRow({
              action: "nodata",
              blockedBy: "doubted-rain",
              missingRain: missingRain(more),
            }),
          })),
        }),
        "POST /Sensor/Update": () => ({ matchedCount: 1 }),
        "POST /Rain/Accept": () => ({ matchedCount: 1 }),
      },
    });
    const { api, user, queryClient } = await open(undefined, doubted({}));
    const words = /12\/05 em dúvida: o pluviômetro PL-02 parece enviar o total acumulado \(718,4 mm em um dia\)/;
    expect(await screen.findAllByText(words)).toHaveLength(1);
    expect(await screen.findAllByRole("button", { name: /^Registrar chuva:/ })).not.toEqual([]);
    expect(screen.queryByRole("button", { name: "A chuva foi mesmo essa" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Tratar como acumulado" }));
    await waitFor(() => expect(api.count("POST /Sensor/Update")).toBe(1));
    const sent = () => api.requests.findLast(({ method }) => method === "POST")?.body;
    expect(sent()).toEqual({ _id: "g1", variable: "rainTotal", calibA: 0 });
    cleanup();
    queryClient.clear();

    const other = await open(undefined, doubted({ kind: "rate", mm: 160, acceptable: true }));
    await other.user.click(await screen.findByRole("button", { name: "A chuva foi mesmo essa" }));
    await waitFor(() => expect(other.api.count("POST /Rain/Accept")).toBe(1));
    expect(other.api.requests.findLast(({ method }) => method === "POST")?.body).toEqual({
      sensorId: "g1",
      days: ["2026-05-12"],
    });
  });
});

describe("adjusting the depletion", () => {
  it("requires a reason, keeps the input through a failure, and then closes", async () => {
    let fail = true;
    const { api, user, query } = await open("/irrigameter/calculated-pivot?acao=ajuste&alvo=p1q1", {
      answers: {
        "POST /Balance/Adjust": (_request, response) =>
          fail ? sendProblem(response, 502, "upstream-unreachable") : { matchedCount: 1 },
      },
    });
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(dialog.getByLabelText(/Déficit no fim de 13\/05/), "30,5");
    await user.click(dialog.getByRole("button", { name: "Ajustar" }));
    expect(dialog.getByText("Campo obrigatório.")).toBeDefined();
    await user.type(dialog.getByLabelText("Motivo"), "Trincheira aberta");
    await user.click(dialog.getByRole("button", { name: "Ajustar" }));
    expect(await dialog.findByText(/O que você digitou continua aqui/)).toBeDefined();
    fail = false;
    await user.click(dialog.getByRole("button", { name: "Ajustar" }));
    await waitFor(() => expect(query().has("acao")).toBe(false));
    expect(api.requests.findLast(({ method }) => method === "POST")?.body).toEqual({
      sectorId: "p1q1",
      date: "2026-05-13",
      drMm: 30.5,
      reason: "Trincheira aberta",
    });
  });

  it("undoes the adjustment of the balance's last day", async () => {
    const whole = irrigameter();
    const sectors = whole.sectors.map((card) =>
      card.sector._id === "p1q1" && card.balance ? { ...card, balance: { ...card.balance, adjustedMm: -4.5 } } : card,
    );
    const { api, user, query } = await open("/irrigameter/calculated-pivot?acao=ajuste&alvo=p1q1", {
      answers: {
        "GET /Irrigameter/GetByClientID": () => ({ ...whole, sectors }),
        "POST /Balance/Adjust": () => ({ matchedCount: 1 }),
      },
    });
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Desfazer ajuste" }));
    await waitFor(() => expect(query().has("acao")).toBe(false));
    expect(api.requests.findLast(({ method }) => method === "POST")?.body).toEqual({
      sectorId: "p1q1",
      date: "2026-05-13",
      drMm: null,
      reason: "Ajuste desfeito",
    });
  });

  it("by the probe fills in the probe's depletion and name", async () => {
    await open("/irrigameter/sensor-pivot?acao=ajuste-pela-sonda&alvo=p1q1");
    const dialog = within(await screen.findByRole("dialog"));
    expect((dialog.getByLabelText(/Déficit no fim/) as HTMLInputElement).value).toBe("31,1");
    expect((dialog.getByLabelText("Motivo") as HTMLInputElement).value).toBe("Ajuste pela sonda Sonda norte: 31,1 mm");
  });
});

it("moves the arm when the panel reports, without refetching the whole screen", async () => {
  const status = {
    ...(irrigameter() as Irrigameter).pivots[0]?.status,
    angleDeg: 219,
    date: "2026-05-14T10:29:30.000Z",
  };
  const { api, queryClient } = await open("/irrigameter/calculated-pivot?setor=p1q1", {
    answers: { "GET /PivotStatus/GetByClientID": () => [status] },
  });
  await card("Pivô 01");
  expect(api.count("GET /PivotStatus/GetByClientID")).toBe(0);
  await act(() =>
    queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.entities?.includes("PivotStatus") ?? false }),
  );
  expect(await screen.findByText(/braço a 219°/)).toBeDefined();
  expect(api.count("GET /Irrigameter/GetByClientID")).toBe(1);
});

describe("the decision of the day", () => {
  const plan = irrigameter().plans[0];
  const [item] = plan?.items ?? [];
  if (!plan || !item) throw new Error("the fixture has a run");
  const given = { ...plan, costBrl: 1000, from: AT };

  it("is tried with its cost, by buttons and arrow keys, and stored when it is kept", async () => {
    const { api, user } = await open(undefined, {
      answers: {
        "GET /Irrigameter/GetByClientID": () => irrigameter({ plans: [given] }),
        "POST /DayPlan/Try": ({ body }) => {
          const [choice] = (body as { choices: { startAt?: string; grossMm?: number }[] }).choices;
          const startAt = choice?.startAt ?? item.startAt;
          return { ...given, costBrl: 1085, items: [{ ...item, choice, startAt, grossMm: choice?.grossMm ?? 12 }] };
        },
        "POST /DayPlan/Decide": () => ({ matchedCount: 1 }),
      },
    });
    await user.click(await screen.findByRole("button", { name: "Mais ações de Pivô 01" }));
    await user.click(await screen.findByRole("button", { name: "Mudar" }));
    await user.click(await screen.findByRole("button", { name: /^Só 6,0\smm R\$\s85 a mais/ }));
    expect(await screen.findByText(/Pivô 01: 6,0\smm, .*no total, com a produção: R\$\s85 a mais/)).toBeDefined();
    expect(api.count("POST /DayPlan/Decide")).toBe(0);
    const start = screen.getByRole("slider", { name: "Início de Pivô 01" });
    expect(start.getAttribute("aria-valuetext")).toBe("21:30");
    start.focus();
    await user.keyboard("{ArrowRight}{ArrowRight}");
    await waitFor(() => expect(start.getAttribute("aria-valuetext")).toBe("22:30"));
    await user.click(screen.getByRole("button", { name: "Manter esta decisão" }));
    await waitFor(() => expect(api.count("POST /DayPlan/Decide")).toBe(1));
    expect(api.requests.find(({ url }) => url === "/DayPlan/Decide")?.body).toEqual({
      farmId: given.farmId,
      date: given.date,
      choices: [{ pivotId: "p1", grossMm: 6, startAt: "2026-05-15T01:30:00.000Z" }],
      seen: [],
    });
  });

  it("shows what another person decided meanwhile for the machine, and stores neither until one is chosen", async () => {
    const current = {
      userName: "bruno",
      choices: [
        { pivotId: "p1", grossMm: 9 },
        { pivotId: "p2", usesPeak: true },
      ],
    };
    let answers = 0;
    const { api, queryClient, user } = await open(undefined, {
      answers: {
        "GET /Irrigameter/GetByClientID": () => irrigameter({ plans: [given] }),
        "POST /DayPlan/Try": () => given,
        "POST /DayPlan/Decide": (_request, response) => {
          if (answers++ > 0) return { matchedCount: 1 };
          response.writeHead(409, { "content-type": "application/problem+json" });
          response.end(JSON.stringify({ title: "conflict", status: 409, id: "conflict", current }));
        },
      },
    });
    await user.click(await screen.findByRole("button", { name: "Mais ações de Pivô 01" }));
    await user.click(await screen.findByRole("button", { name: "Mudar" }));
    await user.click(await screen.findByRole("button", { name: /^Só 6,0\smm/ }));
    await user.click(await screen.findByRole("button", { name: "Manter esta decisão" }));
    const dialog = await screen.findByRole("dialog", { name: "bruno decidiu outra coisa para a mesma máquina" });
    const version = (name: RegExp) => within(dialog).getByRole<HTMLInputElement>("radio", { name });
    expect(version(/^Você:\s*6,0\smm$/).checked).toBe(true);
    expect(version(/^bruno:\s*9,0\smm$/).checked).toBe(false);
    // A machine that the user left as it was.
    expect(version(/^bruno:\s*rega na ponta$/).checked).toBe(true);
    const save = within(dialog).getByRole("button", { name: "Guardar escolhas" });
    // Until the day is loaded again.
    await waitFor(() => expect(save.getAttribute("aria-busy")).toBeNull());
    await user.click(save);
    await waitFor(() => expect(api.count("POST /DayPlan/Decide")).toBe(2));
    const bodies = api.requests.filter(({ url }) => url === "/DayPlan/Decide").map(({ body }) => body);
    expect(bodies).toEqual([
      { farmId: given.farmId, date: given.date, choices: [{ pivotId: "p1", grossMm: 6 }], seen: [] },
      {
        farmId: given.farmId,
        date: given.date,
        choices: [
          { pivotId: "p1", grossMm: 6 },
          { pivotId: "p2", usesPeak: true },
        ],
        seen: current.choices,
      },
    ]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  });

  it("sends what the user saw before the choice, although another person decided for another machine meanwhile", async () => {
    let plans = [given];
    const { api, queryClient, user } = await open(undefined, {
      answers: {
        "GET /Irrigameter/GetByClientID": () => irrigameter({ plans }),
        "POST /DayPlan/Try": () => given,
        "POST /DayPlan/Decide": () => ({ matchedCount: 1 }),
      },
    });
    await user.click(await screen.findByRole("button", { name: "Mais ações de Pivô 01" }));
    await user.click(await screen.findByRole("button", { name: "Mudar" }));
    await user.click(await screen.findByRole("button", { name: /^Só 6,0\smm/ }));
    await screen.findByRole("button", { name: "Manter esta decisão" });
    plans = [{ ...given, decision: { by: "bruno", at: AT, choices: [{ pivotId: "p2", usesPeak: true }] } }];
    await queryClient.invalidateQueries();
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    await user.click(await screen.findByRole("button", { name: "Manter esta decisão" }));
    await waitFor(() => expect(api.count("POST /DayPlan/Decide")).toBe(1));
    expect(api.requests.find(({ url }) => url === "/DayPlan/Decide")?.body).toMatchObject({
      choices: [{ pivotId: "p1", grossMm: 6 }],
      seen: [],
    });
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  });

  it("leaves a run that does not fit where it was moved to, with the reason, and moves it further", async () => {
    const reason = { key: "noRoom", value: 8.5, unit: "h", source: null, at: null };
    const { api, user } = await open(undefined, {
      answers: {
        "GET /Irrigameter/GetByClientID": () => irrigameter({ plans: [given] }),
        "POST /DayPlan/Try": () => ({
          ...given,
          items: [],
          unplaced: [{ pivotId: "p1", startAt: null, reasons: [reason] }],
        }),
      },
    });
    const start = await screen.findByRole("slider", { name: "Início de Pivô 01" });
    start.focus();
    await user.keyboard("{ArrowRight}");
    expect(await screen.findByText(/Pivô 01 não cabe assim: precisa de 8 h 30 de bomba/)).toBeDefined();
    expect(screen.queryByText(/sai de hoje/)).toBeNull();
    expect(screen.getByRole("slider", { name: "Início de Pivô 01" })).toBe(start);
    expect([start.getAttribute("aria-valuetext"), document.activeElement]).toEqual(["22:00", start]);
    await user.keyboard("{ArrowRight}");
    await waitFor(() => expect(start.getAttribute("aria-valuetext")).toBe("22:30"));
    expect(api.count("POST /DayPlan/Decide")).toBe(0);
  });

  it("names its author and is taken back; a user who does not decide has no buttons", async () => {
    const decision = { by: "Ana", at: AT, choices: [{ pivotId: "p1", grossMm: 9, usesPeak: true }] };
    const answers = {
      "GET /Irrigameter/GetByClientID": () => irrigameter({ plans: [{ ...given, decision }] }),
      "POST /DayPlan/Decide": () => ({ matchedCount: 1 }),
    };
    const { api, queryClient, user } = await open(undefined, { answers });
    await screen.findByText(/Decisão de Ana, 07:30/);
    await user.click(screen.getByRole("button", { name: /^Por quê\? Pivô 01/ }));
    const why = await screen.findByRole("dialog", { name: /Por quê/ });
    expect(why.textContent).toContain("Mudado por Ana, 07:30: no máximo 9,0 mm; rega também na ponta.");
    await user.keyboard("{Escape}");
    await user.click(await screen.findByRole("button", { name: "Voltar ao plano" }));
    await waitFor(() =>
      expect(api.requests.find(({ url }) => url === "/DayPlan/Decide")?.body).toMatchObject({ choices: [] }),
    );
    cleanup();
    queryClient.clear();
    // A user who records has the operator's home, which has no decisions.
    const viewing = every.map((right) => ({ ...right, create: false, edit: false }));
    await open(undefined, { answers, permissions: viewing });
    await screen.findByText(/Decisão de Ana/);
    expect(screen.queryByRole("button", { name: /Mudar|Voltar ao plano/ })).toBeNull();
    expect(screen.queryByRole("slider")).toBeNull();
  });
});
