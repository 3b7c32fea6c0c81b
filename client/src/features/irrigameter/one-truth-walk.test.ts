import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { farmDay } from "@lamina/shared/core/farm-time";
import { TypeChart } from "@lamina/shared/records/client";
import { machineRun, plannedRun, type RunFigures, recommendedRun } from "@lamina/shared/records/run-figures";
import type { Irrigameter, MapView, SectorCard } from "@lamina/shared/views/irrigameter";
import type { ManagementReport } from "@lamina/shared/views/report";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adviceLine, adviceOf, adviceReasons } from "../../field/advice.ts";
import { centreText } from "../../field/diagrams/pivot-centre.tsx";
import { farmClock } from "../../field/farm-clock.ts";
import { runWords } from "../../field/run-words.ts";
import { cellText, exportOf } from "../../ui/data-table/columns.ts";
import { csvOf } from "../../ui/export/csv.ts";
import { formatBrl, formatNumber, NO_VALUE } from "../../ui/format.ts";
import { pivotPlaces, placeAdvice, sectorAdvice as placedAdvice } from "../maps/places.ts";
import { dayColumns } from "../report/management/management-columns.tsx";
import { wateringDraft } from "./actions/watering-fields.ts";
import { duration } from "./amounts.ts";
import { buildCards, type IrrigationCard } from "./board.ts";
import { centreOf } from "./card/centre.ts";
import { depletionNow, sectorAdvice, unitAdvice } from "./card/recommendation.ts";
import { runFacts } from "./card/sector-facts.ts";
import { measuredDepletion } from "./card/sensors.ts";
import { machinesToday } from "./today/machines-today.ts";
import { sentenceOf } from "./today/sentence.ts";
import { whyTerms } from "./why/why-terms.ts";

/** The answers of one client at one moment, as `walk-days.ts` writes them. */
interface Answers {
  clientId: string;
  own: Irrigameter;
  map: MapView;
  /** Text of the alert, by pivot. */
  alerts: Record<string, string>;
  /** Gross depth that Simular adds for the recommended one, by sector. */
  added: Record<string, number>;
}
interface Walk {
  days: { at: number; clients: Answers[] }[];
  /** An evening, and hours of its night before the next decision. */
  night: { at: number; clients: Answers[] }[];
  reports: { clientId: string; sections: ManagementReport["sectors"]; mailed: string }[];
}

const PROGRAM = join(import.meta.dirname, "../../../../reference/demo/testing/walk-days.ts");

