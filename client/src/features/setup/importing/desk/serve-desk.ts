import { UnreadableFile } from "../../../../ui/import/opened-sheet.ts";
import type { RowReader } from "../import-field.ts";
import type { GoodRow } from "../import-rows.ts";
import type { Answer, Question } from "./desk-messages.ts";
import { type Desk, fileDesk } from "./file-desk.ts";

/** The worker's side of the messages. */
interface Port {
  postMessage(message: unknown): void;
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
}

/** Rows of one message. */
const SENT_ROWS = 500;

/** Answers a page that has its file read by this worker. `readerOf` gets the first message. */
export function serveDesk<Lists>(port: Port, readerOf: (lists: Lists) => RowReader): void {
  let desk: Desk | undefined;
  const streams = new Map<number, AsyncIterator<readonly GoodRow[]>>();
  port.addEventListener("message", ({ data }) => {
    if (!desk) desk = fileDesk(readerOf(data as Lists));
    else void answer(desk, data as Question & { id: number });
  });
  port.postMessage("ready");

  async function answer(open: Desk, question: Question & { id: number }): Promise<void> {
    const { id } = question;
    const reply = (message: Answer) => port.postMessage(message);
    try {
      reply({ id, value: await answerTo(open, question, (progress) => reply({ id, progress })) });
    } catch (error) {
      reply(error instanceof UnreadableFile ? { id, unreadable: error.reason } : { id, failed: String(error) });
    }
  }

  async function answerTo(open: Desk, question: Question, onRows: (rows: number) => void): Promise<unknown> {
    switch (question.call) {
      case "open":
        return open.open(question.file);
      case "suggest":
        return open.suggest(question.sheet);
      case "look":
        return open.look(question.sheet, question.mapping, onRows);
      case "repair":
        return open.repair(question.refused, question.name);
      case "rows":
        return nextRows(open, question.stream);
    }
  }

  /** The next rows of a stream; none after the last one. */
  async function nextRows(open: Desk, stream: number): Promise<GoodRow[]> {
    const iterator = streams.get(stream) ?? open.rows()[Symbol.asyncIterator]();
    streams.set(stream, iterator);
    const rows: GoodRow[] = [];
    while (rows.length < SENT_ROWS) {
      const { done, value } = await iterator.next();
      if (done) break;
      rows.push(...value);
    }
    if (rows.length === 0) streams.delete(stream);
    return rows;
  }
}
