import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import type { Balance } from "@lamina/shared/records/balance";
import { recommendedRun } from "@lamina/shared/records/run-figures";
import { Irrigameter, type SectorCard } from "@lamina/shared/views/irrigameter";
import { ManagementReport } from "@lamina/shared/views/report";
import type { Locator } from "playwright-core";
import { expect, inject } from "vitest";
import { isLong } from "../../scripts/testing/long.ts";
import { factsOf, rowsOf } from "../browser/read.ts";
import type { Visitor } from "../browser/visitor.ts";
import { journey } from "../journey.ts";
import {
  advised,
  agreesOnStatus,
  ask,
  brl,
  mm,
  number,
  percent,
  runText,
  type Said,
  settingOf,
} from "../product/said.ts";
import { openSession, type Session } from "../product/session.ts";
import { STATUS_WORDS, signIn } from "../screens.ts";

const { url } = inject("product");

/** Number of sectors that are compared on all screens: one of each status, if the farm has them, first one with a run. */
const FOLLOWED = isLong ? 3 : 1;

/** A4 in landscape less the margins of the report, in CSS pixels. */
const SHEET = { width: 1046, height: 718 };

journey("the API gives the same values for a sector and a day in all of its answers", async () => {
  const session = await openSession(url, "ana");
  // The answers are requested one after another while the farm changes. They agree once nothing changes in between.
  await expect.poll(() => disagreements(session), { timeout: 60_000 }).toEqual([]);
});

/** The differences between the answers. */
async function disagreements(session: Session): Promise<string[]> {
  const { clientId, view, map, said } = await ask(session);
  expect(said.length).toBeGreaterThan(0);
  const days = said.map(({ row }) => row.date).sort();
  const path = `/Report/IrrigationManager?ID=${clientId}&from=${days[0]}&to=${days.at(-1)}`;
  const report = ManagementReport.parse(await session.get(path));
  const found = said.flatMap((one) => {
    const { card, row, quiet } = one;
    const { _id } = card.sector;
    const onMap = map.sectors.find(({ sector }) => sector._id === _id);
    const rows = report.sectors.filter(({ sectorId }) => sectorId === _id).flatMap((sector) => sector.rows);
    const written = rows.find(({ date }) => date === row.date);
    const dayOf = (other: Partial<Balance> | SectorCard["balance"] | undefined) =>
      other && [other.dr, other.taw, other.raw, other.status, other.recommendedMm];
    // The card's AFD is for the days until the decision's horizon, which are more than the row's one day.
    const decided = card.balance && { ...card.balance, raw: row.raw };
    const pairs = {
      "the card's day": [dayOf(decided), dayOf(row)],
      "the report's day": [dayOf(written), dayOf(row)],
      "the map's status": [onMap?.status, card.status],
      "the map's status by probe": [onMap?.sensorStatus, card.sensorStatus],
      "the map's recommendation": [onMap?.recommendation, card.recommendation],
      "the status now": [!quiet || agreesOnStatus(one), true],
    };
    const others = Object.entries(pairs).filter(([, [one, other]]) => !isDeepStrictEqual(one, other));
    return others.map(([what]) => `${_id}: ${what}`);
  });
  return isDeepStrictEqual(map.plans, view.plans) ? found : [...found, "the plans of the map"];
}

journey(
  "a sector has the same values on the irrigâmetro, the map, the report, in its export and in the API",
  async ({ visit }) => {
    const session = await openSession(url, "ana");
    const { said } = await ask(session);
    const byStatus = new Map(said.filter(({ quiet }) => quiet).map((one) => [one.card.status, one]));
    expect(byStatus.size).toBeGreaterThan(0);
    const byRun = [...byStatus.values()].toSorted((a, b) => Number(!advised(a)) - Number(!advised(b)));
    const visitor = await visit(url);
    await signIn(visitor, "ana");
    for (const one of byRun.slice(0, FOLLOWED)) await follow(visitor, session, one);
  },
);

