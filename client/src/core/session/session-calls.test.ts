import { expect, it } from "vitest";
import { deviceStorage } from "../../platform/storage.ts";
import { startApiServer } from "../../testing/api-server.ts";
import { STORED_CONFIG } from "../runtime-config/has-feature.ts";
import { requestLogin } from "./session-calls.ts";

it("sends the same key of the device with every login to an API that knows devices, and nothing to another", async () => {
  const plain = await startApiServer({ "POST /Authentication/Login": () => ({ token: "" }) });
  const credentials = { UserName: "ana", Password: "eA==" };
  await requestLogin(credentials);
  expect(plain.requests.map(({ body }) => body)).toEqual([credentials]);

  deviceStorage.write(STORED_CONFIG, JSON.stringify({ features: ["known-devices"] }));
  const api = await startApiServer({ "POST /Authentication/Login": () => ({ token: "" }) });
  await requestLogin(credentials);
  await requestLogin({ ...credentials, UserName: "bruno" });
  const devices = api.requests.map(({ body }) => (body as { Device: string }).Device);
  expect(devices[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(devices).toEqual([devices[0], devices[0]]);
});
