import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Deployment, StatefulSet } from "kubernetes-models/apps/v1";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2";
import { Ingress, NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { ConfigMap, Namespace, Secret, Service, ServiceAccount } from "kubernetes-models/v1";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse, parseAllDocuments, stringify } from "yaml";
import { makeSecrets } from "./secrets.mjs";

const folder = fileURLToPath(new URL("kubernetes/", import.meta.url));
const read = (path) => readFileSync(folder + path, "utf8");
const MODELS = {
  ConfigMap,
  Secret,
  Deployment,
  StatefulSet,
  HorizontalPodAutoscaler,
  Ingress,
  NetworkPolicy,
  PodDisruptionBudget,
  Namespace,
  Service,
  ServiceAccount,
};
const kustomizations = ["base", "overlays/production", "overlays/fleet", "overlays/demo"];
const manifestsOf = (name) =>
  parse(read(`${name}/kustomization.yaml`)).resources.filter((file) => file.endsWith(".yaml"));
const documents = kustomizations.flatMap((name) =>
  manifestsOf(name).flatMap((file) =>
    parseAllDocuments(read(`${name}/${file}`)).map((document) => ({
      name: `${name}/${file}`,
      manifest: document.toJS(),
    })),
  ),
);
const byKind = (kind, called = "lamina-bff") =>
  documents
    .map(({ name, manifest }) => name.startsWith("base/") && manifest)
    .find((manifest) => manifest && manifest.kind === kind && manifest.metadata.name === called);

/** Wraps data to record every field that a validator reads; a field that it never reads is unknown to the schema. */
function watch(data, path, seen) {
  if (typeof data !== "object" || data === null) return data;
  return new Proxy(data, {
    get(target, key) {
      const own = Object.hasOwn(target, key);
      if (own) seen.add(`${path}/${String(key)}`);
      return own ? watch(target[key], `${path}/${String(key)}`, seen) : target[key];
    },
  });
}

function fieldsOf(data, path = "") {
  if (typeof data !== "object" || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) => [`${path}/${key}`, ...fieldsOf(value, `${path}/${key}`)]);
}

/** Whether the schema has a field, without checking its content, such as a quantity. */
const mistakesIn = (manifest) => {
  const Model = MODELS[manifest.kind];
  const seen = new Set();
  const model = new Model(manifest);
  try {
    Model.prototype.validate.call(
      new Proxy(model, {
        get: (target, key) => (key in manifest ? watch(manifest[key], `/${key}`, seen) : target[key]),
      }),
    );
  } catch (error) {
    return [error.message];
  }
  return fieldsOf(manifest).filter((field) => (!field.slice(1).includes("/") ? false : !seen.has(field)));
};

test.each(documents)("$name: $manifest.kind follows the schema of Kubernetes", ({ manifest }) => {
  expect(MODELS[manifest.kind], manifest.kind).toBeDefined();
  expect(mistakesIn(manifest)).toEqual([]);
});

test("detects a wrong type and an unknown field", () => {
  const wrong = structuredClone(byKind("Deployment"));
  wrong.spec.template.spec.containers[0].livenesProbe = {};
  expect(mistakesIn(wrong)).toEqual(["/spec/template/spec/containers/0/livenesProbe"]);
  wrong.spec.revisionHistoryLimit = "three";
  expect(mistakesIn(wrong)[0]).toMatch(/revisionHistoryLimit/);
});

describe("the BFF in Kubernetes", () => {
  const { spec } = byKind("Deployment").spec.template;
  const [container] = spec.containers;

  test("has three kinds of probes, no privileges and time to drain", () => {
    expect([container.startupProbe, container.livenessProbe].map(({ httpGet }) => httpGet.path)).toEqual([
      "/healthz",
      "/healthz",
    ]);
    expect(container.readinessProbe.httpGet.path).toBe("/readyz");
    const drain = Number(container.env.find(({ name }) => name === "DRAIN_DELAY_MS").value) / 1000;
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drain + 30);
    const { periodSeconds, failureThreshold } = container.readinessProbe;
    expect(periodSeconds * failureThreshold).toBeLessThan(drain);
  });

  test("reads secrets from files, and none from variables", () => {
    for (const variable of container.env) expect(variable.valueFrom).toBeUndefined();
    expect(container.envFrom.every(({ secretRef }) => secretRef === undefined)).toBe(true);
  });

  test("is matched by every selector that refers to it", () => {
    const selector = { app: "lamina-bff" };
    expect(byKind("Service").spec.selector).toEqual(selector);
    for (const kind of ["Deployment", "PodDisruptionBudget"])
      expect(byKind(kind).spec.selector.matchLabels).toEqual(selector);
    expect(byKind("NetworkPolicy").spec.podSelector.matchLabels).toEqual(selector);
  });
});

