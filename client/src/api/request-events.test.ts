import { endpoints } from "@lamina/shared/calls/endpoints";
import { expect, it, onTestFinished } from "vitest";
import { startApiServer } from "../testing/api-server.ts";
import { call } from "./http.ts";
import { followRequests, MAX_WAITING_EVENTS } from "./request-events.ts";

it("passes on the requests that were made before realtime started, the login first, up to the limit", async () => {
  await startApiServer({
    "POST /Authentication/Login": () => ({ token: "" }),
    "GET /SensorType/GetAll": () => [],
  });
  await call(endpoints.login, { body: { UserName: "ana", Password: "eA==" } });
  for (let index = 0; index < MAX_WAITING_EVENTS; index += 1) {
    await call(endpoints.sensorTypeGetAll, { token: "a.b.c" });
  }
  const paths: string[] = [];
  onTestFinished(followRequests(({ path }) => paths.push(path)));
  expect(paths).toEqual([
    "/Authentication/Login",
    ...Array.from({ length: MAX_WAITING_EVENTS - 1 }, () => "/SensorType/GetAll"),
  ]);
  await call(endpoints.sensorTypeGetAll, { token: "a.b.c" });
  expect(paths).toHaveLength(MAX_WAITING_EVENTS + 1);
});
