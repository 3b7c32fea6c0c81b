import type { Telemetry } from "../../telemetry/service.ts";

const MINUTE_MS = 60_000;

/** What a pivot's panel said last, with its age. */
export function panelState(latest: Awaited<ReturnType<Telemetry["pivotLatest"]>>, pivotId: string, now: Date) {
  const status = latest.get(pivotId) ?? null;
  const age = status && Math.max(0, Math.floor((now.getTime() - Date.parse(status.date)) / MINUTE_MS));
  return { status, statusAgeMin: age };
}
