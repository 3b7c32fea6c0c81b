import { expect, it } from "vitest";
import { recordReader } from "../importing/records/record-file.ts";
import { openSample } from "../importing/testing/open-sample.ts";
import { listsOf } from "../records/data/lists-of.ts";
import { soilFile } from "./soil-file.ts";

const read = async (file: string) => {
  const { good, errors } = await openSample(file, recordReader(soilFile(), listsOf(new Map())));
  expect(errors).toEqual([]);
  return good.map(({ fields }) => fields);
};
const water = (fcPct: number, wpPct: number) => ({ fcPct: expect.closeTo(fcPct, 0), wpPct: expect.closeTo(wpPct, 0) });

it("laboratories write texture in %, g/kg and dag/kg", async () => {
  const [percent] = await read("Amostra;Argila (%);Silte (%);Areia (%)\nT1;45;15;40");
  const [grams] = await read("Amostra;Argila (g/kg);Silte (g/kg);Areia total (g/kg)\nT1;450;150;400");
  const [plain] = await read("Amostra;Argila;Silte;Areia\nT1;450;150;400");
  const [decagrams] = await read("Amostra;Argila (dag/kg);Silte (dag/kg);Areia (dag/kg)\nT1;45;15;40");
  expect([grams, plain, decagrams]).toEqual([percent, percent, percent]);
  expect(percent).toMatchObject({ name: "T1", layers: [{ depthCm: 100, ...water(39.4, 27.4) }] });
});

it("several depths of a point are the layers of one soil", async () => {
  const soils = await read(
    "Ponto;Prof. (cm);Argila (g/kg);Silte (g/kg);Areia (g/kg)\nP1;20-40;550;150;300\nP1;0-20;350;150;500\nP2;0-20;150;50;800",
  );
  expect(soils).toMatchObject([
    { name: "P1", layers: [{ depthCm: 20 }, { depthCm: 40 }] },
    { name: "P2", layers: [{ depthCm: 100 }] },
  ]);
  expect(soils.some((soil) => "sampleDepth" in soil)).toBe(false);
});

it.each(["Argilosa", "MUITO ARGILOSA", "Média", "Franco-argilo-arenosa", "Areia franca"])(
  "a class alone gives start values: %s",
  async (texture) => {
    const [soil] = await read(`Talhão;Classe textural\nT1;${texture}`);
    expect(soil).toMatchObject({ name: "T1", texture, layers: [{ depthCm: 100 }] });
  },
);

it("laboratories: organic matter in g/dm³, measured CC and PMP of a sample, a depth in its name", async () => {
  const clay = (unit: string, organic: string) =>
    `Nº Lab;Identificação;Profundidade;M.O. ${unit};Argila g/kg;Silte g/kg;Areia Total g/kg\n1;T1;0-20;${organic};352;108;540\n`;
  expect(await read(clay("g/dm³", "6"))).toEqual(await read(clay("%", "0,6")));
  const measured = await read(
    "Amostra;Camada (cm);Argila (g kg-1);Areia (g kg-1);Ds (g cm-3);CC (cm3 cm-3);PMP (cm3 cm-3)\nP1;0-20;352;540;1,25;0,31;0,19\nP1;20-40;400;500;1,30;0,33;0,21\n",
  );
  expect(measured).toMatchObject([
    {
      name: "P1",
      layers: [
        { depthCm: 20, fcPct: 31, wpPct: 19, bulkDensity: 1.25 },
        { depthCm: 40, fcPct: 33, wpPct: 21, bulkDensity: 1.3 },
      ],
    },
  ]);
  const named = await read(
    "AMOSTRA;ARGILA %;AREIA %\nGleba 01 - 0 a 20 cm;35,2;54\nGleba 01 - 20 a 40 cm;40;50\nGleba 02 (0-20 cm);20;70\n",
  );
  expect(named).toMatchObject([
    { name: "Gleba 01", layers: [{ depthCm: 20 }, { depthCm: 40 }] },
    { name: "Gleba 02", layers: [{ depthCm: 100 }] },
  ]);
});
