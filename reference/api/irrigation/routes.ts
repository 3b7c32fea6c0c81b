import { depthAt } from "@lamina/agronomy/machine/pivot";
import { entities } from "@lamina/shared/calls/entities";
import { views } from "@lamina/shared/calls/views";
import { farmDay } from "@lamina/shared/core/farm-time";
import { DETECTION_ANSWERS, type DetectionResolve } from "@lamina/shared/records/irrigation";
import { eq } from "drizzle-orm";
import type { Context } from "../core/context.ts";
import { requireSector, sectorsOf } from "../farms/caller.ts";
import { requireFarm } from "../farms/service.ts";
import { problems } from "../http/problem.ts";
import { requireRange } from "../http/ranges.ts";
import type { Router } from "../http/router.ts";
import { recordPage } from "../records/page.ts";
import { createRecords } from "../records/service.ts";
import { canopyObservations, fieldNotes, seasonBudgets, waterings } from "../schema/irrigation.ts";
import type { Telemetry } from "../telemetry/service.ts";
import { NO_PROJECTION } from "./decisions/state/projection.ts";
import { canopyDefinition, fieldNoteDefinition, wateringDefinition } from "./definitions.ts";
import { evidenceOf, sectorOfDetection } from "./detections/resolve.ts";
import type { Irrigation } from "./service.ts";
import { loadSectors } from "./sites/sectors.ts";
import { budgetOutlook } from "./water-use/budget-outlook.ts";
import { budgetsOf } from "./water-use/budget-prices.ts";
import { rowsOfRun } from "./waterings/rows-of-run.ts";

/** Answers that change a set-up need its right, too. */
const RIGHTS_OF_ANSWERS: Partial<Record<DetectionResolve["as"], Pick<typeof views.detectionResolve, "access">>> = {
  meter: entities.machineCalibration.insert,
  panel: entities.sensor.update,
};

