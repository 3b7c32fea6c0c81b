import { Device, Sensor } from "@lamina/shared/records/telemetry";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { startApiServer } from "../../../testing/api-server.ts";
import { prepareScreens } from "../../../testing/screen.tsx";
import { TestReading } from "./test-reading.tsx";

const stored = { clientId: "c1", active: true, createdAt: "2026-01-01T00:00:00Z", updatedAt: "2026-01-01T00:00:00Z" };
const device = Device.parse({
  ...stored,
  _id: "d1",
  farmId: "f1",
  sensorTypeId: "weather-station",
  serial: "EM-01",
  state: "ok",
});
const sensor = Sensor.parse({ ...stored, _id: "s1", deviceId: "d1", variable: "airTemp", unit: "°C" });

const show = prepareScreens(Date.parse("2026-05-14T12:00:00Z"));

it.each([
  ["unknown-variable", "O equipamento não tem sensor desta grandeza."],
  ["too-old", "A data é antiga demais."],
  ["reason-of-another-api", "Leitura recusada (reason-of-another-api)."],
])("says why the API refuses a reading: %s", async (id, words) => {
  await startApiServer({
    "POST /Reading/Insert": () => ({ accepted: 0, duplicate: 0, rejected: [{ index: 0, id }] }),
  });
  show(<TestReading device={device} sensors={[sensor]} />, "*", "/", { wide: false });
  await userEvent.type(await screen.findByRole("textbox"), "21");
  await userEvent.click(screen.getByRole("button", { name: "Enviar leitura" }));
  expect(await screen.findByText(words)).toBeTruthy();
});
