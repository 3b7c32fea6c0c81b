import { now } from "../../platform/clock.ts";
import { forgiving, strictDatabase } from "../../platform/store/database.ts";
import { isStoreSilent, storeAnswers } from "../../platform/store/device-store.ts";
import { assemble, replaceText, sizeOf } from "../../platform/store/texts.ts";

let last: Promise<unknown> = Promise.resolve();
let newest = 0;

async function read<T>(name: string): Promise<T | undefined> {
  const found = await forgiving(() => strictDatabase.range(name));
  if (found === undefined && isStoreSilent()) {
    await storeAnswers();
    return read<T>(name);
  }
  const [assembled] = assemble(found ?? []);
  // One value in the versions before.
  return assembled ? (JSON.parse(assembled.text) as T) : (new Map(found).get(name) as T | undefined);
}

/** Stores the messages on the device in small parts, because they also come while the page is hidden or on its way out. */
export const messagesArchive = {
  /**
   * Waits for a store that does not answer. Until then nothing is written, because it would overwrite stored values.
   */
  get<T>(name: string): Promise<T | undefined> {
    const reading = read<T>(name);
    last = reading;
    return reading;
  },
  /** Of lists that come during a write only the newest is written. */
  set(name: string, value: unknown): Promise<void> {
    newest += 1;
    const turn = newest;
    const written = last.then(() => {
      if (turn !== newest) return;
      const text = JSON.stringify(value);
      return forgiving(() => replaceText({ name, version: now(), text, size: sizeOf(name, text) }));
    });
    last = written;
    return written;
  },
};
