import type { Step } from "./steps.ts";

/** What a person has chosen on a chart's page, beside the period; all of it lives in the address. */
export interface Selection {
  farmId: string | null;
  sourceId: string | null;
  /** Compared with the source. */
  compare: readonly string[];
  /** Null: as the period suggests. */
  step: Step | null;
  /** How the soil's water is told: % by volume, or its share of what can be stored. */
  unit: SoilUnit;
}

export type SoilUnit = "volume" | "storage";

/** Series that may be compared, the first one included. */
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

/** The same parameters with some of the selection changed; the period and what else they say stay. */
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

/** What of the address means the same on another subject: farm and period. Empty, or with its question mark. */
export function keptParams(params: URLSearchParams): string {
  const kept = new URLSearchParams([...params].filter(([name]) => KEPT.includes(name))).toString();
  return kept && `?${kept}`;
}
