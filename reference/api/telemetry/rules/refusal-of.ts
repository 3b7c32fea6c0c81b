import type { TelemetryBatch } from "@lamina/shared/records/readings";
import { type Refusal, type RefusalId, shownValue } from "@lamina/shared/rules/refusals";
import { RAW_LIMIT } from "./calibration.ts";
import { FUTURE_LIMIT_MS, PAST_LIMIT_MS } from "./quality.ts";
import type { KnownSensor, Reception } from "./validate-reading.ts";

type SentReading = TelemetryBatch["readings"][number];

interface Place {
  /** Of the reading in its message. */
  path: string;
  sensors: readonly KnownSensor[];
  serial: string;
  reception: Reception;
}

/** The refusal of a valid reading that its device or the clock contradicts: the field and the accepted values. */
export function refusalOf(id: RefusalId, reading: SentReading, { path, sensors, serial, reception }: Place): Refusal {
  const field = (name: "variable" | "depthCm" | "date" | "value", expected: string): Refusal => ({
    id,
    // A gateway's field has one value, so that its own path names it.
    field: path.startsWith("readings.") ? `${path}.${name}` : path,
    sent: shownValue(reading[name] ?? "—"),
    expected,
  });
  const at = (offsetMs: number) => new Date(reception.at.getTime() + offsetMs).toISOString();
  if (id === "unknown-serial") return { id, field: "serial", sent: serial };
  if (id === "unknown-variable") return field("variable", listed(sensors.map(({ variable }) => variable)));
  if (id === "unknown-depth") {
    const same = sensors.filter(({ variable }) => variable === reading.variable);
    return field("depthCm", listed(same.map(({ depthCm }) => String(depthCm ?? "—"))));
  }
  if (id === "clock-skew") return field("date", `≤ ${at(FUTURE_LIMIT_MS)}`);
  if (id === "too-old") return field("date", `≥ ${at(-PAST_LIMIT_MS)}`);
  if (id === "too-large") return field("value", `≤ ${RAW_LIMIT}`);
  return { id, field: path };
}

const listed = (names: readonly string[]) => [...new Set(names)].join(", ") || "—";
