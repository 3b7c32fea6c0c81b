import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { farmDay } from "@lamina/shared/core/farm-time";
import { wordsOfReason } from "@lamina/shared/reasons/text";
import { type Client, TypeChart } from "@lamina/shared/records/client";
import type { RunFigures } from "@lamina/shared/records/run-figures";
import type { Irrigameter, MapView, SectorCard } from "@lamina/shared/views/irrigameter";
import type { Decision, MachineDay } from "@lamina/shared/views/machine-day";
import type { ManagementReport } from "@lamina/shared/views/report";
import { cleanup } from "@testing-library/react";
import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { isLong } from "../../../../scripts/testing/long.ts";
import { adviceLine, adviceReasons, beginsLater, type FarmToday, leftOutWords } from "../../field/advice.ts";
import { centreText } from "../../field/diagrams/pivot-centre.tsx";
import { farmClock } from "../../field/farm-clock.ts";
import { dialWords, isOneSetting, runWords } from "../../field/run-words.ts";
import { startApiServer } from "../../testing/api-server.ts";
import { prepareScreens } from "../../testing/screen.tsx";
import { cellText, exportOf } from "../../ui/data-table/columns.ts";
import { csvOf } from "../../ui/export/csv.ts";
import type { ExportTable } from "../../ui/export/export-table.ts";
import { xlsxOf } from "../../ui/export/xlsx.ts";
import { formatBrl, formatNumber, NO_VALUE } from "../../ui/format.ts";
import { PivotCard } from "../maps/place-card.tsx";
import { pivotPlaces } from "../maps/places.ts";
import { Management } from "../report/management/management.tsx";
import { dayColumns } from "../report/management/management-columns.tsx";
import { wateringDraft } from "./actions/watering-fields.ts";
import { duration } from "./amounts.ts";
import { buildCards, type IrrigationCard } from "./board.ts";
import { centreOf } from "./card/centre.ts";
import { depletionNow, sectorDay } from "./card/recommendation.ts";
import { runFacts } from "./card/sector-facts.ts";
import { measuredDepletion } from "./card/sensors.ts";
import { Component as BoardPage } from "./page.tsx";
import { Component as PivotPage } from "./pivot/page.tsx";
import {
  alertsOfMail,
  expectConsumptionTotals,
  expectManagementTotals,
  type MailedText,
  mailMoment,
} from "./testing/mailed.ts";
import { userAnswers } from "./testing/user-answers.ts";
import { machinesToday, todaysLists } from "./today/machines-today.ts";
import { sentenceOf } from "./today/sentence.ts";
import { whyTerms } from "./why/why-terms.ts";

vi.mock("../../core/clients/use-clients.ts", () => {
  const selected = { _id: "c1", id: "1", name: "Santa Clara", typeChart: 1 } as Client;
  return { useSelectedClient: () => selected, useClients: () => ({ clients: [selected], selected }) };
});
// jsdom has no canvas. The charts have tests of their own.
vi.mock("./detail/balance-chart.tsx", () => ({ BalanceChart: () => null }));
vi.mock("../../ui/chart/time-chart.tsx", () => ({ TimeChart: () => null }));

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
  /** Texts of the daily mails of alerts. */
  mailed: string[];
  reports: {
    clientId: string;
    sections: ManagementReport["sectors"];
    management: MailedText;
    consumption: MailedText;
  }[];
}

const PROGRAM = join(import.meta.dirname, "../../../../reference/demo/testing/walk-days.ts");