journey(
  "Simular and Irriguei start with the run of the recommendation, in a sector of each kind of run",
  async ({ visit }) => {
    const session = await openSession(url, "ana");
    const { clientId, said } = await ask(session);
    const runs = said.flatMap(({ card }) => {
      const run = recommendedRun(card.recommendation);
      return run ? [{ id: card.sector._id, kind: `${run.passes > 1} ${run.percent === null}` }] : [];
    });
    expect(runs.length).toBeGreaterThan(0);
    // In the long run every sector.
    const sectorIds = isLong ? runs.map(({ id }) => id) : new Map(runs.map(({ id, kind }) => [kind, id])).values();
    const visitor = await visit(url);
    await signIn(visitor, "ana");
    // A decision in between changes the run: repeats answer and screen until they agree.
    for (const id of sectorIds)
      await expect.poll(() => actionsOf(visitor, session, clientId, id), { timeout: 30_000 }).toBeNull();
  },
);

/** The difference between the two dialogs of a sector and its recommendation; null without one, and during a run. */
async function actionsOf({ page }: Visitor, session: Session, clientId: string, sectorId: string) {
  const { sectors } = Irrigameter.parse(await session.get(`/Irrigameter/GetByClientID?ID=${clientId}`));
  const run = recommendedRun(sectors.find(({ sector }) => sector._id === sectorId)?.recommendation);
  if (run === null) return null;
  const dialog = page.getByRole("dialog");
  const amount = dialog.getByLabel("Lâmina bruta, mm");
  await page.goto(`/irrigameter/calculated-pivot?acao=simular&alvo=${sectorId}`);
  const simulated = await dialog.locator("input[type=range]").getAttribute("aria-valuetext");
  await page.goto(`/irrigameter/calculated-pivot?acao=irriguei&alvo=${sectorId}`);
  // Of a run that has begun the panel reports the water, and the form requires none.
  await amount.or(dialog.getByText("O painel conta esta água")).waitFor();
  if (!(await amount.isVisible())) return null;
  const recorded = await amount.inputValue();
  const texts = { simulated: runText(run), recorded: number(run.depthPerPassMm ?? 0, 1) };
  return isDeepStrictEqual({ simulated, recorded }, texts) ? null : { simulated, recorded, wanted: texts };
}

/** Compares all screens. Tries again when the farm changed in the meantime, because it may be irrigated or get rain. */
async function follow(visitor: Visitor, session: Session, one: Said): Promise<void> {
  try {
    await expectIrrigameter(visitor, one);
    await expectMap(visitor, one);
    await expectReport(visitor, one);
  } catch (error) {
    const { said } = await ask(session);
    const now = said.find(({ card }) => card.sector._id === one.card.sector._id);
    if (!now || isDeepStrictEqual(numbersOf(now), numbersOf(one))) throw error;
    await follow(visitor, session, now);
  }
}

/** The values of a sector that are compared with the screens. */
function numbersOf(one: Said) {
  const { card, row, planned, money } = one;
  return { row, planned, money, status: card.status, drNow: card.drNowMm, advice: advised(one) };
}

/** The current soil water in % of the capacity (domain, 0: ARM = CAD − Dr). */
function storageNow({ balance, drNowMm }: SectorCard): number {
  return Math.min(100, Math.max(0, 100 * (1 - (drNowMm ?? 0) / (balance?.taw ?? 1))));
}

