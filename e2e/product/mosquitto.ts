import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { BROKER_PATH, BROKER_PORT } from "@lamina/shared/core/limits";
import getPort from "get-port";
import type { ApiAddress } from "./api.ts";
import { localCertificate } from "./certificate.ts";
import { Program } from "./program.ts";

/** Path of Mosquitto, or undefined. Debian installs it in a folder that is only in root's PATH. */
export const mosquittoFile = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"]
  .map((folder) => join(folder, "mosquitto"))
  .find((file) => existsSync(file));

export interface RunningMosquitto extends Pick<ApiAddress, "broker" | "caFile">, AsyncDisposable {}

/** Starts Mosquitto like a farm's broker: TLS, secure WebSocket, a password, and a private certificate authority. */
export async function startMosquitto(executable: string): Promise<RunningMosquitto> {
  const folder = mkdtempSync(join(tmpdir(), "lamina-mosquitto-"));
  const file = (name: string) => join(folder, name);
  const { authority, cert, key } = await localCertificate();
  const [username, password] = ["bff", "a secret of the test"];
  const port = await getPort({ port: BROKER_PORT });
  writeFileSync(file("ca.pem"), authority);
  writeFileSync(file("cert.pem"), cert);
  writeFileSync(file("key.pem"), key);
  writeFileSync(file("passwords"), "");
  execFileSync("mosquitto_passwd", ["-b", file("passwords"), username, password]);
  writeFileSync(
    file("mosquitto.conf"),
    // Debian's Mosquitto 2.0 serves WebSockets only beside a plain listener.
    `user root
allow_anonymous false
password_file ${file("passwords")}
listener ${await getPort()} 127.0.0.1
listener ${port}
protocol websockets
certfile ${file("cert.pem")}
keyfile ${file("key.pem")}
`,
  );
  for (const name of ["passwords", "key.pem"]) chmodSync(file(name), 0o600);
  const program = new Program("mosquitto", executable, ["-v", "-c", file("mosquitto.conf")]);
  await program.waitFor("listener", () => (/mosquitto version .* running/.test(program.output) ? true : undefined));
  return {
    caFile: file("ca.pem"),
    broker: { url: `wss://localhost:${port}${BROKER_PATH}`, username, password },
    async [Symbol.asyncDispose]() {
      await program.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