const show = prepareScreens(0);

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

  it("asks for water in one pass and in several, today and later, waits and gives none", () => {
    const days = evenings().flatMap(({ own }) => own.machines);
    const runs = days.flatMap(({ sectors }) => sectors.flatMap(({ run }) => run ?? []));
    expect(runs.length).toBeGreaterThan(10);
    expect(Math.max(...runs.map(({ passes }) => passes))).toBeGreaterThan(1);
    expect(runs.filter(({ costBrl }) => costBrl !== null).length).toBeGreaterThan(10);
    const kinds = new Set(days.flatMap(({ sectors }) => sectors.map(({ decision }) => decision.kind)));
    expect([...kinds]).toEqual(expect.arrayContaining(["run", "wait", "none"]));
  });

  it("says the machine's day on Hoje, circle, map, plan and alert", () => {
    for (const { at, own, map, alerts } of evenings()) {
      expect(map.machines).toEqual(own.machines);
      expect(map.plans).toEqual(own.plans);
      expectRunning(own, map);
      const told = own.machines.filter(({ sectors }) => sectors.some(({ run }) => run !== null));
      expect(Object.keys(alerts).sort()).toEqual(told.map(({ pivotId }) => pivotId).sort());
      for (const machine of machinesToday(own, null)) {
        const { unit, stage } = machine;
        const { day, farm } = unit;
        const { decision } = day;
        const place = { timeZone: farm.timezone, today: farmDay(at, farm.timezone) };
        const what = `${day.pivotId} ${place.today}`;
        const said = sentenceOf(machine, { today: place.today, now: at, pivot: () => "" });
        if (decision.kind === "wait") {
          expect(decision.until ?? "", what).toMatch(/^\d{4}-/);
          expect(decision.otherwiseMm ?? 0, what).toBeGreaterThan(0);
          if (stage === "wait") expect([said.what, ...said.when].join("; "), what).toBe(adviceLine(decision, place));
        }
        if (decision.kind !== "run") continue;
        const { run, isUnderWay, isLeftOut } = decision;
        if (!isUnderWay) {
          expect(circleOf(decision, unit, place.today), what).toBe(runWords(run));
          expect(adviceLine(decision, place), what).toContain(runWords(run));
          expect(said.what, what).toContain(isOneSetting(decision) ? runWords(run) : dialWords(decision, day.sectors));
        }
        for (const brl of [isLeftOut ? null : run.costTodayBrl, run.costBrl])
          if (brl !== null) expect(said.money, what).toContain(formatBrl(brl));
        expectAlert(alerts[day.pivotId], day, place);
        expectSectors(unit);
      }
      expectLeftOut(own);
    }
  });

  it("numbers what is to do on the map as Hoje does", () => {
    const numbered = evenings().map(({ own, map }) => {
      const today = todaysLists(machinesToday(own, null)).orders.map(({ unit }) => unit.pivot._id);
      const places = pivotPlaces(map, "calculated").filter(({ order }) => order !== null);
      for (const { order, pivot } of places) expect(today[(order ?? 0) - 1]).toBe(pivot._id);
      return places.length;
    });
    expect(Math.max(...numbered)).toBeGreaterThan(1);
  });

  it("says the machine's day of each alert's moment in the daily mail", () => {
    const lines = walk.mailed.flatMap(alertsOfMail);
    let said = 0;
    for (const { at, clients } of [...walk.days, ...walk.night])
      for (const { own } of clients)
        for (const day of own.machines)
          for (const line of lines.filter(
            ({ pivotId, moment }) => pivotId === day.pivotId && moment === mailMoment(at),
          )) {
            said++;
            expect(day.decision.kind, line.text).toBe("run");
            const timeZone = own.farms.find(({ _id }) => _id === day.farmId)?.timezone ?? "";
            expectAlert(line.text, day, { timeZone, today: farmDay(at, timeZone) });
          }
    expect(said).toBeGreaterThan(3);
  });

  it("mails totals of reports that equal the parts in the files of the mails", () => {
    for (const { sections, management, consumption } of walk.reports) {
      expectManagementTotals(management, sections);
      expectConsumptionTotals(consumption);
    }
  });

  it("says of each sector its own run on card, circle, Por quê, Irriguei and Simular", () => {
    for (const { at, own, added } of evenings())
      for (const { unit, card, sector, run, today } of asking(own, at)) {
        const what = `${card.sector._id} ${today}`;
        const { decision } = sector;
        if (decision.kind !== "run" || !decision.isUnderWay) {
          expect(decision, what).toMatchObject({ kind: "run", run });
          expect(["irrigate", "stress"], what).toContain(card.status);
          expect(circleOf(decision, unit, today), what).toBe(runWords(run));
        }
        expectFacts(unit, card, run, today);
        expectWhy(card, run);
        expect(wateringDraft(unit, card, at).amount, what).toBe(formatNumber(run.depthPerPassMm ?? 0, 1));
        expect(added[card.sector._id], what).toBeCloseTo(run.grossMm ?? 0, 2);
      }
  });

  it("has parts that add up to the totals: money and water of today, and lost yield", () => {
    for (const { own } of evenings())
      for (const plan of own.plans) {
        const days = own.machines.filter(({ farmId }) => farmId === plan.farmId);
        const sum = (of: (day: MachineDay) => number | null) => days.reduce((total, day) => total + (of(day) ?? 0), 0);
        const ofPlan = (day: MachineDay) => plan.items.some(({ pivotId }) => pivotId === day.pivotId);
        expect(sum(({ water }) => water.todayM3)).toBeCloseTo(plan.totals.volumeM3, 0);
        if (plan.totals.costBrl !== null)
          expect(Math.abs(sum((day) => (ofPlan(day) ? day.money.todayBrl : 0)) - plan.totals.costBrl)).toBeLessThan(
            0.1,
          );
        expect(Math.abs(sum(({ money }) => money.lossBrl) - (plan.parts?.lossBrl ?? 0)), plan.farmId).toBeLessThan(1);
      }
  });

  it("writes the machine's day on board, Hoje, plan, operator's home, pivot's page with a dialog, and map", {
    timeout: 600_000,
  }, async () => {
    let [written, summed, asked] = [0, 0, 0];
    for (const { at, own, map } of evenings()) {
      const board = await textsOf(own, at, MANAGER, "/irrigameter/calculated-pivot?ordem=name");
      const plan = await textsOf(own, at, MANAGER, "/irrigameter/calculated-pivot?plano");
      const operator = await textsOf(own, at, OPERATOR, "/irrigameter/calculated-pivot");
      for (const unit of buildCards(own, TypeChart.pivot, "calculated")) {
        const { day, farm } = unit;
        const place = { timeZone: farm.timezone, today: farmDay(at, farm.timezone) };
        const what = `${day.pivotId} ${place.today}`;
        const advice = partsOf(day, place);
        if (advice === null) continue;
        written++;
        const onBoard = [...board.articles, ...board.items].filter((words) => words.includes(unit.name));
        for (const part of advice) expect.soft(onBoard.join("\n"), `board: ${what}`).toContain(part);
        const onMap = mapText(map, day.pivotId, at);
        expect.soft(onMap, `map: ${what}`).toContain(plain(adviceLine(day.decision, place)));
        if (day.decision.kind === "run" && !day.decision.isLeftOut) {
          const inPlan = plan.items.find((words) => words.startsWith(unit.name) && words.includes(" m³ · "));
          expect.soft(inPlan, `plan: ${what}`).toContain(plain(runWords(day.decision.run)));
          expect.soft(inPlan, `plan: ${what}`).toContain(plain(formatBrl(day.money.todayBrl)));
          expect.soft(operator.items.concat(operator.articles).join("\n"), `operator: ${what}`).toContain(unit.name);
        }
        // Each page takes a second: in the short run those of the runs.
        if (!isLong && day.decision.kind !== "run") continue;
        // One dialog of the page in turn, because each costs a page.
        const card = unit.sectors.find(({ sector }) => sectorDay(unit, sector._id)?.run);
        const dialog = card && DIALOGS[asked++ % DIALOGS.length];
        const address = `/irrigameter/pivo/${day.pivotId}`;
        const page = dialog
          ? await textsOf(own, at, MANAGER, `${address}?acao=${dialog}&alvo=${card.sector._id}`)
          : await textsOf(own, at, MANAGER, address);
        if (dialog) expectDialog(page.dialog, dialog, sectorDay(unit, card.sector._id)?.run, `${dialog}: ${what}`);
        for (const part of advice) expect.soft(page.all, `page: ${what}`).toContain(part);
      }
      for (const lines of plan.sections) {
        if (lines.filter(isTotal).length !== 1) continue;
        expectSums(lines);
        summed++;
      }
    }
    expect(Math.min(written, summed)).toBeGreaterThan(1);
    expect(asked).toBeGreaterThanOrEqual(DIALOGS.length);
  });

  it("has one truth from midnight to the next decision: the depletion of the card in Por quê, and the run of the evening", () => {
    const [first, ...nights] = walk.night;
    const evening = new Map(
      first?.clients.flatMap(({ own }) => own.sectors.map((card) => [card.sector._id, card] as const)),
    );
    let [explained, older, measured] = [0, 0, 0];
    for (const { at, clients } of nights)
      for (const { own, map, added } of clients) {
        expect(map.machines).toEqual(own.machines);
        for (const unit of buildCards(own, TypeChart.pivot, "calculated"))
          for (const card of unit.sectors) {
            const { recommendation, drNowMm, balance } = card;
            const what = `${card.sector._id} ${new Date(at).toISOString()}`;
            if (!recommendation || recommendation.blockedBy !== null || drNowMm === null) continue;
            const why = whyTerms(recommendation, sectorDay(unit, card.sector._id)?.run ?? null);
            expect(why.balance.at(-1)?.value, what).toBeCloseTo(drNowMm, 1);
            explained++;
            const today = farmDay(at, unit.farm.timezone);
            if (balance?.date && balance.date > (evening.get(card.sector._id)?.balance?.date ?? "")) measured++;
            const run = sectorDay(unit, card.sector._id)?.run;
            if (!run) continue;
            expectFacts(unit, card, run, today);
            expectWhy(card, run);
            expect(wateringDraft(unit, card, at).amount, what).toBe(formatNumber(run.depthPerPassMm ?? 0, 1));
            expect(added[card.sector._id], what).toBeCloseTo(run.grossMm ?? 0, 2);
            if (recommendation.date === today) continue;
            older++;
            expect(recommendation.grossMm, what).toBe(evening.get(card.sector._id)?.recommendation?.grossMm);
            expect(why.depth[0]?.key, what).toBe("drDecided");
          }
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

  it("gives a rule and a day for each refusal under a status that needs water", () => {
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
              const decision = sectorDay(unit, card.sector._id)?.decision;
              if (decision?.kind !== "run") expect(decision && adviceReasons(decision), what).not.toEqual([]);
            }
            if (action === "wait") expect(otherwiseMm, what).toBeGreaterThan(0);
            const isAsking = status === "irrigate" || status === "stress";
            if (isAsking && action === "none") expect(["enough", "fallow", "later"], what).not.toContain(rule);
            if (!isAsking && recommendation.date === farmDay(at, unit.farm.timezone))
              expect(action, what).not.toBe("irrigate");
          }
    expect([...answers]).toEqual(expect.arrayContaining(["irrigate", "wait", "none"]));
  });

  it("has the same in the report of the day, on paper, in its spreadsheet, in its CSV and in the one that is mailed", async () => {
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
        const exported = exportOf("Balanço", columns, [row], timezone);
        expect(await sheetWords(exported), what).toEqual(expected);
        // One page shows how a section's days are drawn.
        if (compared === 1) await expectOnPage(section, today, expected.slice(0, -1), at);
        const file = csvOf(exported);
        const plain = expected.map((cell) => cell.replace(/\./g, ""));
        expect(file.trimEnd().split("\r\n").at(-1), what).toBe(plain.join(";"));
        expectMailed(report.management.file, section, today, plain);
      }
    }
    expect(compared).toBeGreaterThan(3);
    expect(priced).toBeGreaterThan(3);
  });
});

