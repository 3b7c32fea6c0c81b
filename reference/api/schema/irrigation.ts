import type { BalanceState } from "@lamina/agronomy/balance/season";
import type { WetRun } from "@lamina/agronomy/machine/wet-run";
import type { Balance, StartWater } from "@lamina/shared/records/balance";
import type { Crop, CropStage, InitialWater, Season } from "@lamina/shared/records/crop";
import type { PlanChoice } from "@lamina/shared/records/day-plan";
import type { Detection, Watering } from "@lamina/shared/records/irrigation";
import type { Recommendation } from "@lamina/shared/records/recommendation";
import type { RunFigures } from "@lamina/shared/records/run-figures";
import { sql } from "drizzle-orm";
import {
  bigserial,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { instant } from "../core/database/columns.ts";
import { clientRecordColumns } from "./clients.ts";
import { farmReference, farms, pivotSectors, pivots } from "./farms.ts";
import { photoReference } from "./photos.ts";

const sectorReference = () =>
  text("sector_id")
    .notNull()
    .references(() => pivotSectors._id, { onDelete: "cascade" });
const seasonReference = () =>
  text("season_id")
    .notNull()
    .references(() => seasons._id, { onDelete: "cascade" });

export const crops = pgTable(
  "crops",
  {
    ...clientRecordColumns(),
    name: text("name").notNull(),
    stages: jsonb("stages").$type<Crop["stages"]>().notNull(),
    kcIni: doublePrecision("kc_ini").notNull(),
    kcMid: doublePrecision("kc_mid").notNull(),
    kcEnd: doublePrecision("kc_end").notNull(),
    kcbIni: doublePrecision("kcb_ini"),
    kcbMid: doublePrecision("kcb_mid"),
    kcbEnd: doublePrecision("kcb_end"),
    rootIniCm: doublePrecision("root_ini_cm").notNull(),
    rootMaxCm: doublePrecision("root_max_cm").notNull(),
    p: doublePrecision("p").notNull(),
    heightM: doublePrecision("height_m"),
    tBase: doublePrecision("t_base"),
    tUpper: doublePrecision("t_upper"),
    stageDegrees: jsonb("stage_degrees").$type<number[]>(),
    ky: doublePrecision("ky"),
    kyStages: jsonb("ky_stages").$type<number[]>(),
    yieldKgHa: doublePrecision("yield_kg_ha"),
    priceBrlKg: doublePrecision("price_brl_kg"),
    allowedPct: jsonb("allowed_pct").$type<number[]>(),
    maturityPct: doublePrecision("maturity_pct"),
    emergenceMm: doublePrecision("emergence_mm"),
  },
  (table) => [index().on(table.clientId)],
);

export const seasons = pgTable(
  "seasons",
  {
    ...clientRecordColumns(),
    sectorId: sectorReference(),
    cropId: text("crop_id")
      .notNull()
      .references(() => crops._id, { onDelete: "restrict" }),
    name: text("name"),
    plantingDate: date("planting_date", { mode: "string" }).notNull(),
    emergenceDate: date("emergence_date", { mode: "string" }),
    harvestDate: date("harvest_date", { mode: "string" }),
    stages: jsonb("stages").$type<CropStage[]>(),
    /** Seasons from before this column have a percentage. */
    initialWater: text("initial_water").$type<InitialWater>().notNull().default("measured"),
    initialMoisturePct: doublePrecision("initial_moisture_pct"),
    pOverride: doublePrecision("p_override"),
    kcMethod: text("kc_method").$type<Season["kcMethod"]>().notNull(),
    stageUnit: text("stage_unit").$type<Season["stageUnit"]>().notNull().default("days"),
    yieldKgHa: doublePrecision("yield_kg_ha"),
    priceBrlKg: doublePrecision("price_brl_kg"),
    status: text("status").$type<Season["status"]>().notNull(),
  },
  (table) => [index().on(table.clientId), index().on(table.sectorId, table.plantingDate), index().on(table.cropId)],
);

export const waterings = pgTable(
  "waterings",
  {
    ...clientRecordColumns(),
    sectorId: sectorReference(),
    start: instant("start").notNull(),
    end: instant("end"),
    grossMm: doublePrecision("gross_mm").notNull(),
    netMm: doublePrecision("net_mm").notNull(),
    percent: doublePrecision("percent"),
    hours: doublePrecision("hours"),
    volumeM3: doublePrecision("volume_m3"),
    reason: text("reason"),
    note: text("note"),
    photoId: photoReference(),
    source: text("source").$type<Watering["source"]>().notNull(),
    /** Whether the water was measured, by the flow that the panel reported. */
    measured: boolean("measured").notNull().default(false),
    /** Which amount a person gave; the others follow from it and the machine. */
    given: text("given").$type<Watering["given"]>(),
    userId: text("user_id"),
  },
  (table) => [
    index().on(table.clientId, table.start),
    index().on(table.sectorId, table.start),
    index("waterings_photo").on(table.photoId).where(sql`${table.photoId} is not null`),
  ],
);

/** How much of the ground of a sector was green on a day. */
export const canopyObservations = pgTable(
  "canopy_observations",
  {
    ...clientRecordColumns(),
    sectorId: sectorReference(),
    date: date("date", { mode: "string" }).notNull(),
    coverPct: doublePrecision("cover_pct"),
    coverSource: text("cover_source").$type<"photo">(),
    ndvi: doublePrecision("ndvi"),
    cover: doublePrecision("cover").notNull(),
    note: text("note"),
  },
  (table) => [index().on(table.clientId, table.date), index().on(table.sectorId, table.date)],
);

/** Water that a farm, or some of its machines, may use from one day to another. */
export const seasonBudgets = pgTable(
  "season_budgets",
  {
    ...clientRecordColumns(),
    name: text("name").notNull(),
    farmId: farmReference(),
    pivotIds: jsonb("pivot_ids").$type<string[]>().notNull(),
    from: date("from", { mode: "string" }).notNull(),
    to: date("to", { mode: "string" }).notNull(),
    mm: doublePrecision("mm"),
    m3: doublePrecision("m3"),
    kwh: doublePrecision("kwh"),
    brl: doublePrecision("brl"),
  },
  (table) => [index().on(table.clientId), index().on(table.farmId)],
);

/** What people saw at a machine. */
export const fieldNotes = pgTable(
  "field_notes",
  {
    ...clientRecordColumns(),
    pivotId: text("pivot_id")
      .notNull()
      .references(() => pivots._id, { onDelete: "cascade" }),
    at: instant("at").notNull(),
    note: text("note"),
    photoId: photoReference(),
    userId: text("user_id"),
    userName: text("user_name"),
  },
  (table) => [
    index().on(table.clientId, table.at),
    index().on(table.pivotId),
    index("field_notes_photo").on(table.photoId).where(sql`${table.photoId} is not null`),
  ],
);

/** Depletion set by a person, with the reason. The newest of a day applies. */
export const adjustments = pgTable(
  "balance_adjustments",
  {
    ...clientRecordColumns(),
    sectorId: sectorReference(),
    date: date("date", { mode: "string" }).notNull(),
    drMm: doublePrecision("dr_mm").notNull(),
    reason: text("reason").notNull(),
    userId: text("user_id"),
    userName: text("user_name").notNull(),
  },
  (table) => [index().on(table.clientId), index().on(table.sectorId, table.date)],
);

/** The daily balance of each sector in season: computed, never edited. */
export const balances = pgTable(
  "balances",
  {
    sectorId: sectorReference(),
    seasonId: seasonReference(),
    date: date("date", { mode: "string" }).notNull(),
    dae: integer("dae").notNull(),
    stage: text("stage").notNull(),
    kc: doublePrecision("kc").notNull(),
    canopyKc: doublePrecision("canopy_kc").notNull().default(0),
    rootCm: doublePrecision("root_cm").notNull(),
    eto: doublePrecision("eto").notNull(),
    etc: doublePrecision("etc").notNull(),
    etcAdj: doublePrecision("etc_adj").notNull(),
    ks: doublePrecision("ks").notNull(),
    rain: doublePrecision("rain").notNull(),
    rainEff: doublePrecision("rain_eff").notNull(),
    irrGross: doublePrecision("irr_gross").notNull(),
    irrNet: doublePrecision("irr_net").notNull(),
    recommendedMm: doublePrecision("recommended_mm"),
    taw: doublePrecision("taw").notNull(),
    p: doublePrecision("p").notNull(),
    raw: doublePrecision("raw").notNull(),
    dr: doublePrecision("dr").notNull(),
    subsoilTaw: doublePrecision("subsoil_taw").notNull().default(0),
    subsoilDr: doublePrecision("subsoil_dr").notNull().default(0),
    rootsDr: doublePrecision("roots_dr").notNull().default(0),
    toSubsoil: doublePrecision("to_subsoil").notNull().default(0),
    startWater: text("start_water").$type<StartWater>().notNull().default("measured"),
    dp: doublePrecision("dp").notNull(),
    storagePct: doublePrecision("storage_pct").notNull(),
    adjustedMm: doublePrecision("adjusted_mm").notNull(),
    status: text("status").$type<Balance["status"]>().notNull(),
    origin: text("origin").$type<Balance["origin"]>().notNull(),
    /** The initial state of the next day, beside `dr`: root depth, canopy, surface layer. */
    state: jsonb("state").$type<BalanceState>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.sectorId, table.date] }), index().on(table.seasonId)],
);

