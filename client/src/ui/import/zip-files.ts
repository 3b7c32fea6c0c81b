import { UnreadableFile } from "./opened-sheet.ts";
import { zipFault } from "./zip-guard.ts";

/** A yearly archive of INMET has some 560 tables, of which a person takes one. */
const MAX_TABLES = 30;
const TABLES = /\.(csv|txt|dat|tsv|xlsx|xls|ods|json)$/i;

/** The tables in a zip, as files. @throws UnreadableFile */
export async function openZip(bytes: Uint8Array): Promise<{ name: string; content: ArrayBuffer }[]> {
  const fault = zipFault(bytes);
  if (fault) throw new UnreadableFile(fault);
  const { unzipSync } = await import("fflate");
  const isTable = ({ name }: { name: string }) => TABLES.test(name) && !/(^|\/)(__MACOSX|\.)/.test(name);
  let count = 0;
  try {
    const files = Object.entries(unzipSync(bytes, { filter: (file) => isTable(file) && ++count <= MAX_TABLES }));
    if (count > MAX_TABLES || files.length === 0) throw new UnreadableFile("zip");
    return files.map(([path, content]) => ({
      name: path.split("/").slice(-1)[0] ?? path,
      content: content.slice().buffer,
    }));
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile("broken");
  }
}
