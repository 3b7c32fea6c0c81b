// `npm run topics [-- <filter>]`: prints every message of the embedded broker of a running reference API that the BFF
// may receive.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import mqtt from "mqtt";
import { root } from "./run.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: "string", default: `${root}.data/upstream` },
    url: { type: "string", default: "wss://localhost:8884/mqtt" },
  },
});
const [filter = "+/+/Frontend/#"] = positionals;
try {
  const client = await mqtt.connectAsync(values.url, {
    username: process.env.MQTT_USERNAME ?? "bff",
    password: process.env.MQTT_PASSWORD ?? readFileSync(`${values.data}/broker-password`, "utf8").trim(),
    ca: readFileSync(`${values.data}/tls/ca.pem`),
  });
  client.on("message", (topic, payload) => console.log(topic, payload.toString()));
  await client.subscribeAsync(filter, { qos: 1 });
  console.log(`listening to ${filter} at ${values.url}; Ctrl-C ends it`);
  process.once("SIGINT", () => void client.endAsync());
} catch (error) {
  console.error(`${error.message}: is the API running, with this --url and --data?`);
  process.exitCode = 1;
}
