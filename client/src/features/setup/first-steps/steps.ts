import { keysOf } from "@lamina/shared/core/keys";
import type { Client } from "@lamina/shared/records/client";
import type { Recommendation } from "@lamina/shared/records/recommendation";
import { withImport } from "../importing/asked-import.ts";
import { partAddress } from "../records/data/params.ts";
import type { RelatedRecords } from "../records/data/screen-config.ts";
import { type NeedKey, type StepKey, text } from "./text.ts";

/** Ids of the catalogue in every API (domain, 10). */
const WEATHER_STATION = "weather-station";
const RAIN_GAUGE = "rain-gauge";

/** The data that the steps are derived from. The state of a step is not stored. */
interface Facts {
  client: Client;
  lists: RelatedRecords;
  recommendations: readonly Pick<Recommendation, "action" | "blockedBy">[];
}

/** One step from an empty client to a recommendation. */
export interface Step {
  key: StepKey;
  isDone: boolean;
  /** What the step lacks, or the words for a completed step. */
  note: string;
  /** The page of the step; null while an earlier step blocks it. */
  to: string | null;
  /** The words of the link. */
  action: string;
  /** Imports that do the step, by the words of their links. */
  files: readonly FileStart[];
}

interface FileStart {
  label: string;
  to: string;
}

/** A requirement of a step. A step shows its first unmet requirement. */
interface Need {
  key: NeedKey;
  isMet: boolean;
  to: string;
  files?: readonly FileStart[];
}

/** The steps in order (issue: farm → pivot → soil → season → station → recommendation). */
export function stepsOf(facts: Facts): Step[] {
  const { client, lists, recommendations } = facts;
  const [farm] = lists.of("farm");
  const pivot = lists.of("pivot").find(({ _id }) => !hasSector(lists, _id)) ?? lists.of("pivot")[0];
  const soil = lists.of("soil").slice(-1)[0];
  const sector = lists.of("pivotSector").find(({ _id }) => !hasSeason(lists, _id)) ?? lists.of("pivotSector")[0];
  const season = lists.of("season").find(({ status }) => status !== "planned") ?? lists.of("season")[0];
  const isAdvised = recommendations.some(({ action }) => action !== "nodata");

  const reason = noAdvice(facts);
  const remedy =
    reason === "doubtedRain"
      ? open("device", "qualidade")
      : reason === "noWeather" || reason === "staleRain"
        ? withImport(open("device", "sensores"), "planilha")
        : open("device", "sensores");
  const needs: Record<StepKey, Need[]> = {
    farm: [
      {
        key: "farm",
        isMet: !!farm,
        to: create("farms", "fazendas", { timezone: client.timezone }),
        files: [map("fazendas"), table("farms", "fazendas")],
      },
    ],
    pivot: [
      {
        key: "pivot",
        isMet: !!pivot,
        to: create("farms", "pivos", { farmId: farm?._id, lat: typedNumber(farm?.lat), lon: typedNumber(farm?.lon) }),
        files: [map("pivos"), table("farms", "pivos")],
      },
    ],
    soil: [
      { key: "soil", isMet: !!soil, to: create("farms", "solos"), files: [table("farms", "solos")] },
      {
        key: "sector",
        isMet: !!sector,
        to: create("farms", "setores", {
          pivotId: pivot?._id,
          soilId: soil?._id,
          name: text.firstSector,
          angleStart: typedNumber(pivot?.angleStart),
          angleEnd: typedNumber(pivot?.angleEnd),
        }),
        files: [table("farms", "setores")],
      },
    ],
    season: [
      {
        key: "crop",
        isMet: lists.of("crop").length > 0,
        to: create("balance", "culturas"),
        files: [table("balance", "culturas")],
      },
      {
        key: "season",
        isMet: !!season,
        to: create("balance", "safras", {
          sectorId: sector?._id,
          cropId: lists.of("crop").slice(-1)[0]?._id,
          status: "active",
        }),
        files: [table("balance", "safras")],
      },
      {
        key: "active",
        isMet: season?.status !== "planned",
        to: open("balance", "safras", season?._id),
      },
    ],
    station: stationNeeds(lists),
    recommendation: [
      {
        key: reason,
        isMet: isAdvised,
        to: isAdvised ? "/irrigameter" : remedy,
        files:
          reason === "noWeather"
            ? [{ label: text.pastWeather, to: withImport(open("farms", "fazendas"), "clima") }]
            : [],
      },
    ],
  };
  return keysOf(needs).map((key, index, keys) => {
    const missing = needs[key].find(({ isMet }) => !isMet);
    const waitsFor = keys
      .slice(0, index)
      .some((earlier) => prerequisites[key].includes(earlier) && !isDone(needs[earlier]));
    if (missing === undefined)
      return { key, isDone: true, note: text.done[key], to: placeOf[key], action: text.see, files: filesOf[key] ?? [] };
    return {
      key,
      isDone: false,
      note: text.needs[missing.key].note,
      to: waitsFor ? null : missing.to,
      action: text.needs[missing.key].action,
      files: waitsFor ? [] : (missing.files ?? []),
    };
  });
}