describe("every sector of the demo farm, on several days", () => {
  let walk: Walk;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "one-truth-"));
    const file = join(folder, "walk.json");
    await promisify(execFile)(process.execPath, [PROGRAM, file]);
    walk = JSON.parse(await readFile(file, "utf8"));
  }, 400_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Each answer with its moment. */
  const evenings = () => walk.days.flatMap(({ at, clients }) => clients.map((answers) => ({ at, ...answers })));

  it("asks for water in one pass and in several, today and later", () => {
    const runs = evenings().flatMap(({ own }) => own.sectors.flatMap(runOf));
    expect(runs.length).toBeGreaterThan(10);
    expect(Math.max(...runs.map(({ passes }) => passes))).toBeGreaterThan(1);
    expect(runs.filter(({ costBrl }) => costBrl !== null).length).toBeGreaterThan(10);
  });

  it("has the same run on card, circle, map, Por quê, Irriguei and Simular", () => {
    for (const { at, own, map, added } of evenings()) {
      expect(map.plans).toEqual(own.plans);
      for (const { unit, card, run, today } of asking(own, at)) {
        const what = `${card.sector._id} ${today}`;
        const advice = sectorAdvice(unit, card);
        const [place, sector] = placeOf(map, card);
        expect(placedAdvice(place, sector), what).toEqual(advice);
        expect(sector.recommendation, what).toEqual(card.recommendation);
        const isRunning = advice.action === "running";
        if (!isRunning) {
          expect(advice, what).toMatchObject({ action: "irrigate", run });
          expect(["irrigate", "stress"], what).toContain(card.status);
          expect(centreText(circleOf(unit, card, today)), what).toBe(runWords(run));
        }
        expectFacts(unit, card, run, today);
        expectWhy(card, run);
        expect(wateringDraft(unit, card, at).amount, what).toBe(formatNumber(run.depthPerPassMm ?? 0, 1));
        expect(added[card.sector._id], what).toBeCloseTo(run.grossMm ?? 0, 2);
      }
    }
  });

  it("has one truth from midnight to the next decision: the depletion of the card in Por quê, and the run of the evening", () => {
    const [first, ...nights] = walk.night;
    const evening = new Map(
      first?.clients.flatMap(({ own }) => own.sectors.map((card) => [card.sector._id, card] as const)),
    );
    let [explained, older, measured] = [0, 0, 0];
    for (const { at, clients } of nights)
      for (const { own, map, added } of clients)
        for (const unit of buildCards(own, TypeChart.pivot, "calculated"))
          for (const card of unit.sectors) {
            const { recommendation, drNowMm, balance } = card;
            const what = `${card.sector._id} ${new Date(at).toISOString()}`;
            const [place, sector] = placeOf(map, card);
            expect(sector.recommendation, what).toEqual(recommendation);
            expect(placedAdvice(place, sector), what).toEqual(sectorAdvice(unit, card));
            if (!recommendation || recommendation.blockedBy !== null || drNowMm === null) continue;
            const why = whyTerms(recommendation);
            expect(why.balance.at(-1)?.value, what).toBeCloseTo(drNowMm, 1);
            explained++;
            const today = farmDay(at, unit.farm.timezone);
            if (balance?.date && balance.date > (evening.get(card.sector._id)?.balance?.date ?? "")) measured++;
            const [run] = runOf(card);
            if (run === undefined) continue;
            expectFacts(unit, card, run, today);
            expectWhy(card, run);
            expect(wateringDraft(unit, card, at).amount, what).toBe(formatNumber(run.depthPerPassMm ?? 0, 1));
            expect(added[card.sector._id], what).toBeCloseTo(run.grossMm ?? 0, 2);
            if (recommendation.date === today) continue;
            older++;
            expect(recommendation.grossMm, what).toBe(evening.get(card.sector._id)?.recommendation?.grossMm);
            expect(why.depth[0]?.key, what).toBe("drDecided");
          }
    expect(Math.min(explained, older, measured)).toBeGreaterThan(3);
  });

  it("has one depletion by probe and one by balance in the question to check, in the comparison and in the difference", () => {
    let [compared, contradicted] = [0, 0];
    for (const { clients } of [...walk.days, ...walk.night])
      for (const card of clients.flatMap(({ own }) => own.sectors)) {
        const [measured, calculated] = [measuredDepletion(card), depletionNow(card)];
        if (measured === null || calculated === null || card.differenceMm === null) continue;
        compared++;
        expect(Math.abs(measured - calculated - card.differenceMm), card.sector._id).toBeLessThan(0.11);
        const contradiction = card.recommendation?.contradiction;
        if (contradiction?.by !== "probe") continue;
        contradicted++;
        expect(measured, card.sector._id).toBe(contradiction.measuredMm);
        expect(contradiction.balanceMm, card.sector._id).toBeCloseTo(calculated, 1);
      }
    expect(Math.min(compared, contradicted)).toBeGreaterThan(3);
  });

  it("says the same of every sector on card and map, and of a wait its date, on Hoje too", () => {
    const said = new Set<string>();
    for (const { at, own, map } of evenings()) {
      for (const unit of buildCards(own, TypeChart.pivot, "calculated"))
        for (const card of unit.sectors) {
          const advice = sectorAdvice(unit, card);
          const [place, sector] = placeOf(map, card);
          expect(sector.recommendation, card.sector._id).toEqual(card.recommendation);
          expect(placedAdvice(place, sector), card.sector._id).toEqual(advice);
          said.add(advice.action);
          if (advice.action !== "wait") continue;
          expect(advice.until ?? "", card.sector._id).toMatch(/^\d{4}-/);
          expect(advice.otherwiseMm ?? 0, card.sector._id).toBeGreaterThan(0);
        }
      for (const machine of machinesToday(own, null)) {
        const { unit, advice, stage } = machine;
        if (stage !== "wait") continue;
        const place = { timeZone: unit.farm.timezone, today: farmDay(at, unit.farm.timezone) };
        const sentence = sentenceOf(machine, { today: place.today, now: at, pivot: () => "" });
        expect([sentence.what, ...sentence.when].join("; "), unit.pivot._id).toBe(adviceLine(advice, place));
      }
    }
    expect([...said]).toEqual(expect.arrayContaining(["irrigate", "wait", "none"]));
  });

  it("has no status that asks for water over a refusal without a rule and a day", () => {
    const answers = new Set<string>();
    for (const { at, clients } of [...walk.days, ...walk.night])
      for (const { own } of clients)
        for (const unit of buildCards(own, TypeChart.pivot, "calculated"))
          for (const card of unit.sectors) {
            const { recommendation, status } = card;
            if (recommendation === null) continue;
            const { action, rule, waitUntil, otherwiseMm } = recommendation;
            const what = `${card.sector._id} ${new Date(at).toISOString()}: ${status}, ${action}, ${rule}`;
            answers.add(action);
            expect(rule, what).toBeDefined();
            if (action === "wait" || action === "none") {
              expect(waitUntil ?? "", what).toMatch(/^\d{4}-/);
              expect(adviceReasons(adviceOf(recommendation)), what).not.toEqual([]);
            }
            if (action === "wait") expect(otherwiseMm, what).toBeGreaterThan(0);
            const isAsking = status === "irrigate" || status === "stress";
            if (isAsking && action === "none") expect(["enough", "fallow", "later"], what).not.toContain(rule);
            if (!isAsking && recommendation.date === farmDay(at, unit.farm.timezone))
              expect(action, what).not.toBe("irrigate");
          }
    expect([...answers]).toEqual(expect.arrayContaining(["irrigate", "wait", "none"]));
  });

  it("has the run of the machine in the plan, on Hoje, on card, circle and map", () => {
    for (const { at, own, map } of evenings()) {
      expectRunning(own, map);
      const today = (unit: IrrigationCard) => farmDay(at, unit.farm.timezone);
      for (const machine of machinesToday(own, null)) {
        const { unit, item, advice } = machine;
        const what = `${unit.pivot._id} ${today(unit)}`;
        expect(advice, what).toEqual(unitAdvice(unit));
        const [place] = placeOf(map, unit.mostUrgentSector);
        expect(placeAdvice(place), what).toEqual(advice);
        if (advice.action !== "irrigate" || item === null) continue;
        const run = plannedRun(item);
        const centre = centreText(centreOf(advice, (moment) => farmClock(moment, unit.farm.timezone, today(unit))));
        expect(centre, what).toBe(runWords(advice.run));
        expectPlanned(own, unit, run);
        const said = sentenceOf(machine, { today: today(unit), now: at, pivot: () => "" });
        if (run.percent !== null) expect(said.what, what).toContain(runWords(run));
        // A run that begins tomorrow has no part today.
        const isToday =
          advice.startAt === null || farmDay(Date.parse(advice.startAt), unit.farm.timezone) === today(unit);
        for (const brl of [isToday ? run.costTodayBrl : null, run.costBrl])
          if (brl !== null) expect(said.money, what).toContain(formatBrl(brl));
      }
      expectLeftOut(own);
    }
  });

  it("has the figures of the card in the text of the alert", () => {
    for (const { at, own, alerts } of evenings()) {
      const byPivot = Map.groupBy(asking(own, at), ({ card }) => card.sector.pivotId);
      expect(Object.keys(alerts).sort()).toEqual([...byPivot.keys()].sort());
      for (const [pivotId, cards] of byPivot) {
        const item = own.plans.flatMap(({ items }) => items).find((one) => one.pivotId === pivotId);
        const run = item ? plannedRun(item) : machineRun(cards.map((one) => one.run));
        const text = alerts[pivotId] ?? "";
        if (run === null) throw new Error("a run");
        expect(text.includes("regando"), pivotId).toBe(item?.underWay === true);
        expect(text, pivotId).toContain(runWords(run));
        expect(text, pivotId).toContain(duration(run.hours));
        expect(text, pivotId).toContain(formatBrl(run.costBrl));
        expect(text.includes("não cabe hoje"), pivotId).toBe(run.hoursToday === 0);
        const [first] = cards;
        const startAt = item?.startAt ?? null;
        const isLater =
          startAt !== null && farmDay(Date.parse(startAt), first?.unit.farm.timezone ?? "") > (first?.today ?? "");
        expect(text.includes("a partir de amanhã"), pivotId).toBe(isLater && run.hoursToday !== 0);
        if (run.hoursToday && !isLater) expect(text, pivotId).toContain(duration(run.hoursToday));
        if (run.costTodayBrl && !isLater) expect(text, pivotId).toContain(formatBrl(run.costTodayBrl));
      }
    }
  });

  it("has the same in the report of the day, in its CSV and in the one that is mailed", () => {
    let [compared, priced] = [0, 0];
    for (const { at, clientId, own: view } of evenings()) {
      const report = walk.reports.find((one) => one.clientId === clientId);
      for (const { unit, card, run, today } of asking(view, at)) {
        const hasDay = ({ rows }: ManagementReport["sectors"][number]) => rows.some(({ date }) => date === today);
        const own = report?.sections.filter(({ sectorId }) => sectorId === card.sector._id);
        const section = own?.find(hasDay);
        const row = section?.rows.find(({ date }) => date === today);
        // A watered day reports its own run.
        if (!report || !section || !row || row.irrGross > 0) continue;
        compared++;
        priced += run.costBrl === null ? 0 : 1;
        const what = `${card.sector._id} ${today}`;
        const { timezone } = unit.farm;
        const columns = dayColumns.filter(({ key }) => RUN_COLUMNS.includes(key));
        const expected = [
          ...[run.grossMm, run.passes, run.depthPerPassMm, run.percent].map((value, index) =>
            value === null ? "" : formatNumber(value, index % 2 === 0 ? 1 : 0),
          ),
          run.hoursRev === null ? "" : formatNumber(run.hoursRev, 1),
          ...[run.costBrl, run.costTodayBrl].map((brl) => (brl === null ? "" : formatBrl(brl).slice(3))),
        ];
        expect(
          columns.map((column) => cellText(column, row, timezone).replace(NO_VALUE, "")),
          what,
        ).toEqual(expected);
        const file = csvOf(exportOf("Balanço", columns, [row], timezone));
        const plain = expected.map((cell) => cell.replace(/\./g, ""));
        expect(file.trimEnd().split("\r\n").at(-1), what).toBe(plain.join(";"));
        expectMailed(report.mailed, section, today, plain);
      }
    }
    expect(compared).toBeGreaterThan(3);
    expect(priced).toBeGreaterThan(3);
  });
});

