import type { Screen } from "@lamina/shared/access/rights";
import type { Reason } from "@lamina/shared/records/recommendation";
import type { SectorCard } from "@lamina/shared/views/irrigameter";
import type { IrrigationCard } from "../board.ts";

/** The page that shows or changes a term's source, and the screen whose right it requires. */
interface SourceLink {
  to: string;
  screen: Screen;
}

/** The subject of the explanation. */
export interface WhyPart {
  unit: IrrigationCard;
  card: SectorCard;
}

/** The page of a source; null when there is none. */
export function sourceLink(
  { source, key }: Pick<Reason, "source" | "key">,
  { unit, card }: WhyPart,
): SourceLink | null {
  const { pivot, farm } = unit;
  const { sector, season, monitors } = card;
  const id = encodeURIComponent;
  const farmId = `fazenda=${id(farm._id)}`;
  const charts = (page: string, more = ""): SourceLink => ({
    to: `/charts/${page}?${farmId}${more}`,
    screen: "charts",
  });
  const water = { to: "/setup/watering?parte=irrigacoes", screen: "watering" } as const;
  const days: SourceLink | null = season && {
    to: `/report/irrigationmanager?periodo=7d&setor=${id(`${sector._id}.${season.plantingDate}`)}`,
    screen: "report",
  };
  const ofSeason: SourceLink | null = season && {
    to: `/setup/balance?parte=safras&registro=${id(season._id ?? "")}`,
    screen: "balance",
  };
  // The source of missing data is the serial of the device that should have sent it.
  if (key === "stale-rain") return charts("pluviometry");
  if (key === "stale-station") return { to: "/setup/device?parte=equipamentos", screen: "device" };
  switch (source) {
    case "balance":
      return days;
    case "user":
      // A person adjusted a day, or entered the initial moisture of the season.
      return key === "adjusted" ? days : ofSeason;
    case "station":
    case "estimated":
    case "climate":
      return charts(key.startsWith("rain") ? "pluviometry" : "airtemperature");
    case "device":
      return charts("pluviometry");
    case "manual":
      if (key.startsWith("irr")) return water;
      return { to: "/setup/watering?parte=chuvas", screen: "watering" };
    case "telemetry":
    case "detected":
    case "several":
      return water;
    case "forecast":
      return { to: `/forecast/forecastweekly?${farmId}`, screen: "forecast" };
    case "machine":
      return { to: `/setup/farms?parte=pivos&registro=${id(pivot._id)}`, screen: "farms" };
    case "soil":
      return { to: `/setup/farms?parte=solos&registro=${id(sector.soilId)}`, screen: "farms" };
    case "crop":
      return season && { to: `/setup/balance?parte=culturas&registro=${id(season.cropId)}`, screen: "balance" };
    case "season":
    case "default":
      return ofSeason;
    case "tariff":
      return { to: "/setup/config?parte=tarifas", screen: "config" };
    case "permit":
      return { to: "/setup/config?parte=outorgas", screen: "config" };
    case "waterSource":
      return { to: "/setup/farms?parte=captacoes", screen: "farms" };
    case "plan":
      return { to: "?plano=1", screen: "irrigameter" };
    case "probe":
    case "detection":
      return charts("soilmoisture", monitors[0] ? `&fonte=${id(monitors[0].monitorId)}` : "");
    default:
      return null;
  }
}
