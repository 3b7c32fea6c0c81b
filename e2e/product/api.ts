import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SupervisionMessage } from "@lamina/shared/messages/supervision";
import { localCertificate } from "./certificate.ts";
import { runEntry } from "./program.ts";

/** Message of a reference API once it serves. */
export type ApiAddress = Omit<Extract<SupervisionMessage, { type: "ready" }>, "type">;

export interface RunningApi extends ApiAddress, AsyncDisposable {}

/** Days of simulated history for journeys: a month of charts and reports, generated in a few seconds. */
const HISTORY_DAYS = "45";
/** Longest wait for that history, on a busy machine. */
const START_TIMEOUT_MS = 240_000;

/** Starts the reference API with its embedded broker as a separate process, on free ports and in an empty folder. */
export async function startApi(env: Record<string, string> = {}, timeoutMs = START_TIMEOUT_MS): Promise<RunningApi> {
  // A start that fails leaves neither the program nor its folder.
  await using started = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "lamina-api-"));
  started.defer(() => rmSync(folder, { recursive: true, force: true }));
  const [TLS_CERT_FILE, TLS_KEY_FILE] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const { authority, cert, key } = await localCertificate();
  // Callers trust this file, so it contains the authority too.
  writeFileSync(TLS_CERT_FILE, `${cert}\n${authority}`);
  writeFileSync(TLS_KEY_FILE, key);
  const settings = { PORT: "0", MQTT_PORT: "0", DATA_DIR: folder, TLS_CERT_FILE, TLS_KEY_FILE };
  const program = started.use(
    runEntry("reference API", "reference/main.ts", { ...settings, DEMO_HISTORY_DAYS: HISTORY_DAYS, ...env }, true),
  );
  let address: ApiAddress | undefined;
  program.child.on("message", (message) => {
    const said = SupervisionMessage.parse(message);
    if (said.type === "ready") address = said;
  });
  const ready = await program.waitFor("address", () => address, timeoutMs);
  const running = started.move();
  return { ...ready, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
