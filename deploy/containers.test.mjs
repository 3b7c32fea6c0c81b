// What a compose file or a Kubernetes overlay starts, started as processes: the programs accept the command lines, the
// variables and the secrets, find each other, and end on SIGTERM.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { copyEmptyDatabase } from "../reference/testing/pglite.ts";
import { postgresAvailable, startPostgres } from "../reference/testing/postgres.ts";
import { node24, root } from "../scripts/run.mjs";
import { freePort } from "../scripts/testing/free-port.ts";
import { isLong } from "../scripts/testing/long.ts";
import { askPanel, dashboards, emptyIn } from "./panels.mjs";
import { makeSecrets } from "./secrets.mjs";
import { Container, composeServices, kubernetesPods } from "./testing/containers.mjs";
import {
  hasMosquitto,
  hasPrometheus,
  hasValkey,
  startMosquitto,
  startPrometheus,
  startValkey,
} from "./testing/services.mjs";

const PATIENCE_MS = 300_000;
/** A change of a folder brings one start of containers into `npm test`, and the long run has all. */
const inLongRun = (...given) => isLong && test(...given);
const folder = mkdtempSync(join(tmpdir(), "lamina-containers-"));
const secrets = join(folder, "secrets");
const bff = join(folder, "bff");
const read = (name) => readFileSync(join(secrets, name), "utf8");

beforeAll(async () => {
  await makeSecrets(secrets, "lamina.example.com.br", new Date());
  execFileSync(node24(), [fileURLToPath(new URL("image/bundle.mjs", import.meta.url)), bff], { cwd: root });
  mkdirSync(join(bff, "client/dist"), { recursive: true });
  writeFileSync(join(bff, "client/dist/index.html"), "<title>Lâmina</title>");
}, PATIENCE_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const running = new Set();
afterEach(async () => {
  for (const container of running) container.kill();
  await Promise.all([...running].map(({ ended }) => ended));
  running.clear();
});

/** Starts a program of an image. `places` are the container's addresses and paths with those of this machine. */
async function start(service, places, own = {}) {
  // A container has a volume or an empty folder of its own.
  const volumes = ["/data", "/trust"].map((path) => [path, mkdtempSync(join(folder, "volume-"))]);
  const METRICS_PORT = String(await freePort());
  const container = new Container(service, {
    cwd: service.target === "bff" ? bff : root,
    // Longer ones first, because names of files begin alike.
    places: [["/app/", `${bff}/`], ...places, ...volumes].toSorted(([a], [b]) => b.length - a.length),
    own: { PORT: String(await freePort()), METRICS_PORT, DRAIN_DELAY_MS: "0", ...own },
  });
  running.add(container);
  return container;
}

async function get(port, path, headers = {}) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  return response.headers.get("content-type")?.includes("json") ? response.json() : response.text();
}

const dependenciesOf = async ({ port }) => (await get(port, "/readyz")).dependencies;
const UP = { upstream: "up", broker: "up" };

async function logIn({ port }, UserName, password) {
  const body = JSON.stringify({ UserName, Password: Buffer.from(password).toString("base64") });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`http://127.0.0.1:${port}/api/Authentication/Login`, { method: "POST", headers, body });
  return (await answer.json()).token;
}

async function stopAll() {
  const codes = await Promise.all([...running].map((container) => container.stop()));
  expect(codes).toEqual(codes.map(() => 0));
  running.clear();
}

/** The volumes of an API and of its BFF, and the addresses of its listeners. */
async function embedded() {
  const volumes = ["/data", "/trust"].map((path) => [path, mkdtempSync(join(folder, "volume-"))]);
  // Making a database takes seconds, and is tested elsewhere.
  await copyEmptyDatabase(join(volumes[0][1], "database"));
  const [PORT, MQTT_PORT] = [String(await freePort()), String(await freePort())];
  const places = [
    ...volumes,
    ["https://api:4440", `https://localhost:${PORT}`],
    ["wss://api:8884", `wss://localhost:${MQTT_PORT}`],
  ];
  return { places, own: { PORT, MQTT_PORT, DEMO_HISTORY_DAYS: "0" } };
}