/**
 * Sectors with invalid rows, each from its first invalid day. A mark is written in the transaction of its cause and
 * deleted in the transaction that computes the rows, so that a crash does not lose it.
 */
export const staleSectors = pgTable("stale_sectors", {
  sectorId: sectorReference().primaryKey(),
  from: date("from", { mode: "string" }).notNull(),
  /** Grows with each new mark, because the oldest ones are worked off first. */
  number: bigserial("number", { mode: "number" }).notNull(),
});

/**
 * The moment at which each sector's recommendation is to be looked at again: the next decision, the next day, the moment
 * at which data become stale; at once after a change.
 */
export const decisionTimes = pgTable(
  "decision_times",
  {
    sectorId: sectorReference().primaryKey(),
    clientId: text("client_id").notNull(),
    farmId: text("farm_id").notNull(),
    at: instant("at").notNull(),
    /** The inputs changed since the last recommendation. */
    isChanged: boolean("is_changed").notNull(),
    /** New readings of the farm may end the block. */
    isBlocked: boolean("is_blocked").notNull().default(false),
    /** Counts changes, so that one during the computation is not lost. */
    changes: integer("changes").notNull().default(0),
  },
  (table) => [
    index("decision_times_at").on(table.at),
    index("decision_times_blocked").on(table.farmId).where(sql`${table.isBlocked}`),
  ],
);

