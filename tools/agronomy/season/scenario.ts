import type { AutoIrrigationRule } from "@lamina/agronomy/balance/auto-irrigation";
import type { KcPlateaus, StageDays } from "@lamina/agronomy/crop/kc-curve";
import type { RootDepths } from "@lamina/agronomy/crop/root-growth";
import type { Texture } from "@lamina/agronomy/soil/evaporation-layer";
import type { SoilLayer } from "@lamina/agronomy/soil/soil-water";
import type { Json } from "../input/reader.ts";
import type { SeasonDay } from "./season-rows.ts";

/** One scenario of a season file, read and checked; lengths in m, depths in mm, water contents in m³/m³. */
export interface Scenario {
  id: string;
  /** The input, repeated unchanged in the output. */
  source: Json;
  mode: "single" | "dual";
  site: { latitudeDeg: number; altitudeM: number; windHeightM: number; surface: "grass" | "alfalfa" };
  crop: { days: StageDays; kc: KcPlateaus; roots: RootDepths; height: RootDepths; p: number };
  soil: {
    layers: readonly SoilLayer[];
    /** At the start, in all layers or in each. */
    theta0?: number | readonly number[] | undefined;
    ze?: number | undefined;
    rew?: number | undefined;
    cn2?: number | undefined;
    texture?: Texture | undefined;
  };
  options: { pConstant: boolean; runoff: boolean; capillaryRise: boolean; climate: boolean; subsoil: boolean };
  efficiencyPct: number;
  /** Rules that decide the irrigation, where the file has no column I. */
  autoirrigate?: AutoIrrigationRule[] | undefined;
  drInitial?: number | undefined;
  deInitial?: number | undefined;
  columns: string[];
  days: SeasonDay[];
  notes: string[];
}
