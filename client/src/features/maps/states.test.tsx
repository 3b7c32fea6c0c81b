import type { PivotStatus } from "@lamina/shared/records/farm";
import { mapContent, packMap } from "@lamina/shared/views/map-columns";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pivotStatusQuery } from "../../core/pivot-status/pivot-status.ts";
import { type RouteAnswer, sendProblem, startApiServer } from "../../testing/api-server.ts";
import { barePercents } from "../../testing/bare-percents.ts";
import { prepareScreens } from "../../testing/screen.tsx";
import { expectConsoleError } from "../../testing/setup.ts";
import { Component as MapsPage } from "./page.tsx";
import { mapFixture } from "./testing/map-fixture.ts";

vi.mock("../../core/clients/use-clients.ts", () => ({ useSelectedClient: () => ({ _id: "c1", name: "Santa Clara" }) }));
vi.mock("../../core/rights/use-rights.ts", () => ({ useRights: () => ({ me: undefined, can: () => true }) }));
vi.mock("../../core/runtime-config/use-runtime-config.ts", () => ({ useMapGround: () => undefined }));

// jsdom has no layout, and a map without a size shows the whole world.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

const open = prepareScreens(Date.parse("2026-05-14T10:40:00Z"));

async function show(answer: RouteAnswer, address = "/maps") {
  const api = await startApiServer({ "GET /Map/GetByClientID": answer });
  open(<MapsPage />, "/maps", address);
  return api;
}

