import { volumeOf } from "@lamina/agronomy/machine/pivot";
import { passLimit, sectorArea } from "@lamina/agronomy/machine/system";
import { addDays, farmDay, startOfFarmDay } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import { isSameWatering, wateringSpan } from "@lamina/shared/records/irrigation";
import type { Irrigameter } from "@lamina/shared/views/irrigameter";
import { type OutboxEntry, wateringsIn } from "../../../core/outbox/entry.ts";
import { formatNumber, formatTime } from "../../../ui/format.ts";
import { duration, mm } from "../amounts.ts";
import type { IrrigationCard } from "../board.ts";
import { formText } from "./form-text.ts";

/** A watering before it is saved. */
interface NewWatering {
  sectorId: string;
  /** ms since 1970 UTC */
  startAt: number;
  grossMm: number;
  isPlanned: boolean;
}

interface CheckContext {
  unit: IrrigationCard;
  data: Pick<Irrigameter, "soils" | "permits">;
  /** Unsent records on this device. */
  entries: readonly OutboxEntry[];
  now: number;
}

/**
 * What a person should know before saving: the same water is recorded or waits on this device, a permit has not enough
 * left, a pass is deeper than the soil takes in. In words, each once; needs no connection.
 */
export function checkWaterings(waterings: readonly NewWatering[], context: CheckContext): string[] {
  const all = [
    ...waterings.flatMap((one) => duplicateWords(one, context)),
    ...waterings.flatMap((one) => passWords(one, context)),
    ...permitWords(waterings, context),
    ...tooSoonWords(waterings, context),
  ];
  return [...new Set(all)];
}

/** Unsent rain of the same day and place. */
export function queuedRain(
  entries: readonly OutboxEntry[],
  place: Extract<OutboxEntry, { kind: "rain" }>["fields"],
): string[] {
  return entries.flatMap((entry) =>
    entry.kind === "rain" &&
    entry.fields.date === place.date &&
    (entry.fields.farmId ?? null) === (place.farmId ?? null) &&
    (entry.fields.sectorId ?? null) === (place.sectorId ?? null)
      ? [formText.queuedRain(mm(entry.fields.mm))]
      : [],
  );
}

function duplicateWords({ sectorId, startAt }: NewWatering, { unit, entries }: CheckContext): string[] {
  const zone = unit.farm.timezone;
  const card = unit.sectors.find(({ sector }) => sector._id === sectorId);
  const name = unit.sectors.length > 1 ? (card?.sector.name ?? unit.name) : unit.name;
  const isSame = (other: Parameters<typeof wateringSpan>[0]) => {
    const span = wateringSpan(other);
    return farmDay(span.startAt, zone) === farmDay(startAt, zone) || isSameWatering({ startAt, endAt: startAt }, span);
  };
  const queued = entries
    .flatMap(wateringsIn)
    .filter((watering) => watering.sectorId === sectorId && isSame(watering))
    .map(({ start }) => formText.queuedWatering(name, formatTime(start, zone)));
  const recorded = (card?.recentWaterings ?? [])
    .filter(isSame)
    .map(({ start, grossMm, source }) =>
      (source === "telemetry" ? formText.recordedByPanel : formText.recorded)(
        name,
        mm(grossMm),
        formatTime(start, zone),
      ),
    );
  return [...queued, ...recorded];
}

function passWords({ sectorId, grossMm }: NewWatering, { unit, data }: CheckContext): string[] {
  const card = unit.sectors.find(({ sector }) => sector._id === sectorId);
  const soil = data.soils.find(({ _id }) => _id === card?.sector.soilId);
  const limit = passLimit(unit.pivot, soil?.infiltrationMmH);
  return card && grossMm > limit ? [formText.tooDeep(mm(grossMm), mm(limit), card.sector.name)] : [];
}

function permitWords(waterings: readonly NewWatering[], { unit, data, now }: CheckContext): string[] {
  const { pivot, farm } = unit;
  const today = farmDay(now, farm.timezone);
  const ofToday = waterings.filter(({ startAt }) => farmDay(startAt, farm.timezone) === today);
  const m3 = ofToday.reduce((sum, { sectorId, grossMm }) => {
    const sector = unit.sectors.find((card) => card.sector._id === sectorId)?.sector;
    return sum + (sector ? volumeOf(grossMm, sectorArea(sector, pivot)) : 0);
  }, 0);
  if (m3 === 0) return [];
  // A run over midnight takes its other hours from the next day and, at the end of a month, its volume from the next month.
  const tomorrow = addDays(today, 1);
  const startAt = Math.min(...ofToday.map((watering) => watering.startAt));
  const untilMidnight = (startOfFarmDay(tomorrow, farm.timezone) - startAt) / HOUR_MS;
  const hours = Math.min(m3 / pivot.flowM3h, untilMidnight);
  const ofMonth = tomorrow.slice(0, 7) === today.slice(0, 7) ? m3 : hours * pivot.flowM3h;
  return (data.permits ?? [])
    .filter(({ pivotIds }) => pivotIds.includes(pivot._id))
    .flatMap(({ hoursDay, hoursUsedToday = 0, m3Left, daysLeft, isUsedToday, isExpired }) => [
      ...(isExpired ? [formText.permitExpired] : []),
      ...(hoursDay !== undefined && hoursUsedToday + hours > hoursDay + SLACK_HOURS
        ? [formText.permitHours(formatNumber(hoursUsedToday + hours, 1), formatNumber(hoursDay, 1))]
        : []),
      ...(m3Left !== undefined && ofMonth > m3Left
        ? [formText.permitVolume(formatNumber(ofMonth, 0), formatNumber(m3Left, 0))]
        : []),
      ...(daysLeft !== undefined && daysLeft <= 0 && !isUsedToday ? [formText.permitDays] : []),
    ]);
}

/** A finished run that began so short ago that the machine cannot have applied its water. */
function tooSoonWords(waterings: readonly NewWatering[], { unit: { pivot, sectors }, now }: CheckContext): string[] {
  const finished = waterings.filter(({ isPlanned }) => !isPlanned);
  if (finished.length === 0) return [];
  const m3 = finished.reduce((sum, { sectorId, grossMm }) => {
    const sector = sectors.find((card) => card.sector._id === sectorId)?.sector;
    return sum + (sector ? volumeOf(grossMm, sectorArea(sector, pivot)) : 0);
  }, 0);
  const hours = (now - Math.min(...finished.map(({ startAt }) => startAt))) / HOUR_MS;
  return m3 / pivot.flowM3h > hours * SLACK_SHARE + SLACK_HOURS
    ? [formText.tooSoon(duration(hours), duration(m3 / pivot.flowM3h))]
    : [];
}

/** Share by which a run may be shorter than its water needs, because start and flow are approximate. */
const SLACK_SHARE = 1.25;
/** Tolerance for the rounding of a run's hours. */
const SLACK_HOURS = 0.1;
