import { TypeChart } from "@lamina/shared/client";
import { GroupId } from "../identity/groups.ts";

const SANTA_CLARA = "demo-santa-clara";
const BOA_ESPERANCA = "demo-boa-esperanca";

/** Two customers, one drawn as pivots and one as rulers. */
export const demoClients = [
  {
    _id: SANTA_CLARA,
    name: "Agropecuária Santa Clara",
    typeChart: TypeChart.pivot,
    timezone: "America/Bahia",
    sensorTypeIds: ["weather-station", "rain-gauge", "soil-moisture-probe", "pivot-panel", "flow-meter"],
  },
  {
    _id: BOA_ESPERANCA,
    name: "Irrigantes Boa Esperança",
    typeChart: TypeChart.bar,
    timezone: "America/Sao_Paulo",
    sensorTypeIds: ["weather-station", "rain-gauge", "tensiometer", "level-sensor"],
  },
];

/** Irrigated regions of Brazil: the west of Bahia, the north-west of Minas Gerais, the north-east of São Paulo. */
export const demoFarms = [
  {
    _id: "demo-fazenda-rio-de-ondas",
    clientId: SANTA_CLARA,
    name: "Fazenda Rio de Ondas",
    city: "Luís Eduardo Magalhães",
    state: "BA",
    lat: -12.09,
    lon: -45.79,
    altitude: 769,
    timezone: "America/Bahia",
  },
  {
    _id: "demo-fazenda-buriti",
    clientId: SANTA_CLARA,
    name: "Fazenda Buriti",
    city: "Paracatu",
    state: "MG",
    lat: -17.22,
    lon: -46.87,
    altitude: 688,
    timezone: "America/Sao_Paulo",
  },
  {
    _id: "demo-sitio-boa-esperanca",
    clientId: BOA_ESPERANCA,
    name: "Sítio Boa Esperança",
    city: "Guaíra",
    state: "SP",
    lat: -20.32,
    lon: -48.31,
    altitude: 517,
    timezone: "America/Sao_Paulo",
  },
];

export const demoUsers = [
  {
    _id: "demo-ana",
    userName: "ana",
    name: "Ana Martins",
    groupId: GroupId.manager,
    clientIds: [SANTA_CLARA, BOA_ESPERANCA],
  },
  { _id: "demo-bruno", userName: "bruno", name: "Bruno Alves", groupId: GroupId.operator, clientIds: [SANTA_CLARA] },
  { _id: "demo-carla", userName: "carla", name: "Carla Nunes", groupId: GroupId.viewer, clientIds: [] },
  { _id: "demo-admin", userName: "admin", name: "Administração", groupId: GroupId.administrator, clientIds: [] },
];
