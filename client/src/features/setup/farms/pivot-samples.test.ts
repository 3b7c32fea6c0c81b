import { expect, it } from "vitest";
import { recordReader } from "../importing/records/record-file.ts";
import { openSample } from "../importing/testing/open-sample.ts";
import { listsOf } from "../records/data/lists-of.ts";
import type { AnyRecord } from "../records/data/screen-config.ts";
import { pivotFile } from "./record-files.ts";

const lists = listsOf(
  new Map([["farm", [{ _id: "f1", clientId: "c1", name: "Buriti", lat: -17.8, lon: -50.9 } as AnyRecord]]]),
);
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

it.each([
  ["the farm", "Equipamento;Fazenda;UTM E (m);UTM N (m)", "P1;Buriti;503741;8033578"],
  ["points of thousands", "Equipamento;Fazenda;Coord. X;Coord. Y", "P1;Buriti;503.741;8.033.578"],
  ["its name of the zone", "Equipamento;Fazenda;Leste 22K;Norte 22K", "P1;Buriti;503741,00;8033578,00"],
  ["the column of the zone", "Equipamento;Fazenda;E;N;Fuso", "P1;Buriti;503741,0;8033578,0;22S"],
  ["the number of its system", "Equipamento;Fazenda;E;N\n", "P1;Buriti;503741;8033578"],
])("places in metres of UTM are read by %s", async (_by, names, row) => {
  const [first = "", ...others] = names.split(";");
  const head = `${first};${others.join(";").trim()};Raio (m);Vazão (m3/h);Eficiência (%)`;
  const file = `SIRGAS 2000 EPSG:31982\n${head}\n${row};400;180;85\n`;
  const [pivot] = await read(_by === "the number of its system" ? file : file.replace(/^.*\n/, ""));
  expect(pivot).toMatchObject({ lat: expect.closeTo(-17.7852, 4), lon: expect.closeTo(-50.9647, 4), radiusM: 400 });
});