const RUN_COLUMNS = ["recommended", "passes", "depthPerPass", "percent", "revolution", "cost", "costToday"];

/** The sectors that ask for water, with their machine. */
function asking(own: Irrigameter, at: number) {
  return buildCards(own, TypeChart.pivot, "calculated").flatMap((unit) =>
    unit.sectors.flatMap((card) => {
      const sector = sectorDay(unit, card.sector._id);
      return sector?.run ? [{ unit, card, sector, run: sector.run, today: farmDay(at, unit.farm.timezone) }] : [];
    }),
  );
}

/** The words of the circle for a decision. */
function circleOf(decision: Decision, { farm }: IrrigationCard, today: string) {
  return centreText(centreOf(decision, (moment) => farmClock(moment, farm.timezone, today)));
}

/** The alert has the figures of the machine's run. */
function expectAlert(text: string | undefined, { pivotId, decision, reasons }: MachineDay, place: FarmToday): void {
  if (decision.kind !== "run" || text === undefined) return;
  const { run, isUnderWay, isLeftOut, startAt } = decision;
  const isLater = !isLeftOut && beginsLater(startAt, place);
  expect(text.includes("regando"), pivotId).toBe(isUnderWay);
  expect(text.includes(leftOutWords(decision).toLowerCase()), pivotId).toBe(isLeftOut);
  expect(text.includes("a partir de amanhã"), pivotId).toBe(isLater);
  for (const words of [runWords(run), duration(run.hours), formatBrl(run.costBrl)])
    expect(text, pivotId).toContain(words);
  const limit = reasons.map(({ key }) => wordsOfReason(key).alert).find(Boolean);
  if (isLeftOut && limit) expect(text, pivotId).toContain(`precisa de água, ${limit}`);
  if (isLeftOut || isLater) return;
  if (run.hoursToday) expect(text, pivotId).toContain(duration(run.hoursToday));
  if (run.costTodayBrl) expect(text, pivotId).toContain(formatBrl(run.costTodayBrl));
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
  const why = whyTerms(recommendation, run);
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

/** The sectors of a run of the plan add up to the run of the machine. */
function expectSectors({ day, planned }: IrrigationCard): void {
  const { decision } = day;
  if (decision.kind !== "run" || decision.isUnderWay || planned === null) return;
  const runs = day.sectors.flatMap(({ sectorId, run }) => (run && planned.sectorIds.includes(sectorId) ? run : []));
  expect(runs.length, day.pivotId).toBe(planned.sectorIds.length);
  const sum = (key: "hours" | "hoursToday" | "costBrl" | "costTodayBrl") =>
    runs.reduce((total, run) => total + (run[key] ?? 0), 0);
  for (const key of ["hours", "hoursToday"] as const)
    expect(sum(key), day.pivotId).toBeCloseTo(decision.run[key] ?? 0, 1);
  for (const key of ["costBrl", "costTodayBrl"] as const)
    expect(Math.abs(sum(key) - (decision.run[key] ?? 0)), day.pivotId).toBeLessThan(0.05);
}

/** The cost of a run that begins on a later day equals that of its cards. */
function expectLeftOut({ plans, machines }: Irrigameter): void {
  for (const { pivotId, totalCostBrl } of plans.flatMap(({ unplaced }) => unplaced)) {
    if (totalCostBrl == null) continue;
    const day = machines.find((one) => one.pivotId === pivotId);
    const runs = day?.sectors.flatMap(({ run }) => run ?? []) ?? [];
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

/** The cells of a row in a spreadsheet, as its formats show them. */
async function sheetWords(table: ExportTable): Promise<string[]> {
  const { sheets } = await readXlsx(new Uint8Array(await (await xlsxOf(table)).arrayBuffer()));
  return (sheets[0]?.rows.at(-1) ?? []).map((cell, index) =>
    cell === null ? "" : formatNumber(Number(cell), table.columns[index]?.decimals ?? 0),
  );
}

/** The report shows the cells in the line of the day, on the screen and on paper. */
async function expectOnPage(
  section: ManagementReport["sectors"][number],
  date: string,
  cells: readonly string[],
  at: number,
): Promise<void> {
  const [from, to] = [section.rows[0], section.rows.at(-1)].map((row) => row?.date ?? date);
  await startApiServer({
    "GET /Report/IrrigationManager": () => ({ generatedAt: new Date(at), from, to, sectors: [section] }),
    "GET /Report/WaterConsumption": () => ({ generatedAt: new Date(at), year: 2026, rows: [], permits: [] }),
    "GET /User/Me": () => ({ _id: "u", name: "Ana", userName: "ana", groupName: "Gestor", permissions: MANAGER }),
  });
  show(<Management farms={[]} />, "/report/irrigationmanager", "/report/irrigationmanager", { at });
  const day = date.split("-").reverse().join("/");
  const line = async () => {
    const found = await vi.waitFor(() => expectOne("tr", day), { timeout: 30_000 });
    return [...found.children].map(({ textContent }) => plain(textContent ?? ""));
  };
  expect(await line()).toEqual(expect.arrayContaining(cells.map((cell) => cell || NO_VALUE)));
  window.dispatchEvent(new Event("beforeprint"));
  expect(await line()).toEqual(expect.arrayContaining(cells.map((cell) => cell || NO_VALUE)));
  window.dispatchEvent(new Event("afterprint"));
  cleanup();
}

/** The only element of a selector whose text begins so; much faster than by its role. */
function expectOne(selector: string, begin = ""): Element {
  const [found, ...others] = [...document.querySelectorAll(selector)].filter((one) =>
    one.textContent?.startsWith(begin),
  );
  if (found === undefined || others.length > 0) throw new Error(`not one ${selector} ${begin}`);
  return found;
}

const right = (name: string, canEdit: boolean) => ({
  screen: name,
  view: true,
  create: true,
  edit: canEdit,
  remove: canEdit,
});
const MANAGER = ["irrigameter", "watering", "balance", "farms"].map((name) => right(name, true));
const OPERATOR = ["irrigameter", "watering"].map((name) => right(name, false));

/** Text with plain spaces. */
const plain = (words: string) => words.replace(/\s+/g, " ").trim();

/** The texts of a page with a board at a moment: of its machines, of the items of its lists, and of all. */
async function textsOf(own: Irrigameter, at: number, permissions: readonly object[], address: string) {
  await startApiServer({
    "GET /Irrigameter/GetByClientID": () => own,
    ...userAnswers(permissions),
    "GET /Season/GetByClientID": () => [],
    "GET /SeasonBudget/GetOutlookByFarmID": () => [],
    "GET /PivotStatus/GetByPivotID": () => ({ items: [], next: null }),
    "GET /Notification/GetByClientID": () => ({ items: [], next: null }),
    "GET /Watering/GetPage": () => ({ items: [], next: null }),
    "GET /FieldNote/GetPage": () => ({ items: [], next: null }),
    "GET /Rain/GetPage": () => ({ items: [], next: null }),
    "POST /Irrigameter/Simulate": () => UNCHANGED,
    // The season of the chart, which is not drawn here.
    "GET /Irrigameter/GetSectorDetail": () => new Promise(() => {}),
  });
  const isPivot = address.includes("/pivo/");
  const page = isPivot ? <PivotPage /> : <BoardPage />;
  const { queryClient } = show(page, isPivot ? "/irrigameter/pivo/:pivotId" : "/irrigameter/:child", address, { at });
  await vi.waitFor(() => expect(document.querySelector("article, li, dl")).not.toBeNull(), { timeout: 30_000 });
  const dialog = await dialogText(address);
  const shown = document.createElement("body");
  shown.append(...[...document.body.children].map((part) => part.cloneNode(true)));
  for (const one of shown.querySelectorAll("dialog")) one.remove();
  const of = (selector: string) =>
    [...shown.querySelectorAll(selector)].map(({ textContent }) => plain(textContent ?? ""));
  const linesOf = (section: Element) => [...section.querySelectorAll("p")].map((line) => plain(line.textContent ?? ""));
  const texts = {
    articles: of("article"),
    items: of("li, tr"),
    sections: [...shown.querySelectorAll("section")].map(linesOf),
    all: plain(shown.textContent ?? ""),
    dialog,
  };
  cleanup();
  queryClient.clear();
  return texts;
}

/** The dialogs of a sector that give the figures of its run, by their names in the address. */
const DIALOGS = ["porque", "irriguei", "simular"] as const;
/** A simulation without days. */
const UNCHANGED = { withRain: [], withoutRain: [], rainProbPct: [], irrigateOn: null, irrigateOnWithoutRain: null };

/** The text and the fields of the dialog of an address; empty without one. */
async function dialogText(address: string): Promise<string> {
  if (!address.includes("acao=")) return "";
  const dialog = await vi.waitFor(
    () => {
      const found = document.querySelector("dialog[open]");
      expect(found?.querySelector("td, input")).toBeTruthy();
      if (address.includes("=simular")) expect(found?.querySelector("[aria-live]")?.textContent).not.toMatch(/…$/);
      return found;
    },
    { timeout: 30_000 },
  );
  const fields = [...(dialog?.querySelectorAll("input") ?? [])].map(({ value }) => value);
  return plain([dialog?.textContent ?? "", ...fields].join(" | "));
}

/** A dialog has the figures of the sector's run: all of them in Por quê, the setting in Simular, the depth in Irriguei. */
function expectDialog(
  words: string,
  dialog: (typeof DIALOGS)[number],
  run: RunFigures | null | undefined,
  what: string,
): void {
  if (!run) return;
  const depth = formatNumber(run.depthPerPassMm ?? 0, 1);
  const figures = {
    porque: [
      `${formatNumber(run.grossMm ?? 0, 1)} mm`,
      `${depth} mm`,
      ...[run.costBrl, run.costTodayBrl].flatMap((brl) => (brl === null ? [] : formatBrl(brl))),
      ...(run.percent === null ? [] : `${run.percent} %`),
    ],
    irriguei: [`| ${depth}`],
    simular: [runWords(run)],
  };
  for (const part of figures[dialog]) expect.soft(words, what).toContain(plain(part));
}

/** The text of a machine's card on the map. */
function mapText(map: MapView, pivotId: string, at: number): string {
  const place = pivotPlaces(map, "calculated").find(({ pivot }) => pivot._id === pivotId);
  if (place === undefined) return "";
  show(<PivotCard place={place} layer="calculated" ofDay={false} onClose={() => {}} />, "/maps", "/maps", { at });
  const words = plain(expectOne("article").textContent ?? "");
  cleanup();
  return words;
}

/** The setting of a run in words, or the day, rain and depth of a wait; null without either. */
function partsOf({ decision, sectors }: MachineDay, place: FarmToday): string[] | null {
  if (decision.kind === "wait") return plain(adviceLine(decision, place)).split("; ");
  if (decision.kind !== "run" || decision.isUnderWay) return null;
  return [plain((isOneSetting(decision) ? null : dialWords(decision, sectors)) ?? runWords(decision.run))];
}

const isTotal = (line: string) => line.startsWith("Total ");

/** The totals of a plan's lines equal the sums of its runs as they are written. */
function expectSums(lines: readonly string[]): void {
  const amounts = (line: string) =>
    /([\d.]+) m³ · (?:\S+ h(?: \d+)? · )?(?:([\d.]+) kWh|–) · (?:R\$ ([\d.]+)|–)$/
      .exec(line)
      ?.slice(1)
      .map((digits = "0") => Number(digits.replaceAll(".", "")));
  const total = lines.filter(isTotal).flatMap((line) => amounts(line) ?? []);
  const runs = lines.filter((line) => !isTotal(line)).flatMap((line) => [amounts(line) ?? []]);
  const sums = total.map((_, place) => runs.reduce((sum, run) => sum + (run[place] ?? 0), 0));
  expect(total.length, lines.join("\n")).toBe(3);
  expect(sums, lines.join("\n")).toEqual(total);
}
