import { groundFlow } from "@lamina/agronomy/machine/calibration";
import { type RunPart, runParts } from "@lamina/agronomy/machine/run-parts";
import { hasPanel } from "@lamina/agronomy/machine/system";
import { panelReport } from "@lamina/agronomy/machine/wet-run";
import { WATERING_AMOUNTS, type WateringRun } from "@lamina/shared/records/irrigation";
import type { BrokenRule } from "@lamina/shared/rules/rule";
import { problems } from "../../http/problem.ts";
import type { Telemetry } from "../../telemetry/service.ts";
import type { SectorContext } from "../sites/sectors.ts";

/**
 * The waterings of a run that a person records, for an import. The arm is where the panel reported it last before the
 * moment of the record, because a record that waited for a connection arrives later.
 * @param sites the sectors that the caller may see
 * @throws HttpProblem 400 that names each refused sector
 */
export async function rowsOfRun(
  sites: readonly SectorContext[],
  run: WateringRun,
  { telemetry, now }: { telemetry: Pick<Telemetry, "pivotHistory">; now: Date },
): Promise<(RunPart & Pick<WateringRun, "note" | "photoId">)[]> {
  const chosen = [...new Set(run.sectorIds)].map((id) => ({ id, site: sites.find(({ sector }) => sector._id === id) }));
  const found = chosen.flatMap(({ site }) => site ?? []);
  const pivot = found[0]?.pivot;
  const machine = pivot && { ...pivot, flowM3h: groundFlow(pivot) };
  const refused = chosen.flatMap(({ id, site }): BrokenRule[] => {
    if (site === undefined) return [{ field: "sectorIds", id: "not-found", sectorId: id }];
    return site.pivot._id === machine?._id ? [] : [{ field: "sectorIds", id: "other-machine", sectorId: id }];
  });
  const amount = WATERING_AMOUNTS.find((kind) => run[kind] !== undefined);
  if (amount === undefined) refused.push({ field: "grossMm", id: "required", anyOf: WATERING_AMOUNTS });
  if (amount === "percent" && machine && !hasPanel(machine)) refused.push({ field: "percent", id: "no-panel" });
  if (refused.length > 0 || machine === undefined) throw problems.validation(refused);
  const at = Math.min(Date.parse(run.at ?? now.toISOString()), now.getTime());
  const reports =
    run.state === "running" ? await telemetry.pivotHistory(machine._id, new Date(run.start), new Date(at + 1)) : [];
  const last = reports.at(-1);
  const sectors = found.map(({ sector }) => sector);
  const parts = runParts({ machine, sectors, panel: last ? panelReport(last) : null }, run, at);
  const { note, photoId } = run;
  return parts.map((part, index) => ({ ...part, note, ...(index === 0 && { photoId }) }));
}
