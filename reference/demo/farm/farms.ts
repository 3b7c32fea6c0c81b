import type { farms, waterPermits, waterSources } from "../../api/schema/farms.ts";
import { BOA_ESPERANCA, SANTA_CLARA } from "./clients.ts";
import { line, outline } from "./geometry.ts";
import type { DemoRecord } from "./record.ts";

/** Ids of the farms, and their codes in the serial numbers of devices. */
export const RIO_DE_ONDAS = { _id: "demo-fazenda-rio-de-ondas", clientId: SANTA_CLARA, code: "RO" } as const;
export const BURITI = { _id: "demo-fazenda-buriti", clientId: SANTA_CLARA, code: "BU" } as const;
export const SITIO = { _id: "demo-sitio-boa-esperanca", clientId: BOA_ESPERANCA, code: "BE" } as const;

/** Irrigated regions of Brazil: the west of Bahia, the north-west of Minas Gerais, the north-east of São Paulo. */
export const demoFarms: DemoRecord<typeof farms>[] = [
  {
    _id: RIO_DE_ONDAS._id,
    clientId: SANTA_CLARA,
    name: "Fazenda Rio de Ondas",
    city: "Luís Eduardo Magalhães",
    state: "BA",
    lat: -12.09,
    lon: -45.79,
    altitude: 769,
    areaHa: 1180,
    timezone: "America/Bahia",
    boundary: outline(
      [-12.0715, -45.8115],
      [-12.0708, -45.7742],
      [-12.0861, -45.7729],
      [-12.1042, -45.7748],
      [-12.1049, -45.8102],
      [-12.0893, -45.8131],
    ),
    lines: [
      line("Estrada da sede", "road", [-12.0868, -45.7731], [-12.0871, -45.7959], [-12.0866, -45.8128]),
      line("Rio de Ondas", "water", [-12.0709, -45.779], [-12.086, -45.7768], [-12.1041, -45.779]),
      line("770 m", "contour", [-12.0708, -45.801], [-12.079, -45.7975], [-12.097, -45.7968], [-12.1047, -45.8]),
    ],
    stationDeviceId: "demo-em-ro-01",
  },
  {
    _id: BURITI._id,
    clientId: SANTA_CLARA,
    name: "Fazenda Buriti",
    city: "Paracatu",
    state: "MG",
    lat: -17.22,
    lon: -46.87,
    altitude: 688,
    areaHa: 640,
    timezone: "America/Sao_Paulo",
    boundary: outline(
      [-17.2072, -46.8858],
      [-17.2066, -46.8584],
      [-17.2213, -46.8569],
      [-17.2341, -46.8633],
      [-17.2334, -46.8821],
    ),
    lines: [
      line("Estrada da sede", "road", [-17.222, -46.857], [-17.2216, -46.8775], [-17.2222, -46.8838]),
      line("Córrego Buriti", "water", [-17.22, -46.8845], [-17.2255, -46.88], [-17.23, -46.879], [-17.2336, -46.8765]),
      line("680 m", "contour", [-17.2067, -46.8722], [-17.215, -46.8712], [-17.2215, -46.866], [-17.2338, -46.865]),
    ],
    stationDeviceId: "demo-em-bu-01",
  },
  {
    _id: SITIO._id,
    clientId: BOA_ESPERANCA,
    name: "Sítio Boa Esperança",
    city: "Guaíra",
    state: "SP",
    lat: -20.32,
    lon: -48.31,
    altitude: 517,
    areaHa: 165,
    timezone: "America/Sao_Paulo",
    boundary: outline([-20.3128, -48.3189], [-20.3121, -48.3022], [-20.3262, -48.3008], [-20.3279, -48.3174]),
    stationDeviceId: "demo-em-be-01",
  },
];

export const demoWaterSources: DemoRecord<typeof waterSources>[] = [
  {
    _id: "demo-captacao-rio-de-ondas",
    clientId: SANTA_CLARA,
    farmId: RIO_DE_ONDAS._id,
    name: "Captação Rio de Ondas",
    capacityM3h: 1270,
  },
  {
    _id: "demo-barragem-buriti",
    clientId: SANTA_CLARA,
    farmId: BURITI._id,
    name: "Barragem do Buriti",
    capacityM3h: 640,
  },
  { _id: "demo-poco-01", clientId: BOA_ESPERANCA, farmId: SITIO._id, name: "Poço 01", capacityM3h: 240 },
  { _id: "demo-ribeirao", clientId: BOA_ESPERANCA, farmId: SITIO._id, name: "Ribeirão do Jardim", capacityM3h: 120 },
];

/** A permit with the volume of its flow in all hours of a month. Its machines keep its hours, and so its volume on any day. */
export const permit = (
  fields: Omit<DemoRecord<typeof waterPermits>, "m3Month"> & { m3hMax: number; hoursDay: number; daysMonth: number },
): DemoRecord<typeof waterPermits> => ({ ...fields, m3Month: fields.m3hMax * fields.hoursDay * fields.daysMonth });

export const demoWaterPermits: DemoRecord<typeof waterPermits>[] = [
  permit({
    _id: "demo-outorga-rio-de-ondas",
    clientId: SANTA_CLARA,
    farmId: RIO_DE_ONDAS._id,
    pivotIds: ["demo-pivo-01", "demo-pivo-02", "demo-pivo-03"],
    number: "INEMA 18.642/2023",
    m3hMax: 1280,
    hoursDay: 21,
    daysMonth: 31,
    validUntil: "2033-08-14",
  }),
  permit({
    _id: "demo-outorga-pivo-04",
    clientId: SANTA_CLARA,
    farmId: RIO_DE_ONDAS._id,
    pivotIds: ["demo-pivo-04"],
    number: "INEMA 21.907/2024",
    m3hMax: 310,
    hoursDay: 21,
    daysMonth: 31,
    validUntil: "2028-03-02",
  }),
  permit({
    _id: "demo-outorga-buriti",
    clientId: SANTA_CLARA,
    farmId: BURITI._id,
    pivotIds: ["demo-pivo-05", "demo-pivo-06", "demo-pivo-07"],
    number: "IGAM 0902417/2022",
    m3hMax: 660,
    hoursDay: 21,
    daysMonth: 31,
    validUntil: "2032-03-31",
  }),
  permit({
    _id: "demo-outorga-poco-01",
    clientId: BOA_ESPERANCA,
    farmId: SITIO._id,
    pivotIds: ["demo-linear-01", "demo-aspersao-02"],
    number: "DAEE 3.117/2024",
    m3hMax: 250,
    hoursDay: 20,
    daysMonth: 31,
    validUntil: "2034-05-20",
  }),
  permit({
    _id: "demo-outorga-ribeirao",
    clientId: BOA_ESPERANCA,
    farmId: SITIO._id,
    pivotIds: ["demo-gotejo-03", "demo-gotejo-04"],
    number: "DAEE 1.448/2021",
    m3hMax: 120,
    hoursDay: 18,
    daysMonth: 31,
    validUntil: "2031-11-02",
  }),
];
