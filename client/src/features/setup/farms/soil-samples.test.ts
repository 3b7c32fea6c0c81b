import { expect, it } from "vitest";
import { recordReader } from "../importing/records/record-file.ts";
import { openSample } from "../importing/testing/open-sample.ts";
import { listsOf } from "../records/data/use-lists.ts";
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