export function irrigationRoutes(
  router: Router,
  context: Pick<Context, "database" | "clock" | "events">,
  { irrigation, telemetry }: { irrigation: Irrigation; telemetry: Pick<Telemetry, "pivotHistory" | "hourAggregates"> },
): void {
  const { database } = context;
  const { balances, decisions, detections } = irrigation;

  router.sharedRoute(
    views.recommendations,
    async ({ caller, query }) => {
      const filter = sectorsOf(caller, query.ID, views.recommendations);
      const { recommendations } = await decisions.overview(filter);
      return [...recommendations.values()];
    },
    (clientId) => decisions.upToDate({ clientIds: [clientId] }),
  );

  router.route(views.dayPlanTry, async ({ caller, body }) => {
    await requireFarm(database, caller, { farmId: body.farmId, access: views.dayPlanTry.access });
    const plan = await decisions.tryPlan(body);
    if (plan === undefined) throw problems.notFound("farm");
    return plan;
  });

  router.route(views.dayPlanDecide, async ({ caller, body }) => {
    const { access } = views.dayPlanDecide;
    const { clientId } = await requireFarm(database, caller, { farmId: body.farmId, access });
    await decisions.decidePlan(caller, { ...body, clientId });
    return { matchedCount: 1 };
  });

  router.route(views.balanceBySector, async ({ caller, query }) => {
    await requireSector(database, caller, query.ID, views.balanceBySector);
    const { from, to } = requireRange(query);
    return decisions.balanceAhead(query.ID, from, to);
  });

  router.route(views.simulate, async ({ caller, body }) => {
    const { sectorId, grossMm, percent } = body;
    const { filter } = await requireSector(database, caller, sectorId, views.simulate);
    const states = await decisions.states(filter);
    const panel = states[0]?.site.machine.panel;
    const depth = grossMm ?? (percent !== undefined && panel ? depthAt(percent, panel.depth100Mm) : undefined);
    if (depth === undefined) throw problems.validation([{ field: "grossMm", id: "no-panel" }]);
    const projection = await decisions.projection(sectorId, depth);
    return projection ?? NO_PROJECTION;
  });

  router.route(views.balanceAdjust, async ({ caller, body }) => {
    const { clientId } = await requireSector(database, caller, body.sectorId, views.balanceAdjust);
    await balances.adjust(caller, { ...body, clientId });
    return { matchedCount: 1 };
  });

  router.route(views.balanceRecompute, async ({ caller, body }) => {
    await requireSector(database, caller, body.sectorId, views.balanceRecompute);
    await balances.recompute(body.sectorId, body.from);
    return { matchedCount: 1 };
  });

  router.route(views.balancePreview, async ({ caller, body }) => {
    const { clientId } = await requireSector(database, caller, body.sectorId, views.balancePreview);
    return balances.preview(clientId, body);
  });

  router.route(views.balanceInitialWater, async ({ caller, body }) => {
    const { clientId } = await requireSector(database, caller, body.sectorId, views.balanceInitialWater);
    return balances.initialWater(clientId, body);
  });

  router.route(views.farmBudgets, async ({ caller, query }) => {
    const farm = await requireFarm(database, caller, { farmId: query.ID, access: views.farmBudgets.access });
    const now = context.clock.now();
    const today = farmDay(now.getTime(), farm.timezone);
    const budgets = await budgetsOf(database, new Map([[farm._id, { clientId: farm.clientId, today }]]));
    return Promise.all(
      budgets.map(async (budget) => ({
        ...(await budgetOutlook({ database, telemetry }, budget, now)),
        ...{ budgetId: budget._id, name: budget.name, to: budget.to },
      })),
    );
  });
  router.route(views.budgetOutlook, async ({ caller, query }) => {
    const [budget] = await database.select().from(seasonBudgets).where(eq(seasonBudgets._id, query.ID));
    if (budget === undefined) throw problems.notFound("seasonBudget");
    await requireFarm(database, caller, { farmId: budget.farmId, access: views.budgetOutlook.access });
    return budgetOutlook({ database, telemetry }, budget, context.clock.now());
  });

  router.route(views.detections, async ({ caller, query }) => {
    const sites = await loadSectors(database, sectorsOf(caller, query.ID, views.detections));
    return detections.open(sites.map(({ sector }) => sector._id));
  });

  router.route(views.detectionResolve, async ({ caller, body }) => {
    const sectorId = await sectorOfDetection(database, body._id);
    if (sectorId === undefined) return { matchedCount: 0 };
    const evidence = await evidenceOf(database, body._id);
    if (evidence && !DETECTION_ANSWERS[evidence].includes(body.as))
      throw problems.validation([{ field: "as", id: "invalid-value" }]);
    const { filter } = await requireSector(
      database,
      caller,
      sectorId,
      RIGHTS_OF_ANSWERS[body.as] ?? views.detectionResolve,
    );
    const [site] = await loadSectors(database, filter);
    if (site === undefined) return { matchedCount: 0 };
    if (!(await detections.resolve(caller, site, body))) throw problems.alreadyAnswered();
    return { matchedCount: 1 };
  });

  router.route(views.wateringPage, ({ caller, query }) =>
    recordPage<typeof waterings.$inferSelect>(database, caller, query, {
      definition: wateringDefinition,
      order: { column: waterings.start, type: "timestamptz" },
      access: views.wateringPage.access,
    }),
  );

  router.route(views.fieldNotePage, ({ caller, query }) =>
    recordPage<typeof fieldNotes.$inferSelect>(database, caller, query, {
      definition: fieldNoteDefinition,
      order: { column: fieldNotes.at, type: "timestamptz" },
      access: views.fieldNotePage.access,
    }),
  );

  router.route(views.canopyPage, ({ caller, query }) =>
    recordPage<typeof canopyObservations.$inferSelect>(database, caller, query, {
      definition: canopyDefinition,
      order: { column: canopyObservations.date, type: "date" },
      access: views.canopyPage.access,
    }),
  );

  const canopyRecords = createRecords(canopyDefinition, context);
  router.route(views.canopyImport, ({ caller, body }) => canopyRecords.import(caller, body, views.canopyImport.access));
  router.route(views.canopyPreview, ({ caller, body }) =>
    canopyRecords.preview(caller, body, views.canopyPreview.access),
  );

  const wateringRecords = createRecords(wateringDefinition, context);
  router.route(views.wateringImport, ({ caller, body }) =>
    wateringRecords.import(caller, body, views.wateringImport.access),
  );
  router.route(views.wateringRecord, async ({ caller, body, sent, key }) => {
    const { clientId } = body;
    const filter = { ...sectorsOf(caller, clientId, views.wateringRecord), sectorIds: body.sectorIds };
    const rows = await rowsOfRun(await loadSectors(database, filter), body, { telemetry, now: context.clock.now() });
    const about = (index: number) => ({ sectorId: rows[index]?.sectorId });
    const { access } = views.wateringRecord;
    return wateringRecords.importWhole(caller, { clientId, key, rows, body: sent, about }, access);
  });
  router.route(views.wateringPreview, ({ caller, body }) =>
    wateringRecords.preview(caller, body, views.wateringPreview.access),
  );
}
