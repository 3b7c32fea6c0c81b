import { DAY_MS, HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import type { Client } from "@lamina/shared/records/client";
import type { DayDecision, DayPlan, PlanItem } from "@lamina/shared/records/day-plan";
import { Irrigameter } from "@lamina/shared/views/irrigameter";
import { expect, inject } from "vitest";
import { steerAnswers } from "../browser/answers.ts";
import { JOURNEY_SIZES } from "../browser/visitor.ts";
import { journey } from "../journey.ts";
import { openSession } from "../product/session.ts";
import { enter } from "../screens.ts";

const { url } = inject("product");
const STEP_MS = 30 * MINUTE_MS;

journey.for(JOURNEY_SIZES)(
  "a run is dragged to another hour on the $size, with its cost, and kept",
  async (size, { visit }) => {
    const session = await openSession(url, "ana");
    const clients = await session.get<Client[]>("/Client/GetAll");
    const client = clients.find(({ typeChart }) => typeChart === 1);
    const view = Irrigameter.parse(await session.get(`/Irrigameter/GetByClientID?ID=${client?._id}`));
    const [plan] = view.plans;
    const machine = view.pivots.find(({ farmId }) => farmId === plan?.farmId);
    if (!plan || !machine) throw new Error("the demo has a plan");
    // Whether a run of the demo has begun depends on the hour of the day.
    const begin = Math.ceil((Date.now() + 4 * HOUR_MS) / STEP_MS) * STEP_MS;
    const run: PlanItem = {
      pivotId: machine._id,
      sectorIds: view.sectors.flatMap(({ sector }) => (sector.pivotId === machine._id ? [sector._id] : [])),
      startAt: new Date(begin).toISOString(),
      endAt: new Date(begin + 5 * HOUR_MS).toISOString(),
      ...{ grossMm: 9, percent: 40, volumeM3: 900, energyKwh: 300, costBrl: 200, hoursToCritical: null, reasons: [] },
    };
    const dayPlan = {
      ...{ ...plan, items: [run], unplaced: [], decision: null, costBrl: 1000 },
      ...{ from: new Date(begin - 4 * HOUR_MS).toISOString(), to: new Date(begin + DAY_MS).toISOString() },
    };

    const visitor = await visit(url, size);
    const { page } = visitor;
    const answers = await steerAnswers(page, ["Irrigameter/"]);
    await answers.give({ "Irrigameter/": { ...view, plans: [dayPlan] } });
    const decided: DayDecision[] = [];
    await page.route("**/api/DayPlan/*", (route) => {
      const decision = route.request().postDataJSON() as DayDecision;
      const isKept = route.request().url().endsWith("/Decide");
      if (isKept) decided.push(decision);
      const items = decision.choices.map(({ startAt = run.startAt }) => ({ ...run, startAt }));
      return route.fulfill({ json: isKept ? { matchedCount: 1 } : ({ ...dayPlan, items, costBrl: 1085 } as DayPlan) });
    });
    await enter(visitor, "ana");
    const start = page.getByRole("slider", { name: `Início de ${machine.name}` });
    await start.scrollIntoViewIfNeeded();
    const before = await start.getAttribute("aria-valuetext");
    const box = await start.boundingBox();
    if (!box) throw new Error("the run is not drawn");
    const [x, y] = [box.x + 10, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y, { steps: 5 });
    await page.mouse.up();
    const result = page.getByRole("status").filter({ hasText: "Com esta mudança" });
    await result.getByText(/R\$\s85 a mais/).waitFor();
    expect(await start.getAttribute("aria-valuetext")).not.toBe(before);
    expect(decided).toEqual([]);
    await result.getByRole("button", { name: "Manter esta decisão" }).click();
    await page.getByText(/Decisão do dia guardada/).waitFor();
    const [choice] = decided[0]?.choices ?? [];
    const moved = Date.parse(choice?.startAt ?? "") - begin;
    expect(moved).toBeGreaterThan(0);
    expect(moved % STEP_MS).toBe(0);
  },
);
