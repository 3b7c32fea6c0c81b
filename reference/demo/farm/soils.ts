import type { soils } from "../../api/schema/farms.ts";
import { BOA_ESPERANCA, SANTA_CLARA } from "./clients.ts";
import type { DemoRecord } from "./record.ts";

/** The sandy soil of two demo clients. */
export const neossolo = {
  name: "Neossolo Quartzarênico",
  texture: "areia franca",
  layers: [
    { depthCm: 20, fcPct: 14.2, wpPct: 5.3, bulkDensity: 1.55 },
    { depthCm: 100, fcPct: 15.1, wpPct: 5.9, bulkDensity: 1.57 },
  ],
  infiltrationMmH: 75,
} satisfies Partial<DemoRecord<typeof soils>>;

/** Water contents from surveys of the Cerrado for these soils; deeper layers have more clay. */
export const demoSoils: DemoRecord<typeof soils>[] = [
  {
    _id: "demo-solo-latossolo-amarelo",
    clientId: SANTA_CLARA,
    name: "Latossolo Amarelo, textura média",
    texture: "franco-argiloarenosa",
    layers: [
      { depthCm: 20, fcPct: 22.5, wpPct: 10.8, bulkDensity: 1.45 },
      { depthCm: 40, fcPct: 23.4, wpPct: 11.6, bulkDensity: 1.48 },
      { depthCm: 100, fcPct: 24.2, wpPct: 12.4, bulkDensity: 1.44 },
    ],
    infiltrationMmH: 38,
  },
  {
    _id: "demo-solo-neossolo",
    clientId: SANTA_CLARA,
    ...neossolo,
  },
  {
    _id: "demo-solo-latossolo-vermelho-amarelo",
    clientId: SANTA_CLARA,
    name: "Latossolo Vermelho-Amarelo argiloso",
    texture: "argilosa",
    layers: [
      { depthCm: 20, fcPct: 33.8, wpPct: 21.5, bulkDensity: 1.12 },
      { depthCm: 40, fcPct: 34.6, wpPct: 22.4, bulkDensity: 1.1 },
      { depthCm: 100, fcPct: 35.9, wpPct: 23.7, bulkDensity: 1.06 },
    ],
    infiltrationMmH: 30,
  },
  {
    _id: "demo-solo-latossolo-vermelho",
    clientId: BOA_ESPERANCA,
    name: "Latossolo Vermelho distroférrico",
    texture: "muito argilosa",
    layers: [
      { depthCm: 20, fcPct: 38.2, wpPct: 25.6, bulkDensity: 1.18 },
      { depthCm: 60, fcPct: 39.1, wpPct: 26.8, bulkDensity: 1.15 },
      { depthCm: 150, fcPct: 40.2, wpPct: 28, bulkDensity: 1.1 },
    ],
    infiltrationMmH: 22,
  },
  {
    _id: "demo-solo-argissolo",
    clientId: BOA_ESPERANCA,
    name: "Argissolo Vermelho-Amarelo",
    texture: "franco-arenosa sobre argila",
    layers: [
      { depthCm: 30, fcPct: 21.4, wpPct: 9.7, bulkDensity: 1.5 },
      { depthCm: 60, fcPct: 27.8, wpPct: 15.9, bulkDensity: 1.42 },
      { depthCm: 150, fcPct: 30.5, wpPct: 19.2, bulkDensity: 1.38 },
    ],
    infiltrationMmH: 26,
  },
];
