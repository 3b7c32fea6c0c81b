import { expect, it } from "vitest";
import { documentFault } from "./document.ts";

it.each(["", "529.982.247-25", "11.222.333/0001-81", "00.000.000/0001-91", "12.ABC.345/01DE-35", "12abc34501de35"])(
  "accepts “%s”",
  (written) => expect(documentFault(written)).toBeNull(),
);

it.each([
  ["529.982.247-2", "length"],
  ["529.982.247-24", "digits"],
  ["11.222.333/0001-82", "digits"],
  ["111.111.111-11", "digits"],
  ["12.ABC.345/01DE-3A", "digits"],
  ["529.982.247-2A", "digits"],
])("rejects “%s” because of its %s", (written, fault) => expect(documentFault(written)).toBe(fault));
