import type { farms, pivotSectors, pivots, soils, waterPermits, waterSources } from "../../api/schema/farms.ts";
import type { tariffs } from "../../api/schema/settings.ts";
import { CHAPADA } from "./clients.ts";
import type { CropKey } from "./crops.ts";
import { permit } from "./farms.ts";
import { outline, pointAt } from "./geometry.ts";
import { device, deviceRows, type Installed, measured, monitorRows, PROBE, STATION, sensorRows } from "./installed.ts";
import type { DemoRecord } from "./record.ts";
import { irrigatorWindows } from "./settings.ts";
import { neossolo } from "./soils.ts";
import type { SectorPlan } from "./systems.ts";

/** Four farms of 30 pivots, in rows of six, each pivot with four sectors. */
const COLUMNS = 6;
const PIVOTS_PER_FARM = 30;
/** m between the centres of two pivots. */
const SPACING_M = 1_160;
/** Pivots of one crop in a row, as farms plant them. */
const PIVOTS_PER_CROP = 5;
/** One pivot in three has a probe, one in ten a rain gauge. */
const PIVOTS_PER_PROBE = 3;
const PIVOTS_PER_GAUGE = 10;

/** Along the BA-459 and the BR-020, in the west of Bahia. The point is the north-western pivot's centre. */
const FARMS = [
  {
    code: "VR",
    name: "Fazenda Vereda Grande",
    city: "Luís Eduardo Magalhães",
    lat: -12.31,
    lon: -45.99,
    altitude: 812,
  },
  { code: "SA", name: "Fazenda Serra Azul", city: "Barreiras", lat: -11.86, lon: -45.72, altitude: 768 },
  { code: "ES", name: "Fazenda Estrela do Oeste", city: "São Desidério", lat: -12.71, lon: -45.81, altitude: 846 },
  { code: "LD", name: "Fazenda Lagoa Dourada", city: "Correntina", lat: -13.38, lon: -45.62, altitude: 871 },
].map((farm) => ({ ...farm, _id: `demo-fazenda-${farm.code.toLowerCase()}`, clientId: CHAPADA }));

/** What grows on the pivots, by turns: crop, and days since the first of them was planted. */
const SOWN: readonly (readonly [CropKey, number])[] = [
  ["soja", 44],
  ["milho", 36],
  ["algodao", 52],
  ["soja", 22],
  ["feijao", 50],
  ["milho", 12],
];
/** A machine's sectors are planted one after the other. */
const DAYS_BETWEEN_SECTORS = 1;
/** Pivots without a crop at present. */
const isFallow = (number: number) => number % 27 === 0;

const soilId = (name: string) => `${CHAPADA}-solo-${name}`;

export const fleetSoils: DemoRecord<typeof soils>[] = [
  {
    _id: soilId("latossolo"),
    clientId: CHAPADA,
    name: "Latossolo Amarelo, textura média",
    texture: "franco-argiloarenosa",
    layers: [
      { depthCm: 20, fcPct: 22.5, wpPct: 10.8, bulkDensity: 1.45 },
      { depthCm: 100, fcPct: 24.2, wpPct: 12.4, bulkDensity: 1.44 },
    ],
    infiltrationMmH: 38,
  },
  {
    _id: soilId("neossolo"),
    clientId: CHAPADA,
    ...neossolo,
  },
];

export const fleetFarms: DemoRecord<typeof farms>[] = FARMS.map((farm) => {
  const { code, ...row } = farm;
  const [rows, margin] = [PIVOTS_PER_FARM / COLUMNS, SPACING_M / 2 + 60];
  const corner = (north: number, east: number) => {
    const { lat, lon } = pointAt(pointAt(row, 0, north), 90, east);
    return [lat, lon] as const;
  };
  const [south, east] = [-(rows - 1) * SPACING_M - margin, (COLUMNS - 1) * SPACING_M + margin];
  return {
    ...row,
    state: "BA",
    areaHa: Math.round(((margin - south) * (margin + east)) / 10_000),
    timezone: "America/Bahia",
    boundary: outline(corner(margin, -margin), corner(margin, east), corner(south, east), corner(south, -margin)),
    stationDeviceId: `demo-em-${code.toLowerCase()}-01`,
  };
});

/** A river intake that carries about two thirds of a farm's machines at once. */
export const fleetWaterSources: DemoRecord<typeof waterSources>[] = FARMS.map(({ _id: farmId, code, clientId }) => ({
  _id: `${farmId}-captacao`,
  clientId,
  farmId,
  name: `Captação ${code}`,
  capacityM3h: 7_200,
}));

const places = FARMS.flatMap((farm, farmIndex) =>
  Array.from({ length: PIVOTS_PER_FARM }, (_, index) => {
    const [row, column] = [Math.floor(index / COLUMNS), index % COLUMNS];
    const number = (farmIndex + 1) * 100 + index + 1;
    const centre = pointAt(pointAt(farm, 180, row * SPACING_M), 90, column * SPACING_M);
    return { farm, number, centre, order: farmIndex * PIVOTS_PER_FARM + index, radiusM: 440 + 20 * ((index * 7) % 6) };
  }),
);

const pivotId = (number: number) => `demo-pivo-${number}`;

