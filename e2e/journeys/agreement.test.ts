import { readFile } from "node:fs/promises";
import type { Client } from "@lamina/shared/client";
import { Irrigameter, MapView, type SectorCard } from "@lamina/shared/irrigameter";
import { Balance } from "@lamina/shared/irrigation";
import { ManagementReport } from "@lamina/shared/report";
import type { Locator } from "playwright-core";
import { expect, inject } from "vitest";
import * as z from "zod";
import { factsOf, rowsOf } from "../browser/read.ts";
import type { Visitor } from "../browser/visitor.ts";
import { journey } from "../journey.ts";
import { openSession, type Session } from "../product/session.ts";
import { enter, STATUS_WORDS } from "../screens.ts";

const { url } = inject("product");

/** Sectors that are followed through all screens: one of each status, as far as the farm has them. */
const FOLLOWED = 3;

const number = (value: number, decimals: number) =>
  new Intl.NumberFormat("pt-BR", { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(value);
const mm = (value: number) => `${number(value, 1)} mm`;
const percent = (value: number) => `${number(value, 0)} %`;

/** What the API says of a sector, in all of its answers. */
interface Said {
  card: SectorCard;
  row: Balance;
  pivotName: string;
  planned: string | null;
  /** What is now is what the day's row ended with: nothing has happened since, nor happens now. */
  quiet: boolean;
}

async function ask(session: Session): Promise<{ clientId: string; view: Irrigameter; map: MapView; said: Said[] }> {
  const [client] = await session.get<Client[]>("/Client/GetAll");
  const clientId = client?._id ?? "";
  const view = Irrigameter.parse(await session.get(`/Irrigameter/GetByClientID?ID=${clientId}`));
  const map = MapView.parse(await session.get(`/Map/GetByClientID?ID=${clientId}`));
  const items = view.plans.flatMap((plan) => plan.items);
  const said: Said[] = [];
  for (const card of view.sectors) {
    const pivot = view.pivots.find(({ _id }) => _id === card.sector.pivotId);
    const { date } = card.balance ?? {};
    if (!pivot || !date) continue;
    const path = `/Balance/GetBySectorID?ID=${card.sector._id}&from=${date}&to=${date}`;
    const [row] = z.array(Balance).parse(await session.get(path));
    if (!row) throw new Error(`no balance of ${card.sector._id} on ${date}`);
    const run = items.find(({ pivotId }) => pivotId === pivot._id);
    const planned = run ? `${mm(run.grossMm)}${run.percent === null ? "" : ` · ${percent(run.percent)}`}` : null;
    const quiet = card.drNowMm === row.dr && card.status !== "nodata" && !pivot.status?.wet;
    said.push({ card, row, pivotName: pivot.name, planned, quiet });
  }
  return { clientId, view, map, said };
}

journey("the API says the same of a sector and a day in all of its answers", async () => {
  const session = await openSession(url, "bruno");
  const { clientId, view, map, said } = await ask(session);
  const days = said.map(({ row }) => row.date).sort();
  const path = `/Report/IrrigationManager?ID=${clientId}&from=${days[0]}&to=${days.at(-1)}`;
  const report = ManagementReport.parse(await session.get(path));
  for (const { card, row, quiet } of said) {
    expect(card.balance).toMatchObject(row);
    const onMap = map.sectors.find(({ sector }) => sector._id === card.sector._id);
    expect(onMap).toMatchObject({ status: card.status, sensorStatus: card.sensorStatus });
    expect(onMap?.recommendation).toEqual(card.recommendation);
    const written = report.sectors.filter(({ sectorId }) => sectorId === card.sector._id).flatMap(({ rows }) => rows);
    expect(written.find(({ date }) => date === row.date)).toMatchObject({
      ...{ dr: row.dr, taw: row.taw, raw: row.raw, status: row.status, recommendedMm: row.recommendedMm },
    });
    if (quiet) expect(card.status).toBe(row.status);
  }
  expect(map.plans).toEqual(view.plans);
});

journey(
  "a sector reads the same on irrigâmetro, map, report and in its file, and as the API says",
  async ({ visit }) => {
    const session = await openSession(url, "bruno");
    const { said } = await ask(session);
    const byStatus = new Map(said.filter(({ quiet }) => quiet).map((one) => [one.card.status, one]));
    expect(byStatus.size).toBeGreaterThan(0);
    const visitor = await visit(url);
    await enter(visitor, "bruno");
    for (const one of [...byStatus.values()].slice(0, FOLLOWED)) {
      await expectIrrigameter(visitor, one);
      await expectMap(visitor, one);
      await expectReport(visitor, one);
    }
  },
);

/** Depth and panel setting of the sector's own recommendation, as they stand after any words. */
function advice({ recommendation }: SectorCard): { depth: string; setting: string } | null {
  if (recommendation?.action !== "irrigate") return null;
  return {
    depth: mm(recommendation.grossMm ?? 0),
    setting: recommendation.percent === null ? "–" : percent(Math.floor(recommendation.percent)),
  };
}

async function expectIrrigameter({ page }: Visitor, { card, row, pivotName, planned }: Said): Promise<void> {
  await page.goto(`/irrigameter/calculated-pivot?setor=${card.sector._id}`);
  const own = page.getByRole("article", { name: pivotName, exact: true });
  await own.waitFor();
  const several = (await own.locator("ul[data-control]").count()) > 0;
  const line = own.getByRole("link", { name: new RegExp(`^${card.sector.name} `) });
  const written = [STATUS_WORDS[card.status], mm(row.dr), percent(row.storagePct)];
  if (several) for (const text of written) await line.getByText(text, { exact: true }).waitFor();
  const name = several ? `${pivotName} · ${card.sector.name}` : pivotName;
  const detail = page.getByRole("region", { name, exact: true });
  await detail.getByText(STATUS_WORDS[card.status], { exact: true }).first().waitFor();
  const facts = await factsOf(detail);
  const water = { "Déficit (Dr)": mm(row.dr), AFD: mm(row.raw), CAD: mm(row.taw), ARM: percent(row.storagePct) };
  expect(facts).toMatchObject(water);
  const recommended = advice(card);
  if (!recommended) return;
  expect(facts).toMatchObject({ LB: recommended.depth, P: recommended.setting });
  if (several && planned) await expectText(own, planned.replace(",0 mm", " mm"));
}

async function expectMap({ page }: Visitor, { card, row, pivotName, planned }: Said): Promise<void> {
  await page.goto(`/maps?pivo=${card.sector.pivotId}`);
  const place = page.getByRole("article", { name: pivotName, exact: true });
  const item = place.getByRole("listitem").filter({ hasText: card.sector.name });
  await item.getByText(STATUS_WORDS[card.status], { exact: true }).waitFor();
  await item.getByText(`ARM ${percent(row.storagePct)} da CAD`).waitFor();
  const recommended = advice(card);
  if (!recommended) return;
  const { depth, setting } = recommended;
  await item.getByText(`Irrigar hoje: ${[depth, setting].join(" · ")}`, { exact: true }).waitFor();
  const listed = page.getByRole("button", { name: new RegExp(`^${pivotName}`) }).filter({ hasText: "Irrigar hoje" });
  if (planned && (await place.getByRole("listitem").count()) > 1) await expectText(listed, planned);
}

async function expectReport({ page }: Visitor, { card, row, pivotName }: Said): Promise<void> {
  const { plantingDate = "" } = card.season ?? {};
  await page.goto(`/report/irrigationmanager?periodo=7d&setor=${card.sector._id}.${plantingDate}`);
  const own = page.getByRole("article", { name: `${pivotName} · ${card.sector.name}`, exact: true });
  const table = own.getByRole("table");
  await table.waitFor();
  const day = row.date.split("-").reverse().join("/");
  const expected = {
    Data: day,
    "LB recom. (mm)": row.recommendedMm === null ? "–" : number(row.recommendedMm, 1),
    "CAD (mm)": number(row.taw, 1),
    "AFD (mm)": number(row.raw, 1),
    "Dr (mm)": number(row.dr, 1),
    Situação: STATUS_WORDS[row.status],
  };
  expect((await rowsOf(table)).find(({ Data }) => Data === day)).toMatchObject(expected);

  await own.getByRole("button", { name: "Exportar" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV (planilha)" }).click();
  const file = await readFile(await (await download).path(), "utf8");
  const [header = [], ...rows] = file
    .replace("\uFEFF", "")
    .split("\r\n")
    .map((line) => line.split(";"));
  const inFile = rows.map((cells) => Object.fromEntries(header.map((name, index) => [name, cells[index]])));
  const missing = row.recommendedMm === null ? { "LB recom. (mm)": "" } : {};
  expect(inFile.find(({ Data }) => Data === day)).toMatchObject({ ...expected, ...missing });
}

/** Waits until a part of the page reads so, however its words are set apart. */
function expectText(where: Locator, text: string): Promise<void> {
  return expect.poll(async () => (await where.first().innerText()).replaceAll(/\s+/g, " ")).toContain(text);
}
