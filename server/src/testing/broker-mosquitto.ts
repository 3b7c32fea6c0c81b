import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import mqtt, { type MqttClient } from "mqtt";
import { makeCertificate } from "../../../scripts/testing/certificate.ts";
import { freePort } from "../../../scripts/testing/free-port.ts";
import { CREDENTIALS, type TestBroker } from "./broker.ts";
import { until } from "./broker-until.ts";

const MOSQUITTO = "/usr/sbin/mosquitto";
export const hasMosquitto = existsSync(MOSQUITTO);

/** Eclipse Mosquitto with TLS, WebSocket, a password file and an access list for the product's topics only. */
export class Mosquitto implements TestBroker {
  readonly target: TestBroker["target"];
  readonly #folder: string;
  readonly #plainPort: number;
  #process: ChildProcess | undefined;
  #publisher: MqttClient | undefined;

  private constructor(folder: string, port: number, plainPort: number, ca: string) {
    this.#folder = folder;
    this.#plainPort = plainPort;
    this.target = { url: `wss://127.0.0.1:${port}/mqtt`, ca, ...CREDENTIALS };
  }

  static async start(): Promise<Mosquitto> {
    const folder = await mkdtemp(join(tmpdir(), "mosquitto-"));
    const file = (name: string) => join(folder, name);
    const { cert, key } = await makeCertificate();
    const [port, plainPort] = [await freePort(), await freePort()];
    await writeFile(file("cert.pem"), cert);
    await writeFile(file("key.pem"), key);
    await writeFile(file("acl"), `user ${CREDENTIALS.username}\ntopic readwrite +/+/Frontend/#\n`);
    execFileSync("mosquitto_passwd", ["-b", "-c", file("passwords"), CREDENTIALS.username, CREDENTIALS.password]);
    await writeFile(
      file("mosquitto.conf"),
      [
        // Otherwise, started as root, it changes to a user that cannot read these files.
        "user root",
        "allow_anonymous false",
        `password_file ${file("passwords")}`,
        `acl_file ${file("acl")}`,
        // Mosquitto 2.0.11 serves WebSocket only beside a plain listener.
        `listener ${plainPort} 127.0.0.1`,
        `listener ${port} 127.0.0.1`,
        "protocol websockets",
        `certfile ${file("cert.pem")}`,
        `keyfile ${file("key.pem")}`,
      ].join("\n"),
    );
    const broker = new Mosquitto(folder, port, plainPort, cert);
    await broker.start();
    return broker;
  }

  async start(): Promise<void> {
    this.#process = spawn(MOSQUITTO, ["-c", join(this.#folder, "mosquitto.conf")], { stdio: "ignore" });
    const { ca } = this.target;
    const connect = (url: string) => mqtt.connectAsync(url, { ...CREDENTIALS, ca, reconnectPeriod: 0 });
    const first = await until(() => connect(this.target.url));
    await first.endAsync();
    this.#publisher = await until(() => connect(`mqtt://127.0.0.1:${this.#plainPort}`));
  }

  async stop(): Promise<void> {
    await this.#publisher?.endAsync(true);
    const child = this.#process;
    this.#process = undefined;
    if (!child || child.exitCode !== null) return;
    const exited = once(child, "exit");
    child.kill();
    await exited;
  }

  async publish(topic: string, payload: string | Buffer, retain = false): Promise<void> {
    await this.#publisher?.publishAsync(topic, payload, { qos: 1, retain });
  }

  /** Stops the server and deletes its files. */
  async remove(): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
