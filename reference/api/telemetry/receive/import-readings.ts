import type { ImportReply } from "@lamina/shared/calls/views/field-records";
import type { ReadingRows, TelemetryReply } from "@lamina/shared/records/readings";
import { refusalWords } from "@lamina/shared/rules/refusal-text";
import { problems } from "../../http/problem.ts";
import { readBatch } from "../rules/read-batch.ts";
import type { ReceivedBatch } from "./ingest.ts";

/** The rows of a file as a batch that is judged row by row. @throws HttpProblem 400 when none can be read */
export function batchOfRows({ serial, readings }: ReadingRows, at: Date): ReceivedBatch {
  const read = readBatch(serial, { serial, readings });
  if ("id" in read) throw problems.validation([{ field: read.field ?? "readings", id: read.id }]);
  const { batch, indexes, refused } = read;
  return { batch, message: { indexes, refused, notes: [] }, reception: { at, history: true, anyAge: true } };
}

/** The answer of an import, with the rows from 1. Rows that contradict stored ones are no duplicates. */
export function importReply({ accepted, duplicate, rejected }: TelemetryReply, conflicting: number): ImportReply {
  return {
    inserted: accepted,
    duplicate: duplicate - conflicting,
    changed: 0,
    conflicting,
    errors: rejected.map(({ index, id, field = "" }) => ({
      row: index + 1,
      field: field.split(".").slice(-1)[0] ?? field,
      id,
      message: refusalWords(id).what,
    })),
  };
}
