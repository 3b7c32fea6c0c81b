import { queryClient } from "../../../../api/query-client.ts";
import { randomKey } from "../../../../platform/random-key.ts";
import type { GoodRow, RowError } from "../../importing/import-rows.ts";
import type { ImportOutcome } from "../../importing/send-parts.ts";
import { type ImportedKind, sendRows } from "../../importing/send-rows.ts";
import { listsOf } from "../../records/data/lists-of.ts";
import { listQuery } from "../../records/data/queries.ts";
import { changesOf, type MapPlan } from "./map-rows.ts";
import { newSoil } from "./map-soil.ts";
import type { Place } from "./places.ts";
import { text } from "./text.ts";

export interface MapSave extends MapPlan {
  clientId: string;
}

/** The result of a map, which is undone by its batch. */
export interface MapOutcome extends ImportOutcome {
  batch: string;
}

/** Stores a map: its soil and farm, then its machines, then their sectors, as one batch. @throws ApiError */
export async function saveMap(save: MapSave): Promise<MapOutcome> {
  const { clientId, places, lists, defaults } = save;
  const batch = randomKey();
  const { rows, equal } = changesOf(save);
  const total: MapOutcome = { batch, inserted: 0, changed: 0, duplicate: equal, conflicting: 0, errors: [] };
  const send = async (entity: ImportedKind, part: readonly GoodRow[]) => {
    if (part.length === 0) return;
    const run = { key: batch, answers: new Map(), jobs: new Map(), signal: AbortSignal.timeout(120_000), onSent() {} };
    const outcome = await sendRows(entity, part, { clientId, run, fields: [] });
    total.inserted += outcome.inserted;
    total.changed += outcome.changed;
    total.duplicate += outcome.duplicate;
    total.errors = [...total.errors, ...outcome.errors];
  };
  const stored = async <Kind extends "farm" | "pivot" | "soil">(kind: Kind) => {
    const { items } = await queryClient.fetchQuery({ ...listQuery({ _id: clientId }, kind), staleTime: 0 });
    return listsOf(new Map([[kind, items]])).of(kind);
  };

  const soil = newSoil(defaults.soilId);
  if (soil) await send("soil", [{ line: 0, fields: soil }]);
  const soilId = soil ? ((await stored("soil")).find(({ name }) => name === soil.name)?._id ?? "") : defaults.soilId;
  await send("farm", rows.farm);
  const named = (name: unknown) => (one: { name: string }) => one.name === name;
  const newFarm = rows.farm.find(({ fields }) => fields._id === undefined);
  const farm = save.farm ?? (newFarm && (await stored("farm")).find(named(newFarm.fields.name)));
  const machines = rows.pivot.map((row) =>
    row.fields._id === undefined ? { ...row, fields: { ...row.fields, farmId: farm?._id } } : row,
  );
  await send("pivot", machines);
  const added = machines.filter(({ fields }) => fields._id === undefined);
  const now = added.length > 0 ? (await stored("pivot")).filter(({ farmId }) => farmId === farm?._id) : [];
  const sectors = rows.pivotSector.map(({ line, fields }) => {
    if (fields._id !== undefined) return { line, fields };
    const machine = places.find((place) => place.line === line)?.machine;
    const pivotId = machine?._id ?? now.find(named(machine?.name))?._id;
    return { line, fields: { ...fields, pivotId, soilId: soilId || undefined } };
  });
  const divided = new Set([
    ...sectors.map(({ fields }) => fields.pivotId),
    ...lists.of("pivotSector").map(({ pivotId }) => pivotId),
  ]);
  const whole = added.flatMap(({ line, fields }): GoodRow[] => {
    const pivot = now.find(named(fields.name));
    if (!pivot || divided.has(pivot._id) || soilId === "") return [];
    const { angleStart, angleEnd } = pivot;
    return [{ line, fields: { pivotId: pivot._id, name: text.only, angleStart, angleEnd, soilId } }];
  });
  await send("pivotSector", [...sectors, ...whole]);
  return total;
}

/** A refused place with its name. */
export const refusalOf = ({ line, field, message }: RowError, places: readonly Place[]) =>
  text.refusedPlace(places.find((place) => place.line === line)?.name ?? String(line), field, message);
