import type { RecordChanged } from "./record-changed.ts";

/** Events between services. Days are the farm's (`YYYY-MM-DD`); `from` is the earliest day that changed. */
export interface DomainEvents {
  /** Readings were stored. */
  readings: { clientId: string; farmId: string; sensorIds: readonly string[]; from: string };
  /** A pivot's panel sent its state. */
  pivotStatus: { clientId: string; farmId: string; pivotId: string };
  /** Daily weather of a farm was computed or corrected. */
  weather: { clientId: string; farmId: string; from: string };
  /** A new forecast of a farm was issued. */
  forecast: { clientId: string; farmId: string };
  /** The balance of sectors was recomputed. */
  balance: { clientId: string; sectorIds: readonly string[]; from: string };
  /** Sectors have a new recommendation. */
  recommendation: { clientId: string; sectorIds: readonly string[] };
  /** A record was written. */
  record: RecordChanged;
  /** An alert was raised, taken or resolved. */
  alert: { clientId: string; notificationId: string };
}
