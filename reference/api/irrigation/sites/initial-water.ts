import { type Subsoil, uniformSubsoil } from "@lamina/agronomy/balance/subsoil";
import type { StartWater } from "@lamina/shared/records/balance";
import type { SeasonFields } from "@lamina/shared/records/crop";
import type * as z from "zod";
import type { seasons } from "../../schema/irrigation.ts";

/** The soil on the eve of a planting, from the surface down. */
export interface KnownSoil {
  by: Extract<StartWater, "season" | "probe">;
  soil: Subsoil;
  /** Depth evaporated from the surface, mm; undefined when it is unknown. */
  de: number | undefined;
}

interface Planted {
  season: Pick<typeof seasons.$inferSelect, "initialWater" | "initialMoisturePct">;
  known?: KnownSoil | undefined;
}

const STORAGE_PCT = { full: 100, dry: 0, carried: 100 } as const;

/** The soil in which a season begins, from the surface down; at field capacity where nothing is known. */
export function soilAtPlanting({ season, known }: Planted): Subsoil {
  const { initialWater, initialMoisturePct } = season;
  if (initialWater === "carried" && known) return known.soil;
  return uniformSubsoil(initialWater === "measured" ? (initialMoisturePct ?? 100) : STORAGE_PCT[initialWater]);
}

type Entered = Pick<z.output<typeof SeasonFields>, "initialWater" | "initialMoisturePct">;

/**
 * The start of a season as it is stored. A percentage that a person enters or changes without a choice is `measured`;
 * without either the season begins with what was left.
 */
export function initialWaterOf(
  { initialWater, initialMoisturePct = null }: Entered,
  isChanged = { initialWater: initialWater !== undefined, initialMoisturePct: initialMoisturePct !== null },
): Pick<Planted["season"], "initialWater" | "initialMoisturePct"> {
  const isNumberAlone = initialMoisturePct !== null && isChanged.initialMoisturePct && !isChanged.initialWater;
  const chosen = isNumberAlone ? "measured" : (initialWater ?? "carried");
  return { initialWater: chosen, initialMoisturePct: chosen === "measured" ? initialMoisturePct : null };
}

/** How that soil is known. */
export function startWaterOf({ season, known }: Planted): StartWater {
  return season.initialWater === "carried" ? (known?.by ?? "unknown") : season.initialWater;
}