describe("the fleet", () => {
  const { configMapGenerator, secretGenerator } = parse(read("overlays/fleet/kustomization.yaml"));
  const pods = documents
    .filter(({ name, manifest }) => name === "overlays/fleet/api.yaml" && manifest.kind === "Deployment")
    .map(({ manifest }) => manifest.spec.template.spec.containers[0]);

  test("runs every role of the API, all with the settings that a shared installation needs", () => {
    const program = readFileSync(new URL("../reference/api/core/config/environment.ts", import.meta.url), "utf8");
    const roles = JSON.parse(/const ROLES = (\[.*\])/.exec(program)[1]).filter((role) => role !== "all");
    expect(pods.map(({ env }) => env.find(({ name }) => name === "ROLE").value)).toEqual(roles);
    for (const { envFrom } of pods) expect(envFrom).toEqual([{ configMapRef: { name: "lamina-api" } }]);
    const given = configMapGenerator.find(({ name }) => name === "lamina-api").literals.join("\n");
    for (const name of ["SECRET_KEY_FILE", "DATABASE_URL", "MQTT_URL", "TLS_CERT_FILE"])
      expect(given).toContain(`${name}=`);
  });

  test("has time to drain and to answer what runs", () => {
    const { literals } = configMapGenerator.find(({ name }) => name === "lamina-api");
    const drain = Number(literals.find((literal) => literal.startsWith("DRAIN_DELAY_MS=")).split("=")[1]) / 1000;
    for (const { manifest } of documents.filter((one) => one.name === "overlays/fleet/api.yaml"))
      if (manifest.kind === "Deployment")
        expect(manifest.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drain + 30);
  });

  test.each(["lamina-bff", "lamina-api"])("%s reads only files of its secret", (program) => {
    const folder = "/run/secrets/lamina/";
    const { literals } = configMapGenerator.find(({ name }) => name === program);
    const { files } = secretGenerator.find(({ name }) => name === program);
    const known = files.map((file) => file.split("=", 1)[0]);
    const named = literals.flatMap((literal) => literal.split(folder).slice(1));
    expect(named.length).toBeGreaterThan(2);
    for (const file of named) expect(known).toContain(file);
  });
});

test.each(kustomizations)("%s names only existing files, known variables, and patches of existing objects", (name) => {
  const { resources, configMapGenerator = [], patches = [] } = parse(read(`${name}/kustomization.yaml`));
  for (const resource of resources) expect(existsSync(`${folder}${name}/${resource}`), resource).toBe(true);
  expect(manifestsOf(name)).toEqual(
    expect.arrayContaining(readdirSync(folder + name).filter((file) => /^(?!kustomization).*\.yaml$/.test(file))),
  );
  const known = (file) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
  for (const { name: program, literals } of configMapGenerator)
    for (const [variable] of literals.map((literal) => literal.split("=")))
      if (program === "lamina-bff") expect(known("server/src/config-variables.ts")).toContain(`  ${variable}: `);
      else expect(known("reference/api/core/config/environment.ts")).toContain(`  ${variable.replace(/_FILE$/, "")}`);
  for (const { target, patch } of patches) {
    for (const { op, path } of parse(patch)) {
      expect(op).toBe("replace");
      const at = path
        .slice(1)
        .split("/")
        .reduce((part, key) => part?.[key], byKind(target.kind));
      expect(at, path).toBeDefined();
    }
  }
});

/** Whether a selector of a policy has the pod of these labels. */
const selects = ({ matchLabels = {}, matchExpressions = [] }, labels) =>
  Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
  matchExpressions.every(({ key, operator, values }) => operator === "In" && values.includes(labels[key]));