const RUN_COLUMNS = ["recommended", "passes", "depthPerPass", "percent", "revolution", "cost", "costToday"];

const runOf = ({ recommendation }: Pick<SectorCard, "recommendation">): RunFigures[] => {
  const run = recommendedRun(recommendation);
  return run === null ? [] : [run];
};

/** The sectors that ask for water, with their machine. */
function asking(own: Irrigameter, at: number) {
  return buildCards(own, TypeChart.pivot, "calculated").flatMap((unit) =>
    unit.sectors.flatMap((card) =>
      runOf(card).map((run) => ({ unit, card, run, today: farmDay(at, unit.farm.timezone) })),
    ),
  );
}

/** What the circle says while the sector is selected. */
function circleOf(unit: IrrigationCard, card: SectorCard, today: string) {
  return centreOf(sectorAdvice(unit, card), (moment) => farmClock(moment, unit.farm.timezone, today));
}

function placeOf(map: MapView, { sector }: SectorCard) {
  const place = pivotPlaces(map, "calculated").find(({ pivot }) => pivot._id === sector.pivotId);
  const placed = place?.sectors.find((one) => one.sector._id === sector._id);
  if (!place || !placed) throw new Error(`${sector._id} is not on the map`);
  return [place, placed] as const;
}

function expectFacts(unit: IrrigationCard, card: SectorCard, run: RunFigures, today: string): void {
  const facts = Object.fromEntries(runFacts(unit, card, today).map(({ label, value }) => [label, value]));
  const what = `${card.sector._id} ${today}`;
  expect(facts.LB, what).toBe(`${formatNumber(run.grossMm ?? 0, 1)} mm`);
  expect(facts.Percentímetro, what).toBe(run.percent === null ? NO_VALUE : `${run.percent} %`);
  expect(facts["Custo de tudo"], what).toBe(formatBrl(run.costBrl));
  if (run.passes > 1) expect(facts.Voltas, what).toBe(`${run.passes} × ${formatNumber(run.depthPerPassMm ?? 0, 1)} mm`);
  if (run.costTodayBrl !== null) expect(facts["Custo de hoje"], what).toBe(formatBrl(run.costTodayBrl));
}

