import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ApiAddress } from "./api.ts";
import { type Program, runEntry } from "./program.ts";

interface RunningBff extends AsyncDisposable {
  /** The URL of the BFF, without a slash at the end. */
  url: string;
  program: Program;
}

/** The complete environment of a BFF for an API and its broker. */
export function bffEnvironment({ url, caFile, broker }: ApiAddress): Record<string, string> {
  return {
    UPSTREAM_URL: url,
    UPSTREAM_CA_FILE: caFile,
    MQTT_URL: broker.url,
    MQTT_USERNAME: broker.username,
    MQTT_PASSWORD: broker.password,
    MQTT_CA_FILE: caFile,
    // A test's broker restarts at once, so the BFF should reconnect soon.
    MQTT_RECONNECT_PERIOD_MS: "500",
    // Journeys fail to log in on purpose, all from one address.
    LOGIN_MAX_FAILURES: "1000",
  };
}

/** Starts the BFF with its environment only. Uses a free port unless `PORT` is given. */
export async function startBff(env: Record<string, string>): Promise<RunningBff> {
  await using started = new AsyncDisposableStack();
  const state = mkdtempSync(join(tmpdir(), "lamina-bff-"));
  started.defer(() => rmSync(state, { recursive: true }));
  const program = started.use(runEntry("BFF", "server/src/main.ts", { PORT: "0", STATE_DIR: state, ...env }));
  const port = await program.waitFor(
    "URL",
    () => /http:\/\/(?:localhost|127\.0\.0\.1):(\d+)/.exec(program.output)?.[1],
  );
  const url = `http://localhost:${port}`;
  const running = started.move();
  return { url, program, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
