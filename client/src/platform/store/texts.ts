import { strictDatabase, utf8Length } from "./database.ts";

/**
 * Longest part of a text. WebKit holds the store back from the next page when this page is left during a write of 100 kB,
 * and does not for 50 kB.
 */
const PART_CHARACTERS = 12_000;
/** Maximum length of the end of a key. */
const KEY_BYTES = 40;
const KEY = /^(.*)\/(\d+)\.(\d+)\.(\d+)\.(\d+)$/s;

/** A text to store. Another version replaces the one before. */
export interface NamedText {
  name: string;
  version: number;
  text: string;
  /** Space on the device, in bytes: {@link sizeOf}. */
  size: number;
}

/** A version of a text on the device, by the keys of its parts. */
interface StoredText {
  name: string;
  version: number;
  keys: readonly string[];
  size: number;
  /** False when the page ended while it was written. */
  isWhole: boolean;
}

/** The parts of a text, each with its key: name, version, size, index and number of parts. */
export function partsOf({ name, version, size, text }: NamedText): [key: string, part: string][] {
  const count = Math.max(1, Math.ceil(text.length / PART_CHARACTERS));
  return Array.from({ length: count }, (_, index) => [
    `${name}/${version}.${size}.${index}.${count}`,
    text.slice(index * PART_CHARACTERS, (index + 1) * PART_CHARACTERS),
  ]);
}

/** Space that the parts of a text take with their keys, in bytes. */
export const sizeOf = (name: string, text: string): number =>
  utf8Length(text) + Math.ceil(text.length / PART_CHARACTERS) * (utf8Length(name) + KEY_BYTES);

/** The texts whose parts have these keys. */
export function textsOf(keys: readonly string[]): StoredText[] {
  const found = new Map<string, Omit<StoredText, "isWhole"> & { keys: string[]; count: number }>();
  for (const key of keys) {
    const [, name, version, size, index, count] = KEY.exec(key) ?? [];
    if (name === undefined) continue;
    const id = `${name}/${version}.${size}.${count}`;
    const text = found.get(id) ?? {
      name,
      version: Number(version),
      size: Number(size),
      keys: [],
      count: Number(count),
    };
    text.keys[Number(index)] = key;
    found.set(id, text);
  }
  return [...found.values()].map(({ count, keys, ...text }) => {
    const there = keys.filter((key) => key !== undefined);
    return { ...text, keys: there, isWhole: there.length === count };
  });
}

/** Puts the newest whole version of each text together from its parts. */
export function assemble(entries: readonly (readonly [key: string, value: unknown])[]): NamedText[] {
  const values = new Map(entries);
  const newest = new Map<string, StoredText>();
  for (const text of textsOf([...values.keys()])) {
    if (text.isWhole && text.version >= (newest.get(text.name)?.version ?? 0)) newest.set(text.name, text);
  }
  return [...newest.values()].map(({ keys, isWhole: _isWhole, ...text }) => ({
    ...text,
    text: keys.map((key) => String(values.get(key))).join(""),
  }));
}

/** Stores a text in place of its versions before, which stay until it is whole. */
export async function replaceText(text: NamedText): Promise<void> {
  const before = textsOf(await strictDatabase.namesOf(`${text.name}/`));
  await writeText(text, () => Promise.resolve(true));
  const news = new Set(partsOf(text).map(([key]) => key));
  for (const { keys } of before) await strictDatabase.removeAll(keys.filter((key) => !news.has(key)));
}

/**
 * Stores a text one part after the other, each in its own transaction. It is there when all its parts are.
 * @param goesOn waits for a good moment before each part; false ends it
 * @returns false when it was ended
 */
export async function writeText(text: NamedText, goesOn: () => Promise<boolean>): Promise<boolean> {
  for (const [key, part] of partsOf(text)) {
    if (!(await goesOn())) return false;
    await strictDatabase.set(key, part);
  }
  return true;
}
