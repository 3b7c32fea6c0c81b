import { FarmFields } from "@lamina/shared/records/farm";
import { expect, it } from "vitest";
import { fromFormValue, toFormValue } from "../../../ui/form/form-values.ts";
import { type DrawnLine, linesOf, linesValue, pointsText, readPoints } from "./farm-lines.ts";

const road: DrawnLine = {
  name: "Estrada da sede",
  kind: "road",
  points: [
    [-12.1, -45.8],
    [-12.123456, -45.79],
  ],
};

it("writes lines for the API with longitude first, and reads them back from a stored record", () => {
  const schema = FarmFields.shape.lines;
  const sent = fromFormValue(schema, linesValue([road]));
  expect(schema.parse(sent)).toEqual([
    {
      name: road.name,
      kind: "road",
      points: [
        [-45.8, -12.1],
        [-45.79, -12.123456],
      ],
    },
  ]);
  expect(linesOf(toFormValue(schema, sent))).toEqual([road]);
  expect(linesOf(toFormValue(schema, undefined))).toEqual([]);
});

it("has points as text for the keyboard, and refuses rows that are no place", () => {
  expect(pointsText(road.points)).toBe("-12,1 -45,8\n-12,123456 -45,79");
  expect(readPoints(` ${pointsText(road.points)}\n\n`)).toEqual(road.points);
  expect(readPoints("-12,1; -45,8")).toEqual([[-12.1, -45.8]]);
  for (const wrong of ["-12,1", "-12 -45 3", "norte -45", "-95 -45"]) expect(readPoints(wrong), wrong).toBeNull();
});