/** Por quê gives the figures of the run, and the reasons of the API agree with them. */
function expectWhy({ sector, recommendation }: SectorCard, run: RunFigures): void {
  if (recommendation === null) return;
  const why = whyTerms(recommendation);
  const shown = Object.fromEntries([...why.depth, ...why.run, ...why.money].map(({ key, value }) => [key, value]));
  const figures = {
    gross: run.grossMm,
    passes: run.passes,
    depthPerPass: run.depthPerPassMm,
    hoursRev: run.hoursRev,
    ...(run.percent !== null && { percent: run.percent }),
    ...(run.costBrl !== null && { cost: run.costBrl }),
    ...(run.costTodayBrl !== null && { costToday: run.costTodayBrl }),
  };
  expect(shown, sector._id).toMatchObject(figures);
  const stated = (key: string) => recommendation.reasons.find((reason) => reason.key === key)?.value ?? null;
  expect(stated("gross"), sector._id).toBeCloseTo(run.grossMm ?? 0, 2);
  expect(stated("passes"), sector._id).toBe(run.passes);
  expect(stated("depthPerPass"), sector._id).toBeCloseTo(run.depthPerPassMm ?? 0, 2);
  expect(stated("percent"), sector._id).toBe(run.percent);
  expect(stated("hoursRev"), sector._id).toBeCloseTo(run.hoursRev ?? 0, 3);
  expect((run.passes * (run.depthPerPassMm ?? 0)) / (run.grossMm ?? 1), sector._id).toBeCloseTo(1, 2);
}