test(
  "docker-compose.yml: the demonstration, marked as one, and own-api, which needs an API",
  async () => {
    const services = composeServices(["docker-compose.yml"], {});
    const { places, own } = await embedded();
    const api = await start(services.api, places, own);
    await api.healthy();
    const page = await start(services.bff, places);
    await page.healthy();
    await expect.poll(() => dependenciesOf(page)).toMatchObject(UP);
    expect(await get(page.port, "/config.json")).toMatchObject({ demo: true });
    expect(await logIn(page, "ana", "irrigar")).toMatch(/\./);

    const without = await start(composeServices(["docker-compose.yml"], {})["own-api"], places);
    expect(await without.ended).toBe(1);
    expect(without.output).toContain("UPSTREAM_URL");
    running.delete(without);
    const { UPSTREAM_URL, UPSTREAM_CA_FILE, MQTT_URL, MQTT_USERNAME, MQTT_PASSWORD, MQTT_CA_FILE } = services.bff.env;
    const given = { UPSTREAM_URL, UPSTREAM_CA_FILE, MQTT_URL, MQTT_USERNAME, MQTT_PASSWORD, MQTT_CA_FILE };
    const other = await start(composeServices(["docker-compose.yml"], given)["own-api"], places);
    await other.healthy();
    await expect.poll(() => dependenciesOf(other)).toMatchObject(UP);
    expect(await get(other.port, "/config.json")).toMatchObject({ demo: false });
    // Not on the users' port.
    for (const one of [page, other]) {
      expect(await get(one.metricsPort, "/metrics")).toContain("bff_build_info");
      expect(await get(one.port, "/metrics")).not.toContain("bff_build_info");
    }
    await stopAll();
  },
  PATIENCE_MS,
);

inLongRun(
  "overlays/demo: the API with its given certificate and broker, and the BFF",
  async () => {
    const pods = kubernetesPods("demo");
    const { places, own } = await embedded();
    const mounted = (pod) => Object.entries(pod.secrets).map(([path, file]) => [path, join(folder, file)]);
    const api = await start(pods["lamina-api"], [...places, ...mounted(pods["lamina-api"])], own);
    await api.healthy();
    const page = await start(pods["lamina-bff"], [...places, ...mounted(pods["lamina-bff"])]);
    await page.healthy();
    await expect.poll(() => dependenciesOf(page)).toMatchObject(UP);
    expect(await get(page.metricsPort, "/metrics")).toMatch(/^bff_dependency_up\{dependency="upstream"\} 1$/m);
    expect(await logIn(page, "ana", "irrigar")).toMatch(/\./);
    await stopAll();
  },
  PATIENCE_MS,
);

