// A panel that takes orders: an example that drives a simulated machine. With a real one, replace `machine`.
// SERIAL=PP-01 SECRET=kP1x… MQTT_URL=mqtts://api.example.com.br:8883 CA_FILE=ca.pem node docs/examples/panel.mjs
import { readFileSync } from "node:fs";
import { connectAsync } from "mqtt";

const { SERIAL: serial = "", SECRET: password = "", MQTT_URL: url = "", CA_FILE } = process.env;

/** The machine: its percentímetro, its water, its way. */
const machine = { running: false, wet: false, direction: "forward", percent: 0, angleDeg: 10 };
/** Of the last order that was taken. A real panel stores it, so that a restart does not take an old order again. */
let lastSequence = 0;

const ca = CA_FILE && readFileSync(CA_FILE);
// A clean session: no order waits for a panel that is away.
const broker = await connectAsync(url, { clientId: serial, username: serial, password, ca, clean: true });
const send = (topic, message) => broker.publishAsync(`devices/${serial}/${topic}`, JSON.stringify(message), { qos: 1 });
const now = () => new Date().toISOString();

/** A report after each change: only this proves an order. */
const report = () =>
  send("pivot", {
    ...machine,
    direction: machine.running ? machine.direction : "stopped",
    wet: machine.running && machine.wet,
    date: now(),
  });

/** What the machine does then; undefined for an order that it cannot do as a whole. */
function obeyed({ command, wet, direction, percent, table, stopAt }) {
  const setting =
    percent ?? table?.find(({ fromDeg, toDeg }) => fromDeg <= machine.angleDeg && machine.angleDeg <= toDeg)?.percent;
  if (stopAt !== undefined) return undefined;
  if (command === "stop") return { running: false };
  // An angle without a row is passed dry.
  if (command === "start")
    return {
      running: true,
      wet: wet && setting !== undefined,
      percent: setting,
      direction: direction ?? machine.direction,
    };
  if (command === "speed") return { percent: setting };
  if (command === "direction") return machine.wet ? undefined : { direction };
  return command === "pump" ? { wet } : undefined;
}

async function take(order) {
  // In silence, because an answer to a repetition would contradict the first one.
  if (order.sequence <= lastSequence) return;
  lastSequence = order.sequence;
  const answer = (state, reason) => send("command-states", { id: order.id, state, date: now(), reason });
  if (now() > order.expiresAt) return answer("refused", "ordem vencida");
  const change = obeyed(order);
  if (change === undefined) return answer("refused", "o painel não faz isto");
  await answer("accepted");
  Object.assign(machine, change);
  await report();
}

broker.on("message", (_topic, payload) => void take(JSON.parse(payload.toString())));
await broker.subscribeAsync(`devices/${serial}/commands`, { qos: 1 });
await report();
setInterval(report, 60_000);
