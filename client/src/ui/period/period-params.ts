import { isFarmDay } from "@lamina/shared/core/farm-time";
import type { Period } from "./period.ts";

/** Parameters of the address. */
const KIND = "periodo";
const FROM = "de";
const TO = "ate";

/** Kinds of period in the address. */
const kinds = {
  "24h": "24h",
  "7d": "7d",
  "30d": "30d",
  "mes-passado": "lastMonth",
  safra: "season",
  "safra-passada": "lastSeason",
} as const;
const written = {
  "24h": "24h",
  "7d": "7d",
  "30d": "30d",
  lastMonth: "mes-passado",
  season: "safra",
  lastSeason: "safra-passada",
} as const;

/** The period of an address; `fallback` when it has none or an invalid one. */
export function periodFromParams(params: URLSearchParams, fallback: Period): Period {
  const kind = params.get(KIND);
  if (kind !== null && Object.keys(kinds).includes(kind)) return { kind: kinds[kind as keyof typeof kinds] };
  const from = params.get(FROM) ?? "";
  const to = params.get(TO) ?? "";
  return isFarmDay(from) && isFarmDay(to) && from <= to ? { kind: "custom", from, to } : fallback;
}

/** The parameters with another period. Other parameters stay. */
export function withPeriod(params: URLSearchParams, period: Period): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of [KIND, FROM, TO]) next.delete(name);
  if (period.kind === "custom") {
    next.set(FROM, period.from);
    next.set(TO, period.to);
  } else next.set(KIND, written[period.kind]);
  return next;
}