if (isLong)
  describe.skipIf(!(postgresAvailable && hasMosquitto && hasValkey))("several processes of the API", () => {
    let postgres;
    let mosquitto;
    let valkey;
    beforeAll(async () => {
      postgres = await startPostgres();
      mosquitto = await startMosquitto(secrets);
      valkey = await startValkey(secrets);
      writeFileSync(join(secrets, "valkey-url"), read("valkey-url").replace("valkey:6379", valkey.address));
      writeFileSync(join(secrets, "smtp-url"), "smtps://lamina:segredo@mail.example.com\n");
    }, PATIENCE_MS);
    afterAll(() => Promise.all([postgres, mosquitto, valkey].map((service) => service?.stop())));

    /** The servers of one installation. */
    async function installation() {
      const port = String(await freePort());
      const database = await postgres.createMigratedDatabase();
      const places = [
        ...["postgres", "postgres.example.com.br"].map((host) => [`postgres://lamina@${host}:5432/lamina`, database]),
        ...["mosquitto", "broker.example.com.br"].map((host) => [`wss://${host}:8884/mqtt`, mosquitto.urls.web]),
        ...["api:4440", "api.example.com.br:444"].map((host) => [`https://${host}`, `https://localhost:${port}`]),
      ];
      return { places, own: { PORT: port } };
    }

    /** Everything is up, an administrator logs in, and the metrics of each program are on their own port. */
    async function expectUp(bffs, apis) {
      for (const page of bffs) {
        await expect.poll(() => dependenciesOf(page)).toEqual({ ...UP, valkey: "up" });
        expect(await logIn(page, "admin", read("admin"))).toMatch(/\./);
        expect(await get(page.metricsPort, "/metrics")).toContain("bff_build_info");
      }
      for (const api of apis) expect(await get(api.metricsPort, "/metrics")).toContain('api_mails{state="given up"} 0');
    }

    /** Each panel of the dashboards has values, and names each of its few lines differently. */
    async function expectFullPanels(bffs, apis) {
      const addresses = (programs) => programs.map(({ metricsPort }) => `localhost:${metricsPort}`);
      const prometheus = await startPrometheus(folder, { bff: addresses(bffs), api: addresses(apis) });
      const authorization = `Bearer ${await logIn(bffs[0], "admin", read("admin"))}`;
      const panels = dashboards.flatMap((dashboard) => dashboard.panels);
      const ask = async () => {
        await Promise.all(bffs.map(({ port }) => get(port, "/api/Client/GetAll", { authorization })));
        return Promise.all(panels.map((panel) => askPanel(prometheus.url, panel)));
      };
      try {
        const empty = async () => (await ask()).flatMap(emptyIn).map(({ expr }) => expr);
        await expect.poll(empty, { interval: 500, timeout: PATIENCE_MS / 2 }).toEqual([]);
        for (const [index, answers] of (await ask()).entries()) {
          const legends = answers.flatMap(({ series }) => series.map(({ legend }) => legend));
          expect(legends, panels[index].title).toEqual([...new Set(legends)].filter(Boolean));
          expect(legends.length, panels[index].title).toBeLessThan(30);
        }
      } finally {
        await prometheus.stop();
      }
    }

    test(
      "docker-compose.replicas.yml with docker-compose.mail.yml, and its dashboards",
      async () => {
        const files = ["docker-compose.replicas.yml", "docker-compose.mail.yml"];
        const services = composeServices(files, { MAIL_FROM: "Lâmina <avisos@example.com.br>" });
        const { places, own } = await installation();
        for (const file of files)
          for (const [name, secret] of Object.entries(parse(readFileSync(root + file, "utf8")).secrets))
            places.push([`/run/secrets/${name}`, secret.file.replace("./deploy/secrets", secrets)]);
        const { "api-1": first, "bff-1": one, "bff-2": two, ...others } = services;
        expect(Object.keys(others)).toEqual(["api-2", "worker", "ingest"]);
        const api = await start(first, places, own);
        await api.healthy();
        const apis = await Promise.all(Object.values(others).map((service) => start(service, places)));
        const bffs = await Promise.all([one, two].map((service) => start(service, places)));
        await Promise.all([...apis, ...bffs].map((container) => container.healthy()));
        await expectUp(bffs, [api, ...apis]);
        if (hasPrometheus) await expectFullPanels(bffs, [api, ...apis]);
        await stopAll();
      },
      PATIENCE_MS,
    );

    test(
      "overlays/fleet, and overlays/production with its API",
      async () => {
        const pods = kubernetesPods("fleet");
        const { places, own } = await installation();
        const mounted = (pod) => Object.entries(pod.secrets).map(([path, file]) => [path, join(folder, file)]);
        const begin = (pod, more) => start(pod, [...places, ...mounted(pod)], more);
        const { "lamina-api": first, "lamina-bff": page, ...others } = pods;
        expect(Object.keys(others)).toEqual(["lamina-worker", "lamina-ingest"]);
        const api = await begin(first, own);
        await api.healthy();
        const apis = await Promise.all(Object.values(others).map((pod) => begin(pod)));
        // Your broker's password of the BFF has another name in this overlay.
        writeFileSync(join(secrets, "mqtt-password"), read("mqtt-bff"));
        const bffs = await Promise.all([begin(page), begin(kubernetesPods("production")["lamina-bff"])]);
        await Promise.all([...apis, ...bffs].map((container) => container.healthy()));
        await expectUp(bffs, [api, ...apis]);
        await stopAll();
      },
      PATIENCE_MS,
    );
  });
