import { isFarmDay } from "@lamina/shared/core/farm-time";
import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";

export const layers = ["calculated", "sensor", "rain", "moisture"] as const;
/** The layers of the map. */
export type Layer = (typeof layers)[number];

/** In the place of a farm: all of them. */
export const ALL_FARMS = "todas";

/** The open pivot or device. */
export interface MapSelection {
  kind: "pivot" | "device";
  id: string;
}

/** The state of the map in the address. */
interface MapChoice {
  layer: Layer;
  farmId: string | null;
  place: MapSelection | null;
  /** A day of the past; null: now. */
  day: string | null;
  /** On a narrow screen the list replaces the map. */
  list: boolean;
}

const written: Readonly<Record<Layer, string>> = {
  calculated: "calculado",
  sensor: "sensor",
  rain: "chuva",
  moisture: "umidade",
};
const LAYER = "camada";
const FARM = "fazenda";
const DAY = "dia";
const VIEW = "ver";
const LIST = "lista";
const places: Readonly<Record<MapSelection["kind"], string>> = { pivot: "pivo", device: "equipamento" };

/** The choice of an address. Ignores invalid values. */
export function mapChoiceOf(params: URLSearchParams): MapChoice {
  const [pivot, device] = [params.get(places.pivot), params.get(places.device)];
  return {
    layer: layers.find((layer) => written[layer] === params.get(LAYER)) ?? "calculated",
    farmId: params.get(FARM),
    place: pivot ? { kind: "pivot", id: pivot } : device ? { kind: "device", id: device } : null,
    day: isFarmDay(params.get(DAY) ?? "") ? params.get(DAY) : null,
    list: params.get(VIEW) === LIST,
  };
}

/** The address with a changed choice. */
export function withMapChoice(params: URLSearchParams, change: Partial<MapChoice>): URLSearchParams {
  const { layer, farmId, place, day, list } = { ...mapChoiceOf(params), ...change };
  const next = new URLSearchParams(params);
  const write = (name: string, value: string | null) => (value ? next.set(name, value) : next.delete(name));
  write(LAYER, layer === "calculated" ? null : written[layer]);
  write(FARM, farmId);
  write(places.pivot, place?.kind === "pivot" ? place.id : null);
  write(places.device, place?.kind === "device" ? place.id : null);
  write(DAY, day);
  write(VIEW, list ? LIST : null);
  return next;
}

/** The choice in the address, and a function to change it. Each change is a step for the back button. */
export function useMapChoice(): MapChoice & { choose(change: Partial<MapChoice>): void } {
  const [params, setParams] = useSearchParams();
  return useMemo(
    () => ({
      ...mapChoiceOf(params),
      choose: (change) => setParams((now) => withMapChoice(now, change), { preventScrollReset: true }),
    }),
    [params, setParams],
  );
}
