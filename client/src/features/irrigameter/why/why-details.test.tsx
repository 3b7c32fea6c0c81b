import type { Client } from "@lamina/shared/records/client";
import { boardContent, packBoard } from "@lamina/shared/views/board";
import type { Irrigameter } from "@lamina/shared/views/irrigameter";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { type RouteAnswer, sendProblem, startApiServer } from "../../../testing/api-server.ts";
import { prepareScreens } from "../../../testing/screen.tsx";
import { expectConsoleError } from "../../../testing/setup.ts";
import { Component } from "../page.tsx";
import { AT, irrigameter } from "../testing/fixtures.ts";
import { whyText } from "./why-text.ts";

vi.mock("../../../core/clients/use-clients.ts", () => {
  const selected = { _id: "c1", id: "1", name: "Santa Clara", typeChart: 1 } as Client;
  return { useSelectedClient: () => selected, useClients: () => ({ clients: [selected], selected }) };
});

const REPORT = { screen: "report", view: true, create: false, edit: false, remove: false };
const show = prepareScreens(Date.parse(AT));
beforeEach(() => sessionStorage.clear());

/** The fixture, with each card's own sector in its parts, as an API answers. */
function wholeBoard(): Irrigameter {
  const given = irrigameter();
  const sectors = given.sectors.map((card) => {
    const sectorId = card.sector._id;
    const { balance, recommendation } = card;
    return {
      ...card,
      balance: balance && { ...balance, sectorId },
      recommendation: recommendation && { ...recommendation, sectorId },
    };
  });
  return { ...given, sectors };
}

/** Opens "Por quê?" of a sector on a board in columns; the details come from `details`. */
async function openWhy(details: RouteAnswer, whole = wholeBoard()) {
  const api = await startApiServer({
    "GET /Irrigameter/GetByClientID": (request, response) =>
      request.url.includes("form=board")
        ? { at: AT, version: `v${whole.sectors[0]?.drNowMm}`, since: null, board: packBoard(boardContent(whole)) }
        : details(request, response),
    "GET /User/Me": () => ({ _id: "u", name: "Ana", userName: "ana", groupName: "Gestor", permissions: [REPORT] }),
    "GET /Menu/GetByClientID": () => [],
    "GET /Menu/GetAll": () => [],
  });
  const { queryClient } = show(
    <Component />,
    "/irrigameter/:child",
    "/irrigameter/calculated-pivot?acao=porque&alvo=p1q1",
  );
  const dialog = await screen.findByRole("dialog");
  return { api, whole, queryClient, dialog: within(dialog) };
}

it("fetches the details of the machine when they are opened", async () => {
  const whole = wholeBoard();
  const { api, dialog } = await openWhy(() => whole);
  expect(await dialog.findByText(whyText.balance)).toBeDefined();
  const asked = api.requests.map(({ url }) => url).filter((url) => url.includes("sectorIds="));
  const own = whole.sectors.flatMap(({ sector }) => (sector.pivotId === "p1" ? sector._id : []));
  expect(asked.map((url) => new URLSearchParams(url.split("?")[1]).get("sectorIds"))).toEqual([own.join(",")]);
});

it("links a source to the route that the API sends, with the right to see it, and shows another one as words", async () => {
  const whole = wholeBoard();
  for (const { recommendation } of whole.sectors)
    for (const reason of recommendation?.reasons ?? [])
      if (reason.key === "interval") reason.link = "/report/irrigationmanager?cliente=c1&periodo=7d";
      else if (reason.key === "etc") reason.link = "https://example.com/report";
      else if (reason.key === "rainForecast") reason.link = "/forecast/forecastweekly?cliente=c1";
  const { dialog } = await openWhy(() => whole, whole);
  expect(await dialog.findByText(whyText.balance)).toBeDefined();
  expect(dialog.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/report/irrigationmanager?cliente=c1&periodo=7d",
  ]);
  expect(dialog.getAllByText("balanço").length).toBeGreaterThan(1);
});

it("fetches the details again when the board shows other numbers, as after midnight", async () => {
  const whole = wholeBoard();
  const { api, queryClient, dialog } = await openWhy(() => whole, whole);
  expect(await dialog.findByText(whyText.balance)).toBeDefined();
  whole.sectors = whole.sectors.map((card) => ({ ...card, drNowMm: (card.drNowMm ?? 0) + 4 }));
  await queryClient.invalidateQueries({ queryKey: ["c1", "irrigameter"], exact: true });
  const asked = () => api.requests.filter(({ url }) => url.includes("sectorIds=")).length;
  await waitFor(() => expect(asked()).toBe(2));
  expect(await dialog.findByText(whyText.balance)).toBeDefined();
});

it("asks once more, and not again and again, for details that are not those of the board", async () => {
  const { api, queryClient, dialog } = await openWhy(() => {
    const other = wholeBoard();
    for (const card of other.sectors) card.drNowMm = 1;
    return other;
  });
  expect(await dialog.findByText(whyText.notHere)).toBeDefined();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(api.requests.filter(({ url }) => url.includes("sectorIds="))).toHaveLength(2);
});

it("without a connection, says that the details are not on this device, and keeps the card", async () => {
  expectConsoleError(/Erro ao carregar o irrigâmetro/);
  const { dialog } = await openWhy((_request, response) => sendProblem(response, 502, "upstream"));
  await waitFor(() => expect(dialog.getByText(whyText.notHere)).toBeDefined());
  expect(screen.getByRole("article", { name: "Pivô 01", hidden: true })).toBeDefined();
});
