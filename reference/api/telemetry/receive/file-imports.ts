import { views } from "@lamina/shared/calls/views";
import type { ImportReply } from "@lamina/shared/calls/views/field-records";
import type { ReadingRows } from "@lamina/shared/records/readings";
import type { Context } from "../../core/context.ts";
import type { Database } from "../../core/database/open.ts";
import type { DomainEvents } from "../../core/domain-events.ts";
import type { Precedence } from "../../core/precedence.ts";
import type { Caller } from "../../http/caller.ts";
import { type NotedKind, notePart } from "../../records/importing/parts.ts";
import type { DoubtChange } from "../store/rain-review.ts";
import { takeBackReadings, WrittenReadings, writtenReadings } from "../store/take-back.ts";
import { batchOfRows, importReply } from "./import-readings.ts";
import { changesOf, foreseeBatch, type ReceivedBatch, type storeBatches, type Written } from "./ingest.ts";

/** Readings from files. */
export interface FileImports {
  /** Stores rows of a file, and notes them by its batch. @throws HttpProblem 400 when none can be read */
  add(
    caller: Caller,
    rows: ReadingRows & { batch: string },
    place: { clientId: string; farmId: string },
  ): Promise<ImportReply>;
  /** What {@link add} would answer. */
  foresee(rows: ReadingRows): Promise<ImportReply>;
  kind: NotedKind;
}

interface FileImportsOptions extends Pick<Context, "database" | "clock" | "events"> {
  precedence?: Precedence | undefined;
  /** Stores a batch, with work in its transaction. */
  store(
    received: ReceivedBatch,
    within: (transaction: Database, written: Written) => Promise<void>,
  ): Promise<Awaited<ReturnType<typeof storeBatches>>>;
  logDoubts(changes: readonly DoubtChange[]): void;
}

/** Takes readings from files in their own transactions, so that each can be taken back. */
export function createFileImports({
  database,
  clock,
  events,
  precedence,
  store,
  logDoubts,
}: FileImportsOptions): FileImports {
  return {
    async add(caller, { batch, ...rows }, place) {
      const now = clock.now();
      const received = batchOfRows(rows, now);
      await precedence?.afterPeople();
      const { replies, conflicting } = await store(received, (transaction, { newReadings, doubted }) =>
        notePart(transaction, {
          ...{ ...place, batch, author: caller, date: now, entity: "Reading" },
          ...{ inserted: newReadings.length, changed: doubted.length, content: writtenReadings(newReadings, doubted) },
        }),
      );
      const [reply = { accepted: 0, duplicate: 0, rejected: [] }] = replies;
      return importReply(reply, conflicting);
    },

    async foresee(rows) {
      const { reply, conflicting } = await foreseeBatch(database, batchOfRows(rows, clock.now()));
      return importReply(reply, conflicting);
    },

    kind: {
      entity: "Reading",
      access: views.readingImport.access,
      async takeBack(content, mark) {
        let changes: DomainEvents["readings"][] = [];
        await database.transaction(async (transaction) => {
          const { gone, devices, doubts } = await takeBackReadings(transaction, WrittenReadings.parse(content));
          await mark(transaction);
          changes = changesOf(gone, devices, doubts);
          await events.emitWithin(transaction, "readings", changes);
          logDoubts(doubts);
        });
        await events.emitAll("readings", changes);
        return [];
      },
    },
  };
}
