import { views } from "@lamina/shared/calls/views";
import type { UndoReply } from "@lamina/shared/calls/views/field-records";
import { call } from "../../../../api/http.ts";

/** Takes back an import, some records a call. @throws ApiError */
export async function undoImport(
  clientId: string,
  batch: string,
  onStep: (reply: UndoReply) => void,
): Promise<UndoReply> {
  let undone = 0;
  const refused = new Map<string, UndoReply["refused"][number]>();
  for (;;) {
    const reply = await call(views.importUndo, { body: { clientId, batch } });
    undone += reply.undone;
    for (const one of reply.refused) refused.set(`${one.entity} ${one.recordId}`, one);
    const sum = { ...reply, undone, refused: [...refused.values()] };
    if (reply.left === 0) return sum;
    onStep(sum);
  }
}
