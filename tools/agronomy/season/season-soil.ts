import { TABLE_19, type Texture } from "@lamina/agronomy/soil/evaporation-layer";
import { type SoilLayer, uniformSoil } from "@lamina/agronomy/soil/soil-water";
import type { Json, Reader } from "../input/reader.ts";
import { text } from "../input/text.ts";
import type { Scenario } from "./scenario.ts";

const WATER = ["thetaFC", "thetaWP", "theta0"] as const;

/** Water contents, uniform or in layers, and the parameters of the evaporation layer and of the runoff. */
export function readSoil(
  reader: Reader,
  soil: Json,
  mode: Scenario["mode"],
  note: (words: string) => void,
): Scenario["soil"] {
  const water = soil.layers === undefined ? WATER : ["layers"];
  reader.onlyKeys(soil, [...water, "Ze", "REW", "CN2", "texture"], "soil.");
  if (mode === "single")
    for (const name of ["Ze", "REW"]) if (soil[name] !== undefined) note(text.note.unused(`soil.${name}`, mode));
  const texture = soil.texture;
  if (texture !== undefined && !Object.hasOwn(TABLE_19, String(texture)))
    reader.fail("soil.texture", text.oneOf(Object.keys(TABLE_19)));
  return {
    ...(soil.layers === undefined ? readUniform(reader, soil) : readLayers(reader, soil.layers)),
    ze: reader.optionalNumber(soil.Ze, "soil.Ze", 0.01, 0.5),
    rew: reader.optionalNumber(soil.REW, "soil.REW", 0, 50),
    cn2: reader.optionalNumber(soil.CN2, "soil.CN2", 1, 100),
    texture: texture as Texture | undefined,
  };
}

type Water = Pick<Scenario["soil"], "layers" | "theta0">;

function readUniform(reader: Reader, soil: Json): Water {
  const { fc, wp, theta0 } = readWater(reader, soil, "soil");
  return { layers: uniformSoil(fc, wp), theta0 };
}

/** From the surface down; the last layer continues below its lower edge. */
function readLayers(reader: Reader, value: unknown): Water {
  if (!Array.isArray(value) || value.length === 0)
    reader.fail("soil.layers", Array.isArray(value) ? text.emptyList : text.notList);
  const layers: SoilLayer[] = [];
  const thetas: (number | undefined)[] = [];
  for (const [index, item] of (Array.isArray(value) ? value : []).entries()) {
    const path = `soil.layers[${index}]`;
    const layer = reader.object(item, path);
    reader.onlyKeys(layer, ["depth_m", ...WATER], `${path}.`);
    const depthM = reader.number(layer.depth_m, `${path}.depth_m`, 0.01, 10);
    const above = layers.at(-1)?.depthM ?? 0;
    if (depthM <= above) reader.fail(`${path}.depth_m`, text.outOfOrder(above));
    const { fc, wp, theta0 } = readWater(reader, layer, path);
    layers.push({ depthM, fc, wp });
    thetas.push(theta0);
  }
  const initialThetas = thetas.filter((theta) => theta !== undefined);
  if (initialThetas.length > 0 && initialThetas.length < thetas.length)
    reader.fail("soil.layers", text.partlyKnown("theta0"));
  return { layers, theta0: initialThetas.length > 0 ? initialThetas : undefined };
}

function readWater(reader: Reader, water: Json, path: string) {
  const fc = reader.number(water.thetaFC, `${path}.thetaFC`, 0.01, 0.9);
  const wp = reader.number(water.thetaWP, `${path}.thetaWP`, 0, 0.9);
  if (wp >= fc) reader.fail(`${path}.thetaWP`, text.order("thetaWP", "thetaFC"));
  return { fc, wp, theta0: reader.optionalNumber(water.theta0, `${path}.theta0`, 0, 0.9) };
}
