// `npm run conformance -- https://api.example.com.br:444 [--write] [--out folder]`: makes the app's calls to an API and
// reports the results. API_USER and API_PASSWORD log in; UPSTREAM_CA_FILE and the variables of the broker are the BFF's own.
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ConfigError, readConfig } from "../server/src/config.ts";
import { examineApi, LoginFailed } from "./conformance/examine.ts";
import { countVerdicts, fedScreens, firstStep, isUsable, reportPage, unknownCalls } from "./conformance/report.ts";
import { explainLink } from "./doctor/finding.ts";

const TIMEOUT_MS = 30_000;
const USAGE = `API_USER=… API_PASSWORD=… npm run conformance -- https://api.example.com.br:444 [--write] [--out folder]

  --write   also adds, changes and deletes a client with a record of each kind
  --out     folder of report.html and report.json (conformance)

API_USER and API_PASSWORD log in; UPSTREAM_CA_FILE names a private authority; MQTT_URL, MQTT_USERNAME, MQTT_PASSWORD_FILE
and MQTT_CA_FILE name the broker, whose topics are examined too. docs/your-api.md describes the calls.`;

const { values, positionals } = readArguments();
const [url] = positionals;
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const { API_USER, API_PASSWORD, UPSTREAM_CA_FILE } = process.env;
if (!url || URL.parse(url)?.protocol !== "https:" || !API_USER || !API_PASSWORD) {
  console.error(USAGE);
  process.exit(2);
}

try {
  // The port of a BFF is of no concern here, and could be the API's.
  const { upstream, broker } = readConfig({ ...process.env, UPSTREAM_URL: url, PORT: "0" });
  const result = await examineApi({
    url,
    ca: upstream?.ca,
    userName: API_USER,
    password: API_PASSWORD,
    broker,
    write: values.write,
    now: () => new Date(),
    timeoutMs: TIMEOUT_MS,
  });
  const folder = resolve(process.env.INIT_CWD ?? ".", values.out);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "report.json"), `${JSON.stringify(result, undefined, 2)}\n`);
  writeFileSync(join(folder, "report.html"), reportPage(result));
  const counts = Object.entries(countVerdicts(result)).filter(([, count]) => count > 0);
  const lines = [counts.map(([verdict, count]) => `${count} ${verdict}`).join(", "), unknownCalls(result)];
  const page = join(folder, "report.html");
  console.log([...lines.filter(Boolean), fedScreens(result), page, firstStep(result)].join("\n"));
  process.exitCode = isUsable(result) ? 0 : 1;
} catch (error) {
  if (error instanceof LoginFailed || error instanceof ConfigError) console.error(error.message);
  else {
    const names = {
      part: "api",
      address: new URL(url).host,
      urlVariable: "the address",
      caVariable: "UPSTREAM_CA_FILE",
      caFile: UPSTREAM_CA_FILE,
    } as const;
    const { what, remedy } = explainLink(error, names);
    console.error(`${what} ${remedy}`);
  }
  process.exitCode = 1;
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        write: { type: "boolean", default: false },
        out: { type: "string", default: "conformance" },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    process.exit(2);
  }
}
