import { expect, it } from "vitest";
import { startApiServer } from "../../testing/api-server.ts";
import { requestLogin } from "./session-calls.ts";

it("sends the same key of the device with every login", async () => {
  const api = await startApiServer({ "POST /Authentication/Login": () => ({ token: "" }) });
  await requestLogin({ UserName: "ana", Password: "eA==" });
  await requestLogin({ UserName: "bruno", Password: "eA==" });
  const devices = api.requests.map(({ body }) => (body as { Device: string }).Device);
  expect(devices[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(devices).toEqual([devices[0], devices[0]]);
});
