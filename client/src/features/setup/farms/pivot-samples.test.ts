import { expect, it } from "vitest";
import { recordReader } from "../importing/records/record-file.ts";
import { openSample } from "../importing/testing/open-sample.ts";
import { listsOf } from "../records/data/lists-of.ts";
import type { AnyRecord } from "../records/data/screen-config.ts";
import { pivotFile } from "./record-files.ts";

const lists = listsOf(new Map([["farm", [{ _id: "f1", clientId: "c1", name: "Buriti" } as AnyRecord]]]));
const fixed = { kind: "Pivô central", farmId: "Buriti" };
const read = async (file: string) => {
  const { good, errors, missing, mapping } = await openSample(file, recordReader(pivotFile(lists), lists), { fixed });
  expect([errors, missing, mapping.unclear]).toEqual([[], [], []]);
  return good.map(({ fields }) => fields);
};

it("a list of a maker in Portuguese: radius of the water and of the last tower, values at 100 %, horsepower", async () => {
  const [pivot] = await read(
    "Equipamento;Fazenda;Latitude;Longitude;Raio irrigado (m);Área irrigada (ha);Vazão (L/s);Lâmina bruta a 100% (mm);Tempo de volta a 100% (h);Velocidade última torre 100% (m/h);Raio última torre (m);CUC (%);Potência (cv);Eficiência (%)\nPivô 01;Buriti;-17,7852;-50,9647;400;50,3;50;4,2;11,8;206;385;88;125;85\n",
  );
  expect(pivot).toMatchObject({
    ...{ name: "Pivô 01", lat: -17.7852, lon: -50.9647, radiusM: 400, lastTowerM: 385, areaHa: 50.3, flowM3h: 180 },
    ...{ depth100Mm: 4.2, time100H: 11.8, speed100MH: 206, cucPct: 88, pumpKw: 91.93734375, efficiencyPct: 85 },
  });
});

it("a list in English: feet, acres and gallons", async () => {
  const [pivot] = await read(
    "Pivot,Latitude,Longitude,Length (ft),Area (ac),Flow (gpm),Eficiência\nP1,-17.7852,-50.9647,1312,125,900,85\n",
  );
  expect(pivot).toMatchObject({
    ...{ name: "P1", radiusM: 399.8976, areaHa: expect.closeTo(50.59, 2), flowM3h: expect.closeTo(204.4, 1) },
  });
});

it("coordinates in degrees, minutes and seconds, with west in either language", async () => {
  const file = `Nome;Fazenda;Latitude;Longitude;Raio (m);Vazão (m3/h);Eficiência (%)
P1;Buriti;17°47'06"S;50°57'53"W;400;180;85
P2;Buriti;17º 47' 06,5" S;50º 57,5' O;400;180;85
`;
  expect(await read(file)).toMatchObject([
    { lat: -17.785, lon: -50.9647222 },
    { lat: -17.7851389, lon: -50.9583333 },
  ]);
});