export const fleetPivots: DemoRecord<typeof pivots>[] = places.map(({ farm, number, centre, radiusM }) => {
  // 9.5 mm in a day of 21 hours over the whole circle.
  const flowM3h = Math.round((Math.PI * radiusM ** 2 * 0.0095) / 21);
  return {
    _id: pivotId(number),
    clientId: CHAPADA,
    farmId: farm._id,
    name: `Pivô ${number}`,
    kind: "pivot",
    ...centre,
    radiusM,
    lastTowerM: radiusM - 14,
    angleStart: 0,
    angleEnd: 360,
    flowM3h,
    speed100MH: 240,
    minPercent: 10,
    maxHoursDay: 21,
    efficiencyPct: 83 + (number % 6),
    pumpKw: Math.round(flowM3h / 3.1),
    waterSourceId: `${farm._id}-captacao`,
  };
});

export const fleetSectors: (DemoRecord<typeof pivotSectors> & { plan: SectorPlan; farmId: string })[] = places.flatMap(
  ({ farm, number, order }) =>
    Array.from({ length: 4 }, (_, index) => ({
      _id: `${pivotId(number)}-${index + 1}`,
      clientId: CHAPADA,
      farmId: farm._id,
      pivotId: pivotId(number),
      name: `Setor ${"ABCD"[index] ?? ""}`,
      angleStart: 90 * index,
      angleEnd: 90 * (index + 1),
      soilId: soilId(order % 4 === 3 ? "neossolo" : "latossolo"),
      plan: planOf(order, number, index),
    })),
);

function planOf(order: number, number: number, sector: number): SectorPlan {
  const [crop, plantedDaysAgo] = SOWN[Math.floor(order / PIVOTS_PER_CROP) % SOWN.length] ?? SOWN[0] ?? ["soja", 40];
  if (isFallow(number)) return { now: null, before: [], next: { crop, inDays: 6 } };
  return { now: { crop, plantedDaysAgo: plantedDaysAgo - sector * DAYS_BETWEEN_SECTORS }, before: [] };
}

export const fleetWaterPermits: DemoRecord<typeof waterPermits>[] = FARMS.map(({ _id: farmId, clientId }, index) =>
  permit({
    _id: `${farmId}-outorga`,
    clientId,
    farmId,
    pivotIds: places.flatMap(({ farm, number }) => (farm._id === farmId ? [pivotId(number)] : [])),
    number: `INEMA ${21_300 + 17 * index}/2024`,
    m3hMax: 7_300,
    hoursDay: 21,
    daysMonth: 31,
    validUntil: "2034-06-30",
  }),
);

export const fleetTariffs: DemoRecord<typeof tariffs>[] = [
  {
    _id: "demo-tarifa-chapada",
    clientId: CHAPADA,
    name: "Verde A4 irrigante (Coelba)",
    windows: irrigatorWindows({ reserved: 0.142, peak: 2.318, offpeak: 0.447 }),
    demandKw: 9_200,
    demandBrlKw: 24.9,
  },
];

const placesOf = (farmId: string) => places.filter(({ farm }) => farm._id === farmId);

const installed: readonly Installed[] = FARMS.flatMap((farm) => {
  const places = placesOf(farm._id);
  const every = (count: number) => places.filter((_, index) => index % count === 0);
  return [
    device(farm, "EM", 1, {
      sensorTypeId: "weather-station",
      name: "Estação da sede",
      model: "Davis Vantage Pro2",
      ...pointAt(farm, 90, SPACING_M / 2),
      heightM: 2,
      intervalMin: 5,
      measures: STATION,
    }),
    device(farm, "HD", 1, {
      sensorTypeId: "flow-meter",
      name: "Hidrômetro da captação",
      model: "Octave DN250",
      measures: [measured("flow")],
    }),
    ...every(PIVOTS_PER_GAUGE).map(({ number, centre, radiusM }, index) =>
      device(farm, "PL", index + 1, {
        sensorTypeId: "rain-gauge",
        name: `Pluviômetro Pivô ${number}`,
        model: "Campbell TB4",
        ...pointAt(centre, 45, radiusM + 40),
        heightM: 1.5,
        measures: [measured("rain")],
      }),
    ),
    ...every(PIVOTS_PER_PROBE).map(({ number, centre, radiusM }, index) =>
      device(farm, "SU", index + 1, {
        sensorTypeId: "soil-moisture-probe",
        name: `Sonda Pivô ${number} Setor A`,
        model: "Sentek Drill & Drop 60",
        ...pointAt(centre, 45, (2 / 3) * radiusM),
        measures: PROBE,
        sectorId: `${pivotId(number)}-1`,
      }),
    ),
    ...places.map(({ number, centre }, index) =>
      device(farm, "PP", index + 1, {
        sensorTypeId: "pivot-panel",
        name: `Painel Pivô ${number}`,
        model: "Valley ICON5",
        ...centre,
        pivotId: pivotId(number),
        intervalMin: 1,
        measures: [],
      }),
    ),
  ];
});

export const fleetDevices = deviceRows(installed);
export const fleetSensors = sensorRows(installed);
export const fleetMonitors = monitorRows(
  installed.filter(({ sectorId }) => sectorId !== undefined),
  fleetSectors,
);
