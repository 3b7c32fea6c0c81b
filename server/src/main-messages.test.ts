import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../../scripts/testing/free-port.ts";
import { whyNotListening } from "./main-messages.ts";

const host = "127.0.0.1";

/** Takes a port, if no other program has it. */
async function take(port: number): Promise<void> {
  const server = createServer().listen(port, host);
  onTestFinished(() => void server.close());
  await once(server, "listening").catch(() => {});
}

const taken = (port: number) => Object.assign(new Error("listen EADDRINUSE"), { code: "EADDRINUSE", port });

test("the port suggested for a taken one is free, and no other one of the configuration", async () => {
  const port = await freePort();
  await take(port + 1);
  const sentence = await whyNotListening(taken(port), { host, port, metricsPort: port + 2 });
  const suggested = Number(/, as PORT=(\d+)$/.exec(sentence)?.[1]);
  expect(suggested).toBeGreaterThan(port + 2);
  const server = createServer().listen(suggested, host);
  await once(server, "listening");
  server.close();
});

test("names the variable of the metrics when theirs is taken", async () => {
  const metricsPort = await freePort();
  const sentence = await whyNotListening(taken(metricsPort), { host, port: 8080, metricsPort });
  expect(sentence).toMatch(RegExp(`^Cannot listen on 127.0.0.1:${metricsPort}: .*, as METRICS_PORT=\\d+$`));
});

test.each(["ENOTFOUND", "EAI_AGAIN"])("names HOST when its name cannot be found: %s", async (code) => {
  const error = Object.assign(new Error(`getaddrinfo ${code}`), { code });
  expect(await whyNotListening(error, { host: "nowhere.invalid", port: 8080, metricsPort: undefined })).toBe(
    "Cannot listen on nowhere.invalid:8080: HOST is a name that cannot be found: set HOST=127.0.0.1, or HOST=0.0.0.0 for all addresses",
  );
});

test("suggests any port when no higher one is left", async () => {
  expect(await whyNotListening(taken(65_535), { host, port: 65_535, metricsPort: undefined })).toMatch(/, as PORT=0$/);
});
