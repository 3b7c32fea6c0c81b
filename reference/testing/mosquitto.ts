import { execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../scripts/testing/free-port.ts";

const PROGRAM = "/usr/sbin/mosquitto";
/** Whether Debian's broker is installed. */
export const mosquittoAvailable = existsSync(PROGRAM);

interface MosquittoOptions {
  port?: number;
  /** Serves TLS with this certificate, by MQTT or by WebSocket. */
  tls?: { cert: string; key: string; protocol: "mqtts" | "wss" };
}

/** An external broker: Mosquitto on a free port, with one account. */
export async function startMosquitto(username: string, password: string, { port: chosen, tls }: MosquittoOptions = {}) {
  const directory = mkdtempSync(join(tmpdir(), "mosquitto-"));
  // Started by root, it runs as another user, who must be able to read the directory.
  chmodSync(directory, 0o755);
  const file = (name: string) => join(directory, name);
  const [accounts, configuration] = [file("accounts"), file("mosquitto.conf")];
  execFileSync("mosquitto_passwd", ["-b", "-c", accounts, username, password], { stdio: "ignore" });
  chmodSync(accounts, 0o644);
  const port = chosen ?? (await freePort());
  const lines = ["allow_anonymous false", `password_file ${accounts}`, `listener ${port} 127.0.0.1`];
  if (tls) {
    writeFileSync(file("cert.pem"), tls.cert);
    writeFileSync(file("key.pem"), tls.key);
    lines.push(`certfile ${file("cert.pem")}`, `keyfile ${file("key.pem")}`);
  }
  // Mosquitto 2.0.11 serves WebSocket only beside a plain listener.
  if (tls?.protocol === "wss") lines.push("protocol websockets", `listener ${await freePort()} 127.0.0.1`);
  writeFileSync(configuration, lines.join("\n"));
  const broker = spawn(PROGRAM, ["-c", configuration], { stdio: "ignore" });
  const ended = new Promise((resolve) => broker.once("exit", resolve));
  await waitForPort(port);
  return {
    url: `${tls?.protocol ?? "mqtt"}://127.0.0.1:${port}`,
    async stop() {
      broker.kill();
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function waitForPort(port: number): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.destroy();
        resolve(true);
      });
      socket.once("error", () => resolve(false));
    });
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("Mosquitto did not start within a minute");
}