async function expectIrrigameter({ page }: Visitor, one: Said): Promise<void> {
  const { card, row, pivotName, run, planned, money } = one;
  // In the order of names the list has the machines that "Hoje" names too.
  await page.goto("/irrigameter/calculated-pivot?ordem=name");
  const list = page.getByRole("region", { name: "Setores" });
  const article = list.getByRole("article", { name: pivotName, exact: true });
  await article.waitFor();
  if (run && planned) {
    const sentence = page
      .getByRole("listitem")
      .filter({ has: page.getByRole("link", { name: pivotName, exact: true }) });
    await expectText(sentence, settingOf(run));
    if (money) await expectText(sentence, money.replace("\u00a0", " "));
    await expectText(article, planned);
  }
  await page.goto(`/irrigameter/calculated-pivot?setor=${card.sector._id}`);
  await article.waitFor();
  const ofPivot = page.getByRole("region", { name: new RegExp(`^${pivotName}( · |$)`) });
  await ofPivot.first().waitFor();
  const several = (await ofPivot.first().getAttribute("aria-label")) !== pivotName;
  const name = several ? `${pivotName} · ${card.sector.name}` : pivotName;
  const detail = page.getByRole("region", { name, exact: true });
  const [dr, storage] = [mm(card.drNowMm ?? Number.NaN), percent(storageNow(card))];
  if (several) {
    const line = detail.getByRole("link", { name: new RegExp(`^${card.sector.name} `) });
    for (const text of [STATUS_WORDS[card.status], dr, storage]) await expectText(line, text);
  }
  await detail.getByText(STATUS_WORDS[card.status], { exact: true }).first().waitFor();
  const facts = await factsOf(detail);
  expect(facts).toMatchObject({ "Déficit (Dr)": dr, AFD: mm(card.balance?.raw ?? 0), CAD: mm(row.taw), ARM: storage });
  const recommended = recommendedRun(card.recommendation);
  if (!recommended) return;
  const { grossMm, percent: setting, costBrl } = recommended;
  expect(facts).toMatchObject({
    LB: mm(grossMm ?? 0),
    Percentímetro: setting === null ? "–" : percent(setting),
    ...(costBrl === null ? {} : { "Custo de tudo": brl(costBrl) }),
  });
}

async function expectMap({ page }: Visitor, one: Said): Promise<void> {
  const { card, pivotName, run, planned } = one;
  await page.goto(`/maps?pivo=${card.sector.pivotId}`);
  const place = page.getByRole("article", { name: pivotName, exact: true });
  const item = place.getByRole("listitem").filter({ hasText: card.sector.name });
  await item.getByText(STATUS_WORDS[card.status], { exact: true }).waitFor();
  await item.getByText(`ARM ${percent(storageNow(card))} da CAD`).waitFor();
  const words = advised(one);
  if (words === null) return;
  await expectText(item, words);
  const listed = page.getByRole("button", { name: new RegExp(`^${pivotName}`) });
  if (!run || !planned) return;
  // As in Hoje, the settings are by sector where the panel has a table.
  const [amount = planned] = planned.split(" · ");
  for (const words of run.underWay ? [planned] : [amount, settingOf(run)]) await expectText(listed, words);
}

async function expectReport({ page }: Visitor, { card, row, pivotName }: Said): Promise<void> {
  const { plantingDate = "" } = card.season ?? {};
  await page.goto(`/report/irrigationmanager?periodo=7d&setor=${card.sector._id}.${plantingDate}`);
  const article = page.getByRole("article", { name: `${pivotName} · ${card.sector.name}`, exact: true });
  const table = article.getByRole("table");
  await table.waitFor();
  const day = row.date.split("-").reverse().join("/");
  const expected = {
    Data: day,
    "LB recom. (mm)": row.recommendedMm === null ? "–" : number(row.recommendedMm, 1),
    "CAD (mm)": number(row.taw, 1),
    "AFD (mm)": number(row.raw, 1),
    "Dr (mm)": number(row.dr, 1),
    "Situação no fim do dia": STATUS_WORDS[row.status],
  };
  expect((await rowsOf(table)).find(({ Data }) => Data === day)).toMatchObject(expected);
  await page.getByRole("button", { name: "Exportar" }).click();
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

  await page.emulateMedia({ media: "print" });
  const onPaper = table.getByRole("row").filter({ hasText: day });
  for (const [name, text] of Object.entries(expected)) expect(await onPaper.innerText(), name).toContain(text);
  const onScreen = page.viewportSize();
  await page.setViewportSize(SHEET);
  expect(await table.evaluate((drawn) => drawn.getBoundingClientRect().right)).toBeLessThanOrEqual(SHEET.width);
  if (onScreen) await page.setViewportSize(onScreen);
  await page.emulateMedia({ media: null });
}

/** Waits until a part of the page has this text, ignoring white space between its elements. */
function expectText(where: Locator, text: string): Promise<void> {
  return expect.poll(async () => (await where.first().innerText()).replaceAll(/\s+/g, " ")).toContain(text);
}
