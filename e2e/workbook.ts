import { crc32 } from "node:zlib";

/** A part of a workbook: its path, and its XML. */
type Part = readonly [path: string, xml: string];

const NAMESPACE = "http://schemas.openxmlformats.org";
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** A spreadsheet with one sheet, as a person has it: texts as texts, numbers as numbers. */
export function workbook(name: string, rows: readonly (readonly (string | number)[])[]) {
  const cell = (value: string | number) =>
    typeof value === "number" ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
  const data = rows.map((row) => `<row>${row.map(cell).join("")}</row>`).join("");
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${NAMESPACE}/officeDocument/2006/relationships/${kind}" Target="${target}"/>`;
  const relations = (inside: string) =>
    `<Relationships xmlns="${NAMESPACE}/package/2006/relationships">${inside}</Relationships>`;
  const main = `xmlns="${NAMESPACE}/spreadsheetml/2006/main"`;
  const type = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  const buffer = zipOf([
    [
      "[Content_Types].xml",
      `<Types xmlns="${NAMESPACE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/></Types>`,
    ],
    ["_rels/.rels", relations(relation("rId1", "officeDocument", "xl/workbook.xml"))],
    ["xl/_rels/workbook.xml.rels", relations(relation("rId1", "worksheet", "worksheets/sheet1.xml"))],
    [
      "xl/workbook.xml",
      `<workbook ${main} xmlns:r="${NAMESPACE}/officeDocument/2006/relationships"><sheets><sheet name="Planilha1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    ["xl/worksheets/sheet1.xml", `<worksheet ${main}><sheetData>${data}</sheetData></worksheet>`],
  ]);
  return { name, mimeType: `${type}.sheet`, buffer };
}

/** A zip archive of stored parts (APPNOTE 4.3). */
function zipOf(parts: readonly Part[]): Buffer {
  const bodies: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [path, xml] of parts) {
    const [name, data] = [Buffer.from(path), Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${xml}`)];
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const body = Buffer.concat([signature(0x04034b50), common, name, data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    entries.push(Buffer.concat([signature(0x02014b50), Buffer.from([20, 0]), common, tail, name]));
    bodies.push(body);
    offset += body.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, directory, signature(0x06054b50), end]);
}

function signature(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer;
}