describe.each(["production", "fleet", "demo"])("the policies of overlays/%s", (name) => {
  const own = documents.filter(({ name: file }) => [`base`, `overlays/${name}`].includes(file.replace(/\/[^/]+$/, "")));
  const policies = own.map(({ manifest }) => manifest).filter(({ kind }) => kind === "NetworkPolicy");
  const pods = own.flatMap(({ manifest: { spec } }) => (spec?.template ? [spec.template] : []));

  test("close every pod in both directions", () => {
    const all = policies.filter(
      ({ spec }) => Object.keys(spec.podSelector).length === 0 && !spec.ingress && !spec.egress,
    );
    expect(all.map(({ spec }) => spec.policyTypes)).toEqual([["Ingress", "Egress"]]);
  });

  test("open each port of a pod to named callers alone, and none that it does not have", () => {
    expect(pods.length).toBeGreaterThan(0);
    for (const { metadata, spec } of pods) {
      const rules = policies
        .filter((policy) => selects(policy.spec.podSelector, metadata.labels))
        .flatMap((policy) => policy.spec.ingress ?? []);
      for (const { from } of rules) expect(from.every((peer) => Object.keys(peer).length > 0)).toBe(true);
      const open = new Set(rules.flatMap(({ ports }) => ports.map(({ port }) => port)));
      const has = new Set(spec.containers.flatMap(({ ports }) => ports.map(({ containerPort }) => containerPort)));
      expect([...open].filter((port) => !has.has(port))).toEqual([]);
    }
  });

  test("let only the BFF call the API, and only the worker leave the installation", () => {
    const leavers = [];
    for (const { metadata } of pods.filter((pod) => pod.metadata.labels.app !== "lamina-bff")) {
      const its = policies.filter((policy) => selects(policy.spec.podSelector, metadata.labels));
      const callers = its
        .flatMap(({ spec }) => spec.ingress ?? [])
        .filter(({ ports }) => ports.some(({ port }) => port === 4440))
        .flatMap(({ from }) => from);
      for (const { podSelector } of callers) expect(podSelector.matchLabels).toEqual({ app: "lamina-bff" });
      const ways = its.flatMap(({ spec }) => spec.egress ?? []).flatMap(({ ports }) => ports.map(({ port }) => port));
      if (ways.includes(443)) leavers.push(metadata.labels.app);
    }
    expect(leavers).toEqual({ production: [], fleet: ["lamina-worker"], demo: ["lamina-api"] }[name]);
  });
});

describe("the route of the Gateway API", () => {
  const [{ spec: gateway, metadata }] = parseAllDocuments(read("components/gateway/gateway.yaml")).map((one) =>
    one.toJS(),
  );
  const [route, redirect] = parseAllDocuments(read("components/gateway/http-route.yaml")).map((one) => one.toJS());

  test("takes the host, the certificate and the service of the Ingress", () => {
    const { tls, rules } = byKind("Ingress").spec;
    const service = byKind("Service");
    const https = gateway.listeners.find(({ protocol }) => protocol === "HTTPS");
    expect(https.tls.certificateRefs[0].name).toBe(tls[0].secretName);
    for (const { hostname } of gateway.listeners) expect(hostname).toBe(rules[0].host);
    for (const { spec } of [route, redirect]) {
      expect(spec.hostnames).toEqual([rules[0].host]);
      for (const { name, sectionName } of spec.parentRefs) {
        expect(name).toBe(metadata.name);
        expect(gateway.listeners.map((listener) => listener.name)).toContain(sectionName);
      }
    }
    for (const { backendRefs } of route.spec.rules)
      expect(backendRefs).toEqual([{ name: service.metadata.name, port: service.spec.ports[0].port }]);
  });

  test("ends no socket, and no call before the BFF does", () => {
    const [socket, others] = route.spec.rules;
    expect(socket.matches[0].path).toEqual({ type: "Exact", value: "/realtime" });
    expect(socket.timeouts.request).toBe("0s");
    expect(Number.parseInt(others.timeouts.request, 10)).toBeGreaterThan(30);
  });
});

