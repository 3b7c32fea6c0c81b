import fc from "fast-check";
import { expect, it } from "vitest";
import { jsonFields } from "./json-fields.ts";

it("gives each value as written: numbers that parsing would change, blanks, escapes, nesting", () => {
  const json = `{ "a":12345678901234567890 ,"b" : 1e400,"c":{"d":[1.10,"}\\"{,:"]}, "\\u0065":"\\\\", "":null }`;
  expect(jsonFields(json)).toEqual([
    ["a", "12345678901234567890"],
    ["b", "1e400"],
    ["c", `{"d":[1.10,"}\\"{,:"]}`],
    ["e", `"\\\\"`],
    ["", "null"],
  ]);
});

it("gives the fields of any object, in any layout", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(undefined, 1), (object, indent) => {
      const json = JSON.stringify(object, null, indent);
      const fields = jsonFields(json).map(([name, text]) => [name, JSON.parse(text)]);
      expect(fields).toEqual(Object.entries(JSON.parse(json)));
    }),
  );
});
