import type { Session } from "./session.ts";

interface Stored {
  _id: string;
}

/** A farm with one system, one sector in season, and a weather station. */
export interface PlantedFarm {
  farmId: string;
  pivotId: string;
  sectorId: string;
  /** Id of the station. */
  deviceId: string;
  serial: string;
}

interface FarmGiven {
  clientId: string;
  name: string;
  timezone: string;
  plantingDate: string;
  serial: string;
  /** Variables of the station with their units. */
  sensors: Readonly<Record<string, string>>;
  /** Further fields of the pivot. */
  pivot?: object;
  /** Share of the available water at planting; 80 if omitted. */
  initialMoisturePct?: number;
}

/** A client that is deleted when it is disposed of. */
export interface PlantedClient extends AsyncDisposable {
  clientId: string;
}

/**
 * Creates a separate client, so that a journey does not affect others. A journey hands it to `keep`: a client that is
 * deleted under an open page makes its requests in flight fail.
 */
export async function addClient(session: Session, name: string, typeChart: 1 | 2): Promise<PlantedClient> {
  const { _id } = await session.post<Stored>("/Client/Insert", { name, typeChart, timezone: "America/Sao_Paulo" });
  return { clientId: _id, [Symbol.asyncDispose]: () => session.remove(`/Client/Delete?ID=${_id}`) };
}

/** Creates a farm through the API: a round pivot of one sector, planted with beans. */
export async function plantFarm(session: Session, options: FarmGiven): Promise<PlantedFarm> {
  const { clientId, name, timezone, plantingDate, serial, sensors, pivot, initialMoisturePct = 80 } = options;
  const insert = async (entity: string, fields: object) =>
    (await session.post<Stored>(`/${entity}/Insert`, { clientId, ...fields }))._id;
  const place = { lat: -15, lon: -56 };
  const farmId = await insert("Farm", { name, timezone, altitude: 500, ...place });
  const soilId = await insert("Soil", { name: `Solo de ${name}`, layers: [{ depthCm: 100, fcPct: 30, wpPct: 15 }] });
  const cropId = await insert("Crop", {
    name: "Feijão",
    stages: [20, 30, 40, 20].map((days, index) => ({ name: `Fase ${index + 1}`, days, kc: 1 })),
    ...{ kcIni: 0.5, kcMid: 1.15, kcEnd: 0.4, rootIniCm: 30, rootMaxCm: 60, p: 0.45 },
  });
  const pivotId = await insert("Pivot", {
    farmId,
    name: `Pivô de ${name}`,
    kind: "pivot",
    ...place,
    ...{ radiusM: 300, flowM3h: 150, depth100Mm: 5, time100H: 10, efficiencyPct: 85 },
    ...pivot,
  });
  const sectorId = await insert("PivotSector", { pivotId, name: "Setor único", angleStart: 0, angleEnd: 360, soilId });
  await insert("Season", { sectorId, cropId, plantingDate, status: "active", initialMoisturePct });
  const deviceId = await insert("Device", {
    farmId,
    sensorTypeId: "weather-station",
    name: `Estação de ${name}`,
    serial,
  });
  for (const [variable, unit] of Object.entries(sensors)) await insert("Sensor", { deviceId, variable, unit });
  const farm = await session.get<Stored & { updatedAt: string }>(`/Farm/GetByID?ID=${farmId}`);
  await session.post("/Farm/Update", { _id: farmId, updatedAt: farm.updatedAt, stationDeviceId: deviceId });
  return { farmId, pivotId, sectorId, deviceId, serial };
}
