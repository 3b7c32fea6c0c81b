// The programs of the project's images as processes of this machine, with the command line and the environment that the
// Dockerfile and a compose file or a Kubernetes manifest give them. Only addresses and folders are replaced.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { parse, parseAllDocuments } from "yaml";
import { node24, root } from "../../scripts/run.mjs";
import { compiled } from "../../scripts/testing/compiled.ts";

const read = (path) => readFileSync(root + path, "utf8");

/** The settings of a target in the Dockerfile: its variables, its command and its health check. */
function imageOf(target) {
  const stages = read("Dockerfile").split(/^FROM /m);
  const stage = (name) => stages.find((text) => text.split("\n", 1)[0].endsWith(` AS ${name}`));
  const text = `${stage("runtime")}\n${stage(target)}`;
  const pairs = [...text.matchAll(/^ENV (.+)$/gm)].flatMap(([, line]) => line.match(/\w+=(?:"[^"]*"|\S*)/g));
  const env = pairs.map((pair) => pair.replace(/"/g, "").split("="));
  const [health, command] = [...text.matchAll(/^\s*CMD (\[.+\])$/gm)].map(([, list]) => JSON.parse(list));
  return { env: entries(env), command, health };
}

/** A value may contain the sign. */
const entries = (pairs) => Object.fromEntries(pairs.map(([name, ...rest]) => [name, rest.join("=")]));

/**
 * The services of compose files that run an image of the project. Later files add to earlier ones.
 * @param {string[]} names of files
 * @param {Record<string, string>} given the variables of `.env`
 * @returns {Record<string, { target: string, env: Record<string, string> }>} by name
 */
export function composeServices(names, given) {
  const services = {};
  for (const name of names)
    for (const [service, { build, environment = {} }] of Object.entries(parse(read(name), { merge: true }).services)) {
      services[service] ??= { target: build?.target, env: {} };
      Object.assign(services[service].env, withValues(environment, given));
    }
  return Object.fromEntries(Object.entries(services).filter(([, { target }]) => /^(bff|api)$/.test(target)));
}

/** Replaces `${NAME}`, `${NAME:-default}` and `${NAME:?message}` as Compose does; a name without a value is passed on. */
function withValues(environment, given) {
  const value = (text) =>
    text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_all, name, sign, rest = "") => {
      if (given[name]) return given[name];
      if (sign === "?") throw new Error(`${name}: ${rest}`);
      return rest;
    });
  return Object.fromEntries(
    Object.entries(environment)
      .map(([name, text]) => [name, text === null ? given[name] : value(String(text))])
      .filter(([, text]) => text !== undefined),
  );
}

/**
 * The pods of a Kubernetes overlay that run an image of the project, by their name.
 * @param {string} overlay
 * @returns {Record<string, { target: string, env: Record<string, string>, secrets: Record<string, string> }>}
 */
export function kubernetesPods(overlay) {
  const folder = `deploy/kubernetes/overlays/${overlay}/`;
  const { resources, configMapGenerator, secretGenerator } = parse(read(`${folder}kustomization.yaml`));
  const files = resources.filter((name) => name.endsWith(".yaml")).map((name) => folder + name);
  const manifests = [...files, "deploy/kubernetes/base/deployment.yaml"].flatMap((file) =>
    parseAllDocuments(read(file)).map((document) => document.toJS()),
  );
  const pairs = (list) => entries(list.map((line) => line.split("=")));
  const literals = (name) => pairs(configMapGenerator.find((map) => map.name === name).literals);
  return Object.fromEntries(
    manifests
      .filter(({ spec }) => spec?.template !== undefined)
      .map(({ metadata: { name }, spec: { template } }) => {
        const [{ image, env = [], envFrom = [], volumeMounts }] = template.spec.containers;
        const own = Object.fromEntries(env.map((variable) => [variable.name, variable.value]));
        const maps = envFrom.map(({ configMapRef }) => literals(configMapRef.name));
        const mounted = template.spec.volumes.find((volume) => volume.secret)?.secret.secretName;
        const { mountPath } = volumeMounts.find((mount) => mount.name === "secrets");
        const kept = pairs(secretGenerator.find((secret) => secret.name === mounted).files);
        const secrets = Object.entries(kept).map(([file, source]) => [`${mountPath}/${file}`, source]);
        const target = image.replace(/^lamina-|:.*$/g, "");
        return [name, { target, env: Object.assign({}, ...maps, own), secrets: Object.fromEntries(secrets) }];
      }),
  );
}

function listens(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("error", () => resolve(false));
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
  });
}

/** A running container's program. */
export class Container {
  output = "";
  #env;
  #child;
  #health;

  /**
   * @param {{ target: string, env: Record<string, string> }} service
   * @param {{ cwd: string, places: [from: string, to: string][], own: Record<string, string> }} machine `places` are the
   * addresses and paths of containers with those of this machine, longer ones first and the first of each counts; `own`
   * are variables that differ for each process
   */
  constructor({ target, env }, { cwd, places, own }) {
    const image = imageOf(target);
    const [order, there] = [places.map(([from]) => RegExp.escape(from)), new Map(places.toReversed())];
    const moved = (text) => text.replaceAll(new RegExp(order.join("|"), "g"), (from) => there.get(from));
    const merged = Object.entries({ ...image.env, ...env }).map(([name, text]) => [name, moved(text)]);
    this.#env = { ...compiled, ...Object.fromEntries(merged), PATH: process.env.PATH, HOST: "127.0.0.1", ...own };
    this.#health = image.health;
    const [, ...args] = image.command;
    this.#child = spawn(node24(), args, { cwd, env: this.#env, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream.setEncoding("utf8").on("data", (text) => {
        this.output += text;
      });
    // After its output has been read.
    this.ended = once(this.#child, "close").then(([code]) => code);
  }

  get port() {
    return this.#env.PORT;
  }

  get metricsPort() {
    return this.#env.METRICS_PORT;
  }

  /** Resolves when the image's health check succeeds, and rejects when the program ends before. */
  async healthy() {
    for (;;) {
      if (this.#child.exitCode !== null) throw new Error(`ended with ${this.#child.exitCode}:\n${this.output}`);
      // A check is a process, so the machine is busy with the starting programs instead of with failing checks.
      if (!(await listens(this.port))) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        continue;
      }
      const [, ...args] = this.#health;
      const check = spawn(node24(), args, { cwd: root, env: this.#env, stdio: "ignore" });
      const [code] = await once(check, "exit");
      if (code === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }

  /** Ends it as `docker stop` does. @returns its exit code */
  async stop() {
    this.#child.kill("SIGTERM");
    return this.ended;
  }

  kill() {
    this.#child.kill("SIGKILL");
  }
}