it("stops a machine that runs from its card, in one tap and one confirmation", async () => {
  const sent: unknown[] = [];
  await startApiServer({
    "GET /Map/GetByClientID": mapFixture,
    "GET /PivotCommand/GetByClientID": () => [],
    "POST /PivotCommand/Insert": ({ body }, response) => {
      sent.push(body);
      sendProblem(response, 409, "interlocked");
    },
  });
  open(<MapsPage />, "/maps", "/maps");
  await userEvent.click(await screen.findByRole("button", { name: /Pivô 01.*Déficit/ }));
  await userEvent.click(await screen.findByRole("button", { name: "Parar: Pivô 01" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Parar Pivô 01?" }));
  await userEvent.click(dialog.getByRole("button", { name: "Parar agora: Pivô 01" }));
  await waitFor(() => expect(sent.length).toBe(1));
  expect(sent).toMatchObject([{ command: "stop", pivotId: "p1" }]);
});

it("opens a pivot from the list with a link to its irrigâmetro, in one request", async () => {
  const api = await show(mapFixture);
  await userEvent.click(await screen.findByRole("button", { name: /Pivô 01.*Déficit/ }));
  const card = screen.getByRole("article", { name: "Pivô 01" });
  expect(card.textContent).toContain("Braço a 90°, com água · há 10 min");
  const link = within(card).getByRole("link", { name: "Abrir irrigâmetro" });
  expect(link.getAttribute("href")).toBe("/irrigameter/calculated?pivo=p1");
  // The card asks for the commands of a machine that it may stop.
  expect(api.requests.filter(({ url }) => !url.startsWith("/PivotCommand/"))).toHaveLength(1);
});

it.each(["calculado", "sensor", "umidade"])("says of each percentage of the layer %s what it is", async (layer) => {
  await show(mapFixture, `/maps?camada=${layer}`);
  await userEvent.click(await screen.findByRole("button", { name: /Pivô 01.*Déficit/ }));
  await waitFor(() => expect(document.querySelectorAll(".leaflet-marker-icon").length).toBeGreaterThan(0));
  expect(barePercents(document.body)).toEqual([]);
});

it("shows farms that are far apart on a map each, and opens one of them", async () => {
  await show(mapFixture, "/maps?fazenda=todas");
  const own = within(await screen.findByRole("region", { name: "Mapa da Buriti" }));
  expect(await own.findByText("Pivô 01")).toBeTruthy();
  expect(screen.getByRole("region", { name: "Mapa da Ondas" }).textContent).not.toContain("Pivô 01");
  await userEvent.click(screen.getByRole("button", { name: /^Buriti/ }));
  expect(await screen.findByRole("region", { name: "Mapa da fazenda" })).toBeTruthy();
});

it("shows the same of an answer in columns, and then asks for what changed since", async () => {
  const [content, { at }] = [mapContent(mapFixture()), mapFixture()];
  const second = content.sectors?.[1];
  if (!second) throw new Error("the fixture has two sectors");
  const asked: (string | null)[] = [];
  await startApiServer({
    "GET /Map/GetByClientID": ({ url }) => {
      const since = new URL(url, "http://localhost").searchParams.get("since");
      asked.push(since);
      if (since === null) return { version: "one", since, map: packMap(at, content) };
      return { version: "two", since, map: packMap(at, { sectors: [{ ...second, status: "ok" }], pivots: [] }) };
    },
  });
  const { queryClient } = open(<MapsPage />, "/maps", "/maps");
  await userEvent.click(await screen.findByRole("button", { name: /Pivô 01.*Déficit/ }));
  expect(screen.getByRole("article", { name: "Pivô 01" }).textContent).toContain("Braço a 90°, com água · há 10 min");
  await act(() => queryClient.refetchQueries({ queryKey: ["c1", "map"] }));
  await waitFor(() => expect(screen.queryByRole("button", { name: /Pivô 01.*Déficit/ })).toBeNull());
  expect(screen.getByRole("article", { name: "Pivô 01" }).textContent).toContain("Braço a 90°, com água · há 10 min");
  expect(asked).toEqual([null, "one"]);
});

it("draws the pivot on the map, and shows rain and silent devices in words", async () => {
  await show(mapFixture, "/maps?camada=chuva");
  const map = await screen.findByRole("region", { name: "Mapa da fazenda" });
  expect(await within(map).findByText("Chuva em 7 dias: 32,4 mm")).toBeTruthy();
  await waitFor(() => expect(map.querySelectorAll(".leaflet-overlay-pane path").length).toBeGreaterThan(4));
  expect(within(map).getByText(/Estação Ondas, Sem comunicar, Bateria fraca: 12 %/)).toBeTruthy();
});

it("moves the arm of a machine that reports, and draws nothing else again", async () => {
  await startApiServer({ "GET /Map/GetByClientID": mapFixture });
  const { queryClient } = open(<MapsPage />, "/maps", "/maps");
  const map = await screen.findByRole("region", { name: "Mapa da fazenda" });
  const drawing = (pane: string) => [...map.querySelectorAll(`.leaflet-${pane}-pane path`)];
  await waitFor(() => expect(drawing("above")).toHaveLength(3));
  const lines = () => drawing("above").map((path) => path.getAttribute("d"));
  const [ground, arm, markers] = [drawing("overlay"), lines(), [...map.querySelectorAll(".leaflet-marker-icon")]];
  expect(ground.length).toBeGreaterThan(2);
  const drawn = vi.spyOn(Element.prototype, "setAttribute");
  const [pivot] = mapFixture().pivots;
  const report = { ...(pivot?.status as PivotStatus), angleDeg: 120, date: "2026-05-14T10:39:00.000Z" };
  await act(async () => void queryClient.setQueryData(pivotStatusQuery({ _id: "c1" }).queryKey, [report]));
  await waitFor(() => expect(lines()).not.toEqual(arm));
  expect(drawing("overlay").every((path, index) => path === ground[index])).toBe(true);
  expect([...map.querySelectorAll(".leaflet-marker-icon")].every((icon, index) => icon === markers[index])).toBe(true);
  // Three shapes: the trail, the glow and the line of the arm.
  expect(drawn.mock.calls.filter(([name]) => name === "d")).toHaveLength(3);
});

it("asks for the position on a click only, and says when it is denied", async () => {
  const getCurrentPosition = vi.fn((_found, refuse) => refuse({ code: 1, PERMISSION_DENIED: 1 }));
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { geolocation: { getCurrentPosition } }));
  await show(mapFixture);
  await screen.findByRole("button", { name: "Minha posição" });
  expect(getCurrentPosition).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Minha posição" }));
  expect((await screen.findByText(/Sem permissão/)).textContent).toBeTruthy();
});

it("shows the next step when there is no farm", async () => {
  await show(() => ({ ...mapFixture(), farms: [], pivots: [], sectors: [] }));
  expect(await screen.findByRole("link", { name: "Cadastrar fazenda" })).toBeTruthy();
  expect(screen.queryByText(/^Dados recebidos/)).toBeNull();
});

it("says that the API has no map", async () => {
  expectConsoleError(/Erro ao carregar o mapa/);
  await show((_request, response) => sendProblem(response, 404, "route-not-found"));
  expect(await screen.findByText("Este servidor ainda não oferece esta informação")).toBeTruthy();
});
