import type { Step } from "./steps.ts";

/** The user's choices on a chart page, beside the period. All of them are in the address. */
export interface Selection {
  farmId: string | null;
  sourceId: string | null;
  /** Sources that are compared with the main one. */
  compare: readonly string[];
  /** Null: the default of the period. */
  step: Step | null;
  /** Unit of soil water: % by volume, or the share of the storage capacity. */
  unit: SoilUnit;
}

export type SoilUnit = "volume" | "storage";

/** Number of series that may be compared, including the first one. */
export const COMPARE_MAX = 4;

const STEPS = { leitura: "raw", hora: "hour", dia: "day", mes: "month" } as const;
const WRITTEN_STEPS = { raw: "leitura", hour: "hora", day: "dia", month: "mes" } as const;
const STORAGE = "arm";

export function selectionFrom(params: URLSearchParams): Selection {
  const step = params.get("passo");
  const compare = (params.get("comparar") ?? "").split(",").filter(Boolean);
  return {
    farmId: params.get("fazenda"),
    sourceId: params.get("fonte"),
    compare: [...new Set(compare)].slice(0, COMPARE_MAX - 1),
    step: step !== null && Object.keys(STEPS).includes(step) ? STEPS[step as keyof typeof STEPS] : null,
    unit: params.get("unidade") === STORAGE ? "storage" : "volume",
  };
}

/** The parameters with a changed selection. The period and other parameters stay. */
export function withSelection(params: URLSearchParams, change: Partial<Selection>): URLSearchParams {
  const { farmId, sourceId, compare, step, unit } = { ...selectionFrom(params), ...change };
  const next = new URLSearchParams(params);
  const write = (name: string, value: string | null) => (value ? next.set(name, value) : next.delete(name));
  write("fazenda", farmId);
  write("fonte", sourceId);
  write("comparar", compare.filter((id) => id !== sourceId).join(","));
  write("passo", step && WRITTEN_STEPS[step]);
  write("unidade", unit === "storage" ? STORAGE : null);
  return next;
}

const KEPT: readonly string[] = ["fazenda", "periodo", "de", "ate"];

/** The parameters that also apply to another subject: farm and period. Empty, or with its question mark. */
export function keptParams(params: URLSearchParams): string {
  const kept = new URLSearchParams([...params].filter(([name]) => KEPT.includes(name))).toString();
  return kept && `?${kept}`;
}
