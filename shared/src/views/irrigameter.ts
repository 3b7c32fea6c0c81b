import * as z from "zod";
import { Day, Id, Moment, StaleAt } from "../core/record.ts";
import { Balance, Projection, Status } from "../records/balance.ts";
import { Crop, Season } from "../records/crop.ts";
import { DayPlan } from "../records/day-plan.ts";
import { Farm, Pivot, PivotSector, PivotStatus, Soil } from "../records/farm.ts";
import { Detection, WateringSource } from "../records/irrigation.ts";
import { BoardRecommendation, Recommendation } from "../records/recommendation.ts";
import { SensorSummary } from "../records/telemetry.ts";
import { RainAccount } from "../records/weather.ts";
import { MachineDay } from "./machine-day.ts";

/** Details that the board's form leaves out (`board.ts`). A full answer has them all. */
const cardDetails = {
  sector: { createdAt: true, updatedAt: true },
  balance: {
    seasonId: true,
    dae: true,
    kc: true,
    rootCm: true,
    eto: true,
    etcAdj: true,
    ks: true,
    p: true,
    dr: true,
    storagePct: true,
  },
  season: { _id: true, createdAt: true, updatedAt: true },
  monitor: { ageMin: true },
} as const;

/** A sector's card in the irrigâmetro: of the board, or with all details. */
export const SectorCard = z.looseObject({
  sector: PivotSector.partial(cardDetails.sector),
  status: Status,
  /** Last row of the balance: yesterday's on the morning of a decision. Null without an active season. */
  balance: Balance.partial(cardDetails.balance).nullable(),
  /** Depletion now: that of the last row minus the water that was applied or rained since. */
  drNowMm: z.number().nullable(),
  recommendation: BoardRecommendation.nullable(),
  season: Season.partial(cardDetails.season).nullable(),
  /** Days of the season that have passed, and its length. */
  seasonDay: z.number().nullable(),
  seasonDays: z.number().nullable(),
  etcForecastMm: z.number().nullish(),
  rain24Mm: z.number().nullable(),
  irrigation24Mm: z.number().nullable(),
  /** The time of the data behind the card, and its age in minutes. */
  dataAt: Moment.nullable(),
  dataAgeMin: z.number().nullish(),
  dataStaleAt: StaleAt,
  monitors: z.array(SensorSummary.partial(cardDetails.monitor).extend({ name: z.string() })),
  /** Worst monitor's status. */
  sensorStatus: Status,
  /** Measured minus calculated depletion, as it is now. */
  differenceMm: z.number().nullable(),
  differenceTooLarge: z.boolean(),
  /** Planned water whose hour has passed without confirmation by a panel or a person. */
  unconfirmed: z
    .array(z.object({ wateringId: Id, start: Moment, end: Moment.nullable(), grossMm: z.number() }))
    .optional(),
  /** Waterings of the last 48 h that have begun, newest first, so that a device without a connection knows them. */
  recentWaterings: z
    .array(z.object({ start: Moment, end: Moment.nullable(), grossMm: z.number(), source: WateringSource }))
    .optional(),
  /** Swept by the arm in the current revolution. */
  irrigatedThisRevolution: z.boolean(),
});
export type SectorCard = z.infer<typeof SectorCard>;

/** A card with all details. */
export const FullCard = SectorCard.extend({
  sector: PivotSector,
  balance: Balance.nullable(),
  recommendation: Recommendation.nullable(),
  season: Season.nullable(),
  etcForecastMm: z.number().nullable(),
  dataAgeMin: z.number().nullable(),
  monitors: z.array(SensorSummary.extend({ name: z.string() })),
});
export type FullCard = z.infer<typeof FullCard>;

/** The remaining limits of a permit: of this month, and of today. A missing limit is not set. */
const PermitLeft = z.object({
  farmId: Id,
  pivotIds: z.array(Id),
  hoursDay: z.number().optional(),
  /** Hours of today in which one of its machines or more pumped. */
  hoursUsedToday: z.number().optional(),
  m3Month: z.number().optional(),
  m3Left: z.number().optional(),
  daysLeft: z.number().optional(),
  isUsedToday: z.boolean().optional(),
  isExpired: z.boolean().optional(),
});

