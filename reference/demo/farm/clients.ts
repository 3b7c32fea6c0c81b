import { TypeChart } from "@lamina/shared/records/client";
import { GroupId } from "../../api/access/identity/groups.ts";
import { PLAIN_CLIENT } from "../simulator/world/quirks.ts";

export const SANTA_CLARA = "demo-santa-clara";
export const BOA_ESPERANCA = "demo-boa-esperanca";
/** The third client of the demo, with 120 pivots: only with `DEMO_FLEET`. */
export const CHAPADA = PLAIN_CLIENT;

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
    sensorTypeIds: [
      "weather-station",
      "rain-gauge",
      "soil-moisture-probe",
      "tensiometer",
      "pivot-panel",
      "flow-meter",
      "level-sensor",
    ],
  },
];

export const demoClientIds = demoClients.map(({ _id }) => _id);

export const fleetClient = {
  _id: CHAPADA,
  name: "Grupo Chapada Irrigada",
  typeChart: TypeChart.pivot,
  timezone: "America/Bahia",
  sensorTypeIds: ["weather-station", "rain-gauge", "soil-moisture-probe", "pivot-panel", "flow-meter"],
};

/** All clients that are simulated, where they are. */
export const simulatedClientIds = [...demoClientIds, CHAPADA];

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

/** Names of the demo users, as printed at the start. */
export const demoUserNames = demoUsers.map(({ userName }) => userName);
