import type { ApiAddress } from "./api.ts";
import { type Program, runEntry } from "./program.ts";

interface RunningBff extends AsyncDisposable {
  /** As a browser opens it, without a slash at the end. */
  url: string;
  program: Program;
}

/** The environment that points a BFF at an API and its broker; nothing else tells it. */
export function bffEnvironment({ url, caFile, broker }: ApiAddress): Record<string, string> {
  return {
    UPSTREAM_URL: url,
    UPSTREAM_CA_FILE: caFile,
    MQTT_URL: broker.url,
    MQTT_USERNAME: broker.username,
    MQTT_PASSWORD: broker.password,
    MQTT_CA_FILE: caFile,
    // The broker of a test comes back at once, and so should the link.
    MQTT_RECONNECT_PERIOD_MS: "500",
    // Journeys fail to log in on purpose, all of them from one address.
    LOGIN_MAX_FAILURES: "1000",
  };
}

/** Starts the BFF by its environment alone. `PORT` is free unless given. */
export async function startBff(env: Record<string, string>): Promise<RunningBff> {
  const program = runEntry("BFF", "server/src/main.ts", { PORT: "0", ...env });
  const port = await program.waitFor(
    "URL",
    () => /http:\/\/(?:localhost|127\.0\.0\.1):(\d+)/.exec(program.output)?.[1],
  );
  const url = `http://localhost:${port}`;
  return { url, program, [Symbol.asyncDispose]: () => program[Symbol.asyncDispose]() };
}