/** The program that computed the balances; another one may compute differently. One row. */
export const balancePrograms = pgTable("balance_programs", { program: text("program").primaryKey() });

/** The recommendation of each morning, as it was given. */
export const recommendations = pgTable(
  "recommendations",
  {
    sectorId: sectorReference(),
    date: date("date", { mode: "string" }).notNull(),
    computedAt: instant("computed_at").notNull(),
    /**
     * Gross depth that was recommended, mm; a later recommendation of the day, after an application, no longer contains
     * it. Null when it was unknown.
     */
    askedMm: doublePrecision("asked_mm"),
    recommendation: jsonb("recommendation").$type<Recommendation>().notNull(),
    /** The run in the plan of the day, as its card showed it; null without irrigation, and before its plan is known. */
    run: jsonb("run").$type<RunFigures>(),
  },
  (table) => [
    primaryKey({ columns: [table.sectorId, table.date] }),
    index("recommendations_unplanned")
      .on(table.computedAt)
      .where(sql`${table.run} is null and ${table.recommendation}->>'action' = 'irrigate'`),
  ],
);

/** What a person decided for a farm's day, instead of the plan of least cost. */
export const dayDecisions = pgTable(
  "day_decisions",
  {
    ...clientRecordColumns(),
    farmId: text("farm_id")
      .notNull()
      .references(() => farms._id, { onDelete: "cascade" }),
    date: date("date", { mode: "string" }).notNull(),
    choices: jsonb("choices").$type<PlanChoice[]>().notNull(),
    userId: text("user_id"),
    userName: text("user_name").notNull(),
  },
  (table) => [index().on(table.clientId), uniqueIndex("day_decisions_once").on(table.farmId, table.date)],
);

export const detections = pgTable(
  "detections",
  {
    ...clientRecordColumns(),
    sectorId: sectorReference(),
    date: date("date", { mode: "string" }).notNull(),
    estimatedMm: doublePrecision("estimated_mm").notNull(),
    evidence: text("evidence").$type<Detection["evidence"]>().notNull(),
    risePoints: doublePrecision("rise_points"),
    meterM3: doublePrecision("meter_m3"),
    panelM3: doublePrecision("panel_m3"),
    state: text("state").$type<Detection["state"]>().notNull(),
  },
  (table) => [
    index().on(table.clientId, table.state),
    uniqueIndex("detections_once").on(table.sectorId, table.date, sql`(${table.evidence} = 'meter')`),
  ],
);

/** The last processed report of each pivot, and its run in progress. */
export const pivotRuns = pgTable("pivot_runs", {
  pivotId: text("pivot_id")
    .primaryKey()
    .references(() => pivots._id, { onDelete: "cascade" }),
  /** Time of the last processed report. */
  until: instant("until").notNull(),
  /** Null while the pivot applies no water. */
  run: jsonb("run").$type<WetRun>(),
});
