import type { Variable } from "@lamina/shared/records/telemetry";
import { variableRow, variablesAt } from "@lamina/shared/records/variables";
import type { devices, monitors, sensors } from "../../api/schema/telemetry.ts";
import type { DemoRecord } from "./record.ts";

export interface Measured {
  variable: Variable;
  unit: string;
  depthCm?: number;
}

/** A device with what it measures, and the sector of its soil sensors. */
export type Installed = DemoRecord<typeof devices> & { measures: readonly Measured[]; sectorId?: string };

/** A measured variable, in the API's unit. */
export const measured = (variable: Variable, depthCm?: number): Measured => ({
  variable,
  unit: variableRow(variable).unit,
  ...(depthCm !== undefined && { depthCm }),
});

const SKY = ["airTemp", "airHum", "wind", "gust", "windDir", "rad", "pressure"] as const;
export const STATION = ([...SKY, "rain"] as const).map((variable) => measured(variable));
/** A station whose rain is a running total. */
export const COUNTING_STATION = ([...SKY, "rainTotal"] as const).map((variable) => measured(variable));

const PROBE_DEPTHS = [10, 20, 40, 60] as const;
/** The upper layers have the greatest weight, because most roots take up water there. */
const PROBE_WEIGHTS = [0.3, 0.3, 0.25, 0.15];
export const PROBE: readonly Measured[] = [
  ...PROBE_DEPTHS.map((depthCm) => measured("soilMoist", depthCm)),
  measured("soilTemp", 10),
  measured("ec", 20),
];

/** A device with a serial number such as `SU-RO-03`; its id follows from it. */
export function device(
  farm: { _id: string; clientId: string; code: string },
  kind: string,
  number: number,
  fields: Omit<Installed, "_id" | "clientId" | "farmId" | "serial" | "intervalMin" | "maintenance"> &
    Partial<Pick<Installed, "intervalMin">>,
): Installed {
  const serial = `${kind}-${farm.code}-${String(number).padStart(2, "0")}`;
  return {
    _id: `demo-${serial.toLowerCase()}`,
    clientId: farm.clientId,
    farmId: farm._id,
    serial,
    intervalMin: 15,
    maintenance: false,
    ...fields,
  };
}

export const deviceRows = (installed: readonly Installed[]): DemoRecord<typeof devices>[] =>
  installed.map(({ measures: _, sectorId: __, ...row }) => row);

const sensorId = (deviceId: string, { variable, depthCm }: Measured) =>
  [deviceId, variable, depthCm].filter((part) => part !== undefined).join("-");

export const sensorRows = (installed: readonly Installed[]): DemoRecord<typeof sensors>[] =>
  installed.flatMap(({ _id: deviceId, clientId, measures }) =>
    measures.map((measured) => ({
      _id: sensorId(deviceId, measured),
      clientId,
      deviceId,
      ...measured,
      calibA: 0,
      calibB: 1,
    })),
  );

const SOIL_WATER = variablesAt("soil-water");

/** A monitor for each device in the soil of a sector. */
export function monitorRows(
  installed: readonly Installed[],
  sectors: readonly { _id: string; soilId: string }[],
): DemoRecord<typeof monitors>[] {
  const soilOf = new Map(sectors.map(({ _id, soilId }) => [_id, soilId] as const));
  return installed.map(({ _id, clientId, name, measures, sectorId = "", lat, lon }) => {
    const observed = measures.filter(({ variable }) => SOIL_WATER.includes(variable));
    return {
      _id: `${_id}-monitor`,
      clientId,
      name: name ?? "",
      sectorId,
      sensorIds: observed.map((one) => sensorId(_id, one)),
      weights: observed.length === PROBE_WEIGHTS.length ? PROBE_WEIGHTS : observed.map(() => 1 / observed.length),
      soilId: soilOf.get(sectorId) ?? null,
      alertIds: [],
      lat: lat ?? null,
      lon: lon ?? null,
    };
  });
}