/** The map shows water where the plan has a run in progress. */
function expectRunning({ plans, sectors }: Irrigameter, { pivots }: MapView): void {
  const runs = plans.flatMap(({ items }) => items).filter(({ underWay }) => underWay);
  const watered = pivots.filter(
    ({ _id, status }) => status?.running && status.wet && sectors.some(({ sector }) => sector.pivotId === _id),
  );
  expect(runs.map(({ pivotId }) => pivotId).sort()).toEqual(watered.map(({ _id }) => _id).sort());
}

/** The sectors of a run add up to the run of the plan. */
function expectPlanned({ sectors }: Irrigameter, { planned, pivot }: IrrigationCard, run: RunFigures): void {
  const runs = sectors.filter(({ sector }) => planned?.sectorIds.includes(sector._id)).flatMap(runOf);
  const together = machineRun(runs);
  if (together === null) throw new Error(`${pivot._id} waters no sector`);
  expect(together.passes, pivot._id).toBe(run.passes);
  if (run.percent !== null)
    expect(together, pivot._id).toMatchObject({ percent: run.percent, depthPerPassMm: run.depthPerPassMm });
  expect(together.hours, pivot._id).toBeCloseTo(run.hours ?? 0, 1);
  expect(together.hoursToday, pivot._id).toBeCloseTo(run.hoursToday ?? 0, 1);
  expect(Math.abs((together.costBrl ?? 0) - (run.costBrl ?? 0)), pivot._id).toBeLessThan(0.05);
  expect(Math.abs((together.costTodayBrl ?? 0) - (run.costTodayBrl ?? 0)), pivot._id).toBeLessThan(0.05);
}

/** A run that begins on a later day costs what its cards say. */
function expectLeftOut({ plans, sectors }: Irrigameter): void {
  for (const { pivotId, totalCostBrl } of plans.flatMap(({ unplaced }) => unplaced)) {
    if (totalCostBrl == null) continue;
    const runs = sectors.filter(({ sector }) => sector.pivotId === pivotId).flatMap(runOf);
    const sum = runs.reduce((total, { costBrl }) => total + (costBrl ?? 0), 0);
    expect(Math.abs(sum - totalCostBrl), pivotId).toBeLessThan(0.05);
    expect(runs.every(({ costTodayBrl }) => costTodayBrl === 0)).toBe(true);
  }
}

/** The line of the sector's day in the mailed file has the same cells, in the same order. */
function expectMailed(
  file: string,
  { farmName, pivotName, sectorName }: ManagementReport["sectors"][number],
  date: string,
  cells: readonly string[],
): void {
  const day = date.split("-").reverse().join("/");
  const begin = [farmName, pivotName, sectorName].join(";");
  const line = file.split("\r\n").find((one) => one.startsWith(begin) && one.includes(`;${day};`));
  // A spreadsheet writes 12 for 12,0.
  expect(line, `${begin} ${day}`).toContain(`;${cells.map((cell) => cell.replace(/,0$/, "")).join(";")};`);
}
