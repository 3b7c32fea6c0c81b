import { BURITI, demoFarms, RIO_DE_ONDAS, SITIO } from "./farms.ts";
import { pointAt } from "./geometry.ts";
import {
  COUNTING_STATION,
  device,
  deviceRows,
  type Installed,
  type Measured,
  measured,
  monitorRows,
  PROBE,
  STATION,
  sensorRows,
} from "./installed.ts";
import { demoPivots, demoSectors } from "./systems.ts";

type Farm = typeof RIO_DE_ONDAS | typeof BURITI | typeof SITIO;

const farms: readonly Farm[] = [RIO_DE_ONDAS, BURITI, SITIO];
const farmOf = (farmId: string) => {
  const farm = farms.find(({ _id }) => _id === farmId);
  if (farm === undefined) throw new RangeError(`no demo farm ${farmId}`);
  return farm;
};

const TENSIOMETER: readonly Measured[] = [20, 40].map((depthCm) => measured("soilTension", depthCm));

const stations = farms.map((farm) => {
  const { lat = 0, lon = 0 } = demoFarms.find(({ _id }) => _id === farm._id) ?? {};
  const isEcowitt = farm === BURITI;
  return device(farm, "EM", 1, {
    sensorTypeId: "weather-station",
    name: "Estação da sede",
    model: isEcowitt ? "Ecowitt GW2001 Wittboy" : "Davis Vantage Pro2",
    ...pointAt({ lat, lon }, 90, 120),
    heightM: 2,
    intervalMin: 5,
    measures: isEcowitt ? COUNTING_STATION : STATION,
  });
});

const gauges = (
  [
    [RIO_DE_ONDAS, 1, "Pluviômetro Pivô 01", "demo-pivo-01"],
    [RIO_DE_ONDAS, 2, "Pluviômetro Pivô 04", "demo-pivo-04"],
    [BURITI, 1, "Pluviômetro Pivô 07", "demo-pivo-07"],
    [SITIO, 1, "Pluviômetro do café", "demo-gotejo-03"],
  ] as const
).map(([farm, number, name, pivotId]) => {
  const { lat, lon, radiusM } = pivotOf(pivotId);
  return device(farm, "PL", number, {
    sensorTypeId: "rain-gauge",
    name,
    model: "Campbell TB4",
    ...pointAt({ lat, lon }, 45, radiusM + 40),
    heightM: 1.5,
    measures: [measured("rain")],
  });
});

/** Sectors with a probe, and those with tensiometers, each in the order of their numbers on the farm. */
const PROBED = [
  "demo-pivo-01-1",
  "demo-pivo-01-3",
  "demo-pivo-02-1",
  "demo-pivo-03-1",
  "demo-pivo-05-1",
  "demo-pivo-05-3",
  "demo-pivo-06-2",
  "demo-linear-01-1",
  "demo-gotejo-03-1",
];
const WITH_TENSIOMETERS = ["demo-aspersao-02-1", "demo-gotejo-04-1"];

const probes = inSectors(PROBED, "SU", (sector, pivotName) => ({
  sensorTypeId: "soil-moisture-probe",
  name: `Sonda ${pivotName} ${sector.name}`,
  model: "Sentek Drill & Drop 60",
  measures: PROBE,
}));
const tensiometers = inSectors(WITH_TENSIOMETERS, "TE", (sector, pivotName) => ({
  sensorTypeId: "tensiometer",
  name: `Tensiômetros ${pivotName} ${sector.name}`,
  model: "Irrometer RSU-C",
  measures: TENSIOMETER,
}));

/** Only moving machines have a panel that reports. */
const panels = farms.flatMap((farm) =>
  demoPivots
    .filter(({ farmId, kind }) => farmId === farm._id && (kind === "pivot" || kind === "linear"))
    .map(({ _id, name, lat, lon }, index) =>
      device(farm, "PP", index + 1, {
        sensorTypeId: "pivot-panel",
        name: `Painel ${name}`,
        model: "Valley ICON5",
        lat,
        lon,
        pivotId: _id,
        intervalMin: 1,
        measures: [],
      }),
    ),
);

const meters = (
  [
    [RIO_DE_ONDAS, "HD", 1, "Hidrômetro da captação", "flow-meter", "flow"],
    [BURITI, "HD", 1, "Hidrômetro da barragem", "flow-meter", "flow"],
    [SITIO, "HD", 1, "Hidrômetro do poço", "flow-meter", "flow"],
    [SITIO, "NV", 1, "Nível do ribeirão", "level-sensor", "level"],
  ] as const
).map(([farm, kind, number, name, sensorTypeId, variable]) =>
  device(farm, kind, number, {
    sensorTypeId,
    name,
    model: variable === "flow" ? "Octave DN250" : "VEGAPULS C 11",
    measures: [measured(variable)],
  }),
);

/** Meters of single systems, whose water use is therefore measured: one counts its volume, one reports its flow. */
const systemMeters = (
  [
    [BURITI, 2, "demo-pivo-07", "flowTotal"],
    [SITIO, 2, "demo-gotejo-03", "flow"],
  ] as const
).map(([farm, number, pivotId, variable]) => {
  const { name, lat, lon } = pivotOf(pivotId);
  return device(farm, "HD", number, {
    sensorTypeId: "flow-meter",
    name: `Hidrômetro ${name}`,
    model: "Octave DN150",
    lat,
    lon,
    pivotId,
    measures: [measured(variable)],
  });
});

const installed: readonly Installed[] = [
  ...stations,
  ...gauges,
  ...probes,
  ...tensiometers,
  ...panels,
  ...meters,
  ...systemMeters,
];

export const demoDevices = deviceRows(installed);
export const demoSensors = sensorRows(installed);
export const demoMonitors = monitorRows([...probes, ...tensiometers], demoSectors);

function pivotOf(pivotId: string) {
  const pivot = demoPivots.find(({ _id }) => _id === pivotId);
  if (pivot === undefined) throw new RangeError(`no demo pivot ${pivotId}`);
  return pivot;
}

/** One device in each of these sectors, at two thirds of the radius in the middle of its angle. */
function inSectors(
  sectorIds: readonly string[],
  kind: string,
  describe: (
    sector: (typeof demoSectors)[number],
    pivotName: string,
  ) => Pick<Installed, "sensorTypeId" | "name" | "model" | "measures">,
): Installed[] {
  const numbers = new Map<string, number>();
  return sectorIds.map((sectorId) => {
    const sector = demoSectors.find(({ _id }) => _id === sectorId);
    if (sector === undefined) throw new RangeError(`no demo sector ${sectorId}`);
    const { lat, lon, radiusM, name } = pivotOf(sector.pivotId);
    const number = (numbers.get(sector.farmId) ?? 0) + 1;
    numbers.set(sector.farmId, number);
    return device(farmOf(sector.farmId), kind, number, {
      ...describe(sector, name),
      ...pointAt({ lat, lon }, (sector.angleStart + sector.angleEnd) / 2, (2 / 3) * radiusM),
      sectorId,
    });
  });
}
