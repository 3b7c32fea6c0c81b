import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import { BROKER_QOS } from "@lamina/shared/core/limits";
import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import { deviceTopic } from "@lamina/shared/messages/device-topics";
import { connectAsync } from "mqtt";
import { compiled } from "../../scripts/testing/compiled.ts";
import { environmentOf, readReplicas } from "../../scripts/testing/compose.ts";
import { postgresPrograms, startPostgresServer } from "../../scripts/testing/postgres.ts";
import { journey } from "../journey.ts";
import { bffEnvironment, startBff } from "../product/bff.ts";
import { localCertificate } from "../product/certificate.ts";
import { clockEnvironment } from "../product/clock.ts";
import { addClient, plantFarm } from "../product/farm.ts";
import { mosquittoFile, startMosquitto } from "../product/mosquitto.ts";
import { Program } from "../product/program.ts";
import { openSession } from "../product/session.ts";
import { expectLive, logIn } from "../screens.ts";

const NAME = "Fazenda dividida";
const TIME_ZONE = "America/Cuiaba";
/** Of the administrator, in a file of its own. */
const PASSWORD = "segredo-da-jornada";
const { args, services } = readReplicas();

/** The API's processes of the compose file, by its command line and environments: only addresses and files are replaced. */
async function startProcesses(stack: AsyncDisposableStack, executable: string, programs: string) {
  const folder = mkdtempSync(join(tmpdir(), "lamina-processes-"));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const [postgres, mosquitto] = await Promise.all([startPostgresServer(programs), startMosquitto(executable)]);
  stack.defer(postgres.stop);
  const { broker, caFile: brokerCaFile } = stack.use(mosquitto);
  const { authority, cert, key } = await localCertificate();
  const files = {
    authority,
    cert,
    key,
    secret: "k".repeat(32),
    mqtt: broker.password,
    admin: PASSWORD,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const start = async (name: string) => {
    const service = services[name];
    if (service === undefined) throw new Error(`no service ${name}`);
    const env = environmentOf(service, {
      ...compiled,
      PATH: process.env.PATH,
      ...clockEnvironment(),
      PORT: 0,
      METRICS_PORT: undefined,
      DATA_DIR: join(folder, name),
      DATABASE_URL: postgres.url,
      DATABASE_PASSWORD_FILE: undefined,
      SECRET_KEY_FILE: join(folder, "secret"),
      TLS_CERT_FILE: join(folder, "cert"),
      TLS_KEY_FILE: join(folder, "key"),
      MQTT_URL: broker.url,
      MQTT_USERNAME: broker.username,
      MQTT_PASSWORD_FILE: join(folder, "mqtt"),
      MQTT_CA_FILE: brokerCaFile,
      ADMIN_PASSWORD_FILE: join(folder, "admin"),
      DRAIN_DELAY_MS: 0,
    });
    const program = stack.use(new Program(name, process.execPath, args, { env }));
    return program.waitFor("URL", () => /https:\/\/localhost:\d+/.exec(program.output)?.[0]);
  };
  const [first, second] = await Promise.all(["api-1", "api-2", "worker", "ingest"].map(start));
  const bffs = [first, second].map(async (url) => {
    const environment = bffEnvironment({ url: url ?? "", caFile: join(folder, "authority"), broker, demo: null });
    return stack.use(await startBff({ ...environment, MQTT_CA_FILE: brokerCaFile })).url;
  });
  return { urls: await Promise.all(bffs), broker, brokerCaFile };
}

journey("a page shows what other processes wrote, computed and received", async ({ keep, visit, skip }) => {
  if (!mosquittoFile || !postgresPrograms) return skip("PostgreSQL or Mosquitto is not installed");
  const stack = await keep(Promise.resolve(new AsyncDisposableStack()));
  const { urls, broker, brokerCaFile } = await startProcesses(stack, mosquittoFile, postgresPrograms);
  const [ofWriter = "", ofPage = ""] = urls;
  const session = await openSession(ofWriter, "admin", PASSWORD);
  const { clientId } = await keep(addClient(session, NAME, 1));
  const today = farmDay(Date.now(), TIME_ZONE);
  const { sectorId, serial } = await plantFarm(session, {
    ...{ clientId, name: NAME, timezone: TIME_ZONE, plantingDate: addDays(today, -3), serial: "DIVIDIDA-EM" },
    sensors: { airTemp: "°C", rain: "mm" },
  });

  // Through the process of a replica, for the balance that the worker computes.
  const hours = Array.from({ length: 4 * 24 }, (_, hour) => new Date(Date.now() - 4 * DAY_MS + hour * HOUR_MS));
  const readings = hours.flatMap((date, hour) => [
    { variable: "airTemp", date: date.toISOString(), value: 20 + (hour % 12) },
    { variable: "rain", date: date.toISOString(), value: 0 },
  ]);
  await session.post("/Reading/Insert", { serial, readings });

  const visitor = await visit(ofPage);
  await visitor.page.goto("/login");
  await logIn(visitor, "admin", PASSWORD);
  const pivot = `Pivô de ${NAME}`;
  await visitor.page.getByRole("article", { name: pivot }).getByRole("heading").getByRole("link").click();
  const card = visitor.page.getByRole("region", { name: pivot, exact: true });
  await expectLive(visitor);
  const shown = (label: string, value: string) =>
    card.locator("div:has(> dt)", { hasText: label }).getByText(value).waitFor();

  // One replica writes, the worker computes, and the other replica has forgotten what it answered before.
  await shown("Irrigação 24 h", "0,0 mm");
  const start = new Date(Date.now() - HOUR_MS).toISOString();
  await session.post("/Watering/Insert", { clientId, sectorId, start, grossMm: 10.5 });
  await shown("Irrigação 24 h", "10,5 mm");

  // The process of ingestion alone takes messages of devices.
  const device = await connectAsync(broker.url, { ...broker, ca: readFileSync(brokerCaFile) });
  const rain = { variable: "rain", date: new Date().toISOString(), value: 6.5 };
  const message = JSON.stringify({ serial, readings: [rain] });
  await device.publishAsync(deviceTopic(serial, "readings"), message, { qos: BROKER_QOS });
  await device.endAsync();
  await shown("Chuva 24 h", "6,5 mm");
});