// Debian's kubectl is too old to build these. Where there is none, the job "manifests" of the hosted CI runs this part.
if (spawnSync("kubectl", ["kustomize", "--help"]).status === 0) {
  describe.each(["production", "fleet", "demo"])("`kubectl kustomize` of overlays/%s", (name) => {
    let copy;
    let built;
    beforeAll(async () => {
      copy = mkdtempSync(join(tmpdir(), "lamina-kustomize-"));
      cpSync(folder, copy, { recursive: true });
      const overlay = join(copy, "overlays", name);
      const secrets = join(overlay, "secrets");
      await makeSecrets(secrets, "lamina.example.com.br", new Date());
      // The password at an own broker is an operator's file.
      copyFileSync(join(secrets, "mqtt-bff"), join(secrets, "mqtt-password"));
      const output = execFileSync("kubectl", ["kustomize", overlay], { encoding: "utf8" });
      built = parseAllDocuments(output).map((document) => document.toJS());
      // Kubernetes ignores the line breaks of the base64, the schema's package does not.
      for (const { data } of built.filter(({ kind }) => kind === "Secret"))
        for (const [key, value] of Object.entries(data)) data[key] = value.replaceAll("\n", "");
    });
    afterAll(() => rmSync(copy, { recursive: true, force: true }));

    const namesOf = (kind) => built.filter((manifest) => manifest.kind === kind).map(({ metadata }) => metadata.name);
    const podsOf = () => built.flatMap(({ spec }) => (spec?.template ? [spec.template] : []));

    test("every object follows the schema, in a namespace that is made with it", () => {
      for (const manifest of built) expect(mistakesIn(manifest), manifest.kind).toEqual([]);
      const [namespace] = namesOf("Namespace");
      for (const { kind, metadata } of built)
        if (kind !== "Namespace") expect(metadata.namespace, `${kind} ${metadata.name}`).toBe(namespace);
    });

    test("with the component `gateway` it has a route and no Ingress", () => {
      const overlay = join(copy, "overlays", name);
      const file = join(overlay, "kustomization.yaml");
      const before = readFileSync(file, "utf8");
      // The patch of the Ingress has no object any more.
      const { patches = [], ...rest } = parse(before);
      const without = patches.filter(({ target }) => target.kind !== "Ingress");
      writeFileSync(file, stringify({ ...rest, patches: without, components: ["../../components/gateway"] }));
      const output = execFileSync("kubectl", ["kustomize", overlay], { encoding: "utf8" });
      writeFileSync(file, before);
      const kinds = parseAllDocuments(output).map((document) => document.toJS().kind);
      expect(kinds).toEqual(expect.arrayContaining(["Gateway", "HTTPRoute"]));
      expect(kinds).not.toContain("Ingress");
    });

    test("every name that an object refers to is that of another one", () => {
      for (const { spec } of podsOf()) {
        for (const { secret } of spec.volumes.filter((volume) => volume.secret))
          expect(namesOf("Secret")).toContain(secret.secretName);
        for (const { configMapRef } of spec.containers.flatMap(({ envFrom = [] }) => envFrom))
          expect(namesOf("ConfigMap")).toContain(configMapRef.name);
        if (spec.serviceAccountName) expect(namesOf("ServiceAccount")).toContain(spec.serviceAccountName);
      }
      const one = (kind) => built.find((manifest) => manifest.kind === kind).spec;
      expect(namesOf("Deployment")).toContain(one("HorizontalPodAutoscaler").scaleTargetRef.name);
      for (const { backend } of one("Ingress").rules.flatMap(({ http }) => http.paths))
        expect(namesOf("Service")).toContain(backend.service.name);
    });

    test("every Service reaches pods by a port that they have, and every file that a variable names is mounted", () => {
      for (const { spec } of built.filter(({ kind }) => kind === "Service")) {
        const pods = podsOf().filter(({ metadata }) => metadata.labels.app === spec.selector.app);
        expect(pods.length).toBeGreaterThan(0);
        const ports = pods.flatMap((pod) => pod.spec.containers.flatMap((container) => container.ports));
        for (const { targetPort } of spec.ports) expect(ports.map((port) => port.name)).toContain(targetPort);
      }
      const dataOf = (kind, wanted) => built.find((made) => made.kind === kind && made.metadata.name === wanted).data;
      for (const { spec } of podsOf()) {
        const [{ env = [], envFrom = [] }] = spec.containers;
        const values = [
          ...env.map(({ value }) => value),
          ...envFrom.flatMap(({ configMapRef }) => Object.values(dataOf("ConfigMap", configMapRef.name))),
        ];
        const { secretName } = spec.volumes.find((volume) => volume.secret).secret;
        for (const file of values.flatMap((value) => value.split("/run/secrets/lamina/").slice(1)))
          expect(Object.keys(dataOf("Secret", secretName))).toContain(file);
      }
    });
  });
}