/** The whole first screen: of the board, or with all details. */
export const Irrigameter = z.looseObject({
  at: Moment,
  decidedAt: Moment.nullable(),
  farms: z.array(Farm),
  pivots: z.array(
    Pivot.and(
      z.looseObject({ status: PivotStatus.nullable(), statusAgeMin: z.number().nullish(), statusStaleAt: StaleAt }),
    ),
  ),
  /** The day of each machine. */
  machines: z.array(MachineDay),
  soils: z.array(Soil),
  crops: z.array(Crop),
  sectors: z.array(SectorCard),
  /** Yesterday per farm. */
  yesterday: z.array(z.object({ farmId: Id, date: Day, etoMm: z.number().nullable(), rainMm: z.number().nullable() })),
  plans: z.array(DayPlan.extend({ farmId: Id })),
  detections: z.array(Detection),
  permits: z.array(PermitLeft).optional(),
});
export type Irrigameter = z.infer<typeof Irrigameter>;

/** Reply of `GET /Irrigameter/GetByClientID`: the whole first screen in one call, with all details. */
export const FullIrrigameter = Irrigameter.extend({
  pivots: z.array(
    Pivot.and(
      z.looseObject({
        status: PivotStatus.nullable(),
        statusAgeMin: z.number().nullable(),
        statusStaleAt: StaleAt,
      }),
    ),
  ),
  sectors: z.array(FullCard),
});
export type FullIrrigameter = z.infer<typeof FullIrrigameter>;

/** The fields of a board, or those that changed. */
export const BoardFields = Irrigameter.omit({ at: true }).partial();

/** Reply of `GET /Irrigameter/GetSectorDetail`: 30 days past, 7 ahead. */
export const SectorDetail = z.looseObject({
  past: z.array(Balance),
  projection: Projection,
  rain: z.array(RainAccount),
});
export type SectorDetail = z.infer<typeof SectorDetail>;

/** Reply of `GET /Map/GetByClientID`. */
export const MapView = z.looseObject({
  at: Moment,
  farms: z.array(Farm),
  pivots: z.array(
    Pivot.and(
      z.looseObject({ status: PivotStatus.nullable(), statusAgeMin: z.number().nullish(), statusStaleAt: StaleAt }),
    ),
  ),
  sectors: z.array(
    z.looseObject({
      sector: PivotSector,
      status: Status,
      sensorStatus: Status,
      /** % of CAD, from the depletion now. */
      storagePct: z.number().nullable(),
      meanPct: z.number().nullable(),
      recommendation: Recommendation.nullable(),
    }),
  ),
  /** The day of each machine, as in the irrigâmetro. */
  machines: z.array(MachineDay),
  plans: z.array(DayPlan.extend({ farmId: Id })),
  devices: z.array(
    z.looseObject({
      _id: Id,
      name: z.string(),
      kind: z.string(),
      lat: z.number().nullable(),
      lon: z.number().nullable(),
      state: z.string(),
      batteryPct: z.number().nullable(),
      lastSeen: Moment.nullable(),
    }),
  ),
  /** Rain of the last 7 days per gauge. */
  rain7d: z.array(z.object({ deviceId: Id, lat: z.number(), lon: z.number(), mm: z.number().nullable() })),
});
export type MapView = z.infer<typeof MapView>;

/** Reply of `GET /Map/GetHistory`: the last days of the map; each list has one value per day. */
export const MapHistory = z.object({
  days: z.array(Day),
  /** Null: no balance that day. */
  sectors: z.array(
    z.object({ sectorId: Id, status: z.array(Status.nullable()), appliedMm: z.array(z.number().nullable()) }),
  ),
  rain: z.array(z.object({ deviceId: Id, mm: z.array(z.number().nullable()) })),
});
export type MapHistory = z.infer<typeof MapHistory>;
