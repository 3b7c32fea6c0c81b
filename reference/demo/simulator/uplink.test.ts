import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { PivotTelemetry } from "@lamina/shared/records/readings";
import { Aedes } from "aedes";
import { expect, it, vi } from "vitest";
import { openBrokerUplink } from "./uplink.ts";

const DEVICES = 60;

it("signs in many devices a few at a time, and sends the message of each", async () => {
  let [signingIn, most] = [0, 0];
  const few = Promise.withResolvers<void>();
  const heard = new Set<string>();
  const broker = await Aedes.createBroker({
    authenticate: async (_client, _userName, _password, done) => {
      most = Math.max(most, ++signingIn);
      await few.promise;
      signingIn--;
      done(null, true);
    },
    authorizePublish: (client, _packet, done) => {
      heard.add(client?.id ?? "");
      done(null);
    },
  });
  const server = createServer(broker.handle).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const telemetry = { rotateSecret: async () => ({ serial: "s", secret: "s" }) };
  const device = (serial: string) => ({ _id: serial, serial }) as never;
  const uplink = openBrokerUplink({ url, ca: "" }, telemetry as never, { warn: () => {} })(device, {});
  const serials = Array.from({ length: DEVICES }, (_, index) => `device-${index}`);
  const sent = Promise.all(serials.map((serial) => uplink.send(serial, "pivot", {} as PivotTelemetry)));
  await vi.waitFor(() => expect(signingIn).toBe(16));
  few.resolve();
  await sent;
  expect(most).toBe(16);
  expect([...heard].sort()).toEqual([...serials].sort());
  await uplink.close();
  await new Promise<void>((resolve) => broker.close(resolve));
  server.close();
});