/** Steps that must be completed before another one. */
const prerequisites: Record<StepKey, readonly StepKey[]> = {
  farm: [],
  pivot: ["farm"],
  soil: ["pivot"],
  season: ["soil"],
  station: ["farm"],
  recommendation: ["season"],
};

/** The page of each completed step. */
const placeOf: Record<StepKey, string> = {
  farm: "/setup/farms?parte=fazendas",
  pivot: "/setup/farms?parte=pivos",
  soil: "/setup/farms?parte=setores",
  season: "/setup/balance?parte=safras",
  station: "/setup/device?parte=equipamentos",
  recommendation: "/irrigameter",
};

/** Files that complete what a map leaves open, such as the flow of the pivots. */
const filesOf: Partial<Record<StepKey, readonly FileStart[]>> = { pivot: [table("farms", "pivos")] };

const isDone = (needs: readonly Need[]) => needs.every(({ isMet }) => isMet);
const hasSector = (lists: RelatedRecords, id: string) => lists.of("pivotSector").some(({ pivotId }) => pivotId === id);
const hasSeason = (lists: RelatedRecords, id: string) => lists.of("season").some(({ sectorId }) => sectorId === id);

/** A station or gauge with its sensors. Not required for a client whose ETo comes from the forecast. */
function stationNeeds(lists: RelatedRecords): Need[] {
  const [farm] = lists.of("farm");
  const device = lists
    .of("device")
    .find(({ sensorTypeId }) => sensorTypeId === WEATHER_STATION || sensorTypeId === RAIN_GAUGE);
  const isForecast = lists.of("config")[0]?.etoSource === "forecast";
  const hasSensor = lists.of("sensor").some(({ deviceId }) => deviceId === device?._id);
  const isNamed = device?.sensorTypeId !== WEATHER_STATION || lists.of("farm").some((one) => one.stationDeviceId);
  return [
    {
      key: "station",
      isMet: isForecast || !!device,
      to: create("device", "equipamentos", {
        farmId: farm?._id,
        sensorTypeId: WEATHER_STATION,
        lat: typedNumber(farm?.lat),
        lon: typedNumber(farm?.lon),
      }),
    },
    { key: "sensors", isMet: isForecast || hasSensor, to: open("device", "equipamentos", device?._id) },
    { key: "stationOfFarm", isMet: isForecast || isNamed, to: open("farms", "fazendas", device?.farmId) },
  ];
}

/** Why there is no recommendation yet. */
function noAdvice({ lists, recommendations }: Facts): NeedKey {
  if (!lists.of("season").some(({ status }) => status === "active")) return "noSeason";
  const blocked = recommendations.find(({ blockedBy }) => blockedBy !== null)?.blockedBy;
  if (blocked === "stale-station") return "staleStation";
  if (blocked === "doubted-rain") return "doubtedRain";
  return blocked === "stale-rain" ? "staleRain" : "noWeather";
}

/** A number as the text of a form field. */
const typedNumber = (value: number | undefined) => (value === undefined ? undefined : String(value));

/** The address of a new record's form with these fields filled in. */
function create(screen: string, part: string, fields: Readonly<Record<string, string | undefined>> = {}): string {
  const entries = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/setup/${screen}${partAddress(part, { kind: "new", copyOf: null, given: Object.fromEntries(entries) })}`;
}

function open(screen: string, part: string, id?: string): string {
  return `/setup/${screen}${partAddress(part, id ? { kind: "record", id } : null)}`;
}

function map(part: string): FileStart {
  return { label: text.map, to: withImport(open("farms", part), "mapa") };
}

function table(screen: string, part: string): FileStart {
  return { label: text.table, to: withImport(open(screen, part), "planilha") };
}
