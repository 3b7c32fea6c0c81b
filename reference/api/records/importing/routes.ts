import { views } from "@lamina/shared/calls/views";
import type { Context } from "../../core/context.ts";
import type { Router } from "../../http/router.ts";
import type { RecordDefinition } from "../definition.ts";
import { createRecords } from "../service.ts";
import type { NotedKind } from "./parts.ts";
import { createUndo, type UndonePart } from "./undo.ts";

/** The calls that import records of a farm's set-up, by the entity's name. */
const imported = {
  Farm: [views.farmImport, views.farmPreview],
  Pivot: [views.pivotImport, views.pivotPreview],
  PivotSector: [views.pivotSectorImport, views.pivotSectorPreview],
  Soil: [views.soilImport, views.soilPreview],
  Crop: [views.cropImport, views.cropPreview],
  Season: [views.seasonImport, views.seasonPreview],
  Device: [views.deviceImport, views.devicePreview],
} as const;

/**
 * Imports of a farm's set-up, and the undo of any import.
 * @param others imported records that have their own calls, and imports that are no records
 */
export function fileImportRoutes(
  router: Router,
  context: Pick<Context, "database" | "clock" | "events">,
  definitions: readonly RecordDefinition[],
  others: { records: readonly UndonePart[]; noted: readonly NotedKind[] },
): void {
  for (const definition of definitions) {
    const calls = Object.entries(imported).find(([entity]) => entity === definition.entity)?.[1];
    if (!calls) continue;
    const [importCall, previewCall] = calls;
    const records = createRecords(definition, context);
    router.route(importCall, ({ caller, body }) => records.import(caller, body, importCall.access));
    router.route(previewCall, ({ caller, body }) => records.preview(caller, body, previewCall.access));
  }
  const undo = createUndo(
    context,
    [
      ...definitions.map((definition) => ({ definition, records: createRecords(definition, context) })),
      ...others.records,
    ],
    others.noted,
  );
  router.route(views.importBatches, ({ caller, query }) => undo.list(caller, query.ID));
  router.route(views.importUndo, ({ caller, body }) => undo.step(caller, body));
}
