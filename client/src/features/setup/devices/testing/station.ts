import { openSample } from "../../importing/testing/open-sample.ts";
import { listsOf } from "../../records/data/lists-of.ts";
import type { AnyRecord } from "../../records/data/screen-config.ts";
import { readingReader } from "../reading-reader.ts";

const record = (fields: object) => fields as AnyRecord;
const lists = listsOf(
  new Map([
    ["farm", [record({ _id: "f1", name: "Buriti", timezone: "America/Sao_Paulo" })]],
    ["device", [record({ _id: "d1", serial: "E-1", farmId: "f1" })]],
  ]),
);
export const reader = readingReader(lists);

/** Reads a file of the only station. */
export const read = (content: string | Uint8Array, sheet?: string) => openSample(content, reader, {}, sheet);
