// Fills NODE_COMPILE_CACHE while the image is built: starts the BFF, and stops it when it listens, because Node writes the
// cache when a program ends. No API or broker is needed.
import { spawn } from "node:child_process";

const UNREACHABLE = { UPSTREAM_URL: "https://127.0.0.1:444", MQTT_URL: "wss://127.0.0.1:8884/mqtt" };
const { env } = process;

const bff = spawn(process.execPath, process.argv.slice(2), {
  env: { ...env, ...UNREACHABLE, LOG_LEVEL: "info", DRAIN_DELAY_MS: "0" },
  stdio: ["ignore", "pipe", "inherit"],
});
let output = "";
bff.stdout.on("data", (chunk) => {
  output += chunk;
  if (!bff.killed && output.includes('"configured as"')) bff.kill("SIGTERM");
});
bff.on("exit", (code) => {
  if (code !== 0) console.error(output);
  process.exit(code ?? 1);
});
