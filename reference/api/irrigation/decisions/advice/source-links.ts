import type { Reason, Recommendation } from "@lamina/shared/records/recommendation";
import { appLink } from "../../../farms/app-link.ts";
import type { SectorContext, SectorSeason } from "../../sites/sectors.ts";
import type { SectorState } from "../state/sector-state.ts";
import type { NamedSummary } from "../state/sensor-summary.ts";

/** The subject of a reason; a reason of a plan has no sector and no season of its own. */
interface Subject {
  site: Pick<SectorContext, "pivot"> & Partial<Pick<SectorContext, "sector">>;
  season?: SectorSeason | undefined;
  monitorId?: string | undefined;
}

/** The route of the app that shows or changes a reason's source; null without one. */
export function sourceLink({ source, key }: Pick<Reason, "source" | "key">, subject: Subject): string | null {
  const { pivot, sector } = subject.site;
  const season = subject.season?.season;
  const to = (path: string, query?: Readonly<Record<string, string>>) => appLink(path, pivot, query);
  const charts = (page: string, more = {}) => to(`/charts/${page}`, { fazenda: pivot.farmId, ...more });
  const part = (page: string, parte: string, registro?: string | null) =>
    to(`/setup/${page}`, { parte, ...(registro && { registro }) });
  const days = () =>
    sector && season
      ? to("/report/irrigationmanager", { periodo: "7d", setor: `${sector._id}.${season.plantingDate}` })
      : null;
  const ofSeason = () => (season ? part("balance", "safras", season._id) : null);
  // The source of missing data is the name of the device that should have sent it.
  if (key === "stale-rain" || key === "doubted-rain") return charts("pluviometry");
  if (key === "night-offset" || key === "above-clear-sky" || key === "clock-off") return part("device", "qualidade");
  if (key === "stale-station") return part("device", "equipamentos");
  switch (source) {
    case "balance":
      return days();
    case "user":
      // A person adjusted a day.
      return days();
    case "station":
    case "estimated":
    case "climate":
      return charts(key.startsWith("rain") ? "pluviometry" : "airtemperature");
    case "manual":
      return part("watering", key.startsWith("irr") ? "irrigacoes" : "chuvas");
    case "telemetry":
    case "detected":
    case "several":
      return part("watering", "irrigacoes");
    case "forecast":
      return to("/forecast/forecastweekly", { fazenda: pivot.farmId });
    case "machine":
      return part("farms", "pivos", pivot._id);
    case "soil":
      return sector ? part("farms", "solos", sector.soilId) : null;
    case "crop":
      return season ? part("balance", "culturas", season.cropId) : null;
    case "season":
    case "default":
      return ofSeason();
    case "tariff":
      return part("config", "tarifas");
    case "budget":
      return part("balance", "orcamentos");
    case "permit":
      return part("config", "outorgas");
    case "waterSource":
      return part("farms", "captacoes", pivot.waterSourceId);
    case "outOfService":
      return to(`/irrigameter/pivo/${pivot._id}`);
    case "plan":
      return to("/irrigameter/calculated", { plano: "1" });
    case "probe":
    case "detection":
      return charts("soilmoisture", subject.monitorId === undefined ? {} : { fonte: subject.monitorId });
    default:
      if (source?.startsWith("start-")) return ofSeason();
      return source !== null && key.startsWith("rain") ? charts("pluviometry") : null;
  }
}

/** Reasons with the links of their sources. */
export const linkedReasons = (reasons: readonly Reason[], subject: Subject): Reason[] =>
  reasons.map((reason) => ({ ...reason, link: sourceLink(reason, subject) }));

export function withLinks(
  recommendations: readonly Recommendation[],
  states: readonly SectorState[],
  summaries: ReadonlyMap<string, readonly NamedSummary[]>,
): Recommendation[] {
  const stateOf = new Map(states.map((state) => [state.site.sector._id, state] as const));
  return recommendations.map((own) => {
    const state = stateOf.get(own.sectorId);
    const monitorId = summaries.get(own.sectorId)?.[0]?.monitorId;
    return state ? { ...own, reasons: linkedReasons(own.reasons, { ...state, monitorId }) } : own;
  });
}
