import { SeasonFields } from "@lamina/shared/records/crop";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { connectCredentials } from "../../../api/credentials.ts";
import { queryClient } from "../../../api/query-client.ts";
import { startApiServer } from "../../../testing/api-server.ts";
import { FormContext } from "../../../ui/form/form-context.ts";
import type { FormValues } from "../../../ui/form/form-values.ts";
import { wordOptions } from "../records/data/options.ts";
import { InitialWaterField } from "./initial-water-field.tsx";
import { text } from "./text.ts";

beforeEach(() => connectCredentials({ token: () => "a.b.c", missing() {}, refused() {} }));
afterEach(() => {
  cleanup();
  queryClient.clear();
});

const planting = { sectorId: "s1", cropId: "c1", plantingDate: "2026-05-10" };
const field = {
  path: "initialWater",
  label: "Água do solo no plantio",
  options: wordOptions(text.season.initialWaters),
};

function show(values: FormValues) {
  const form = { schema: SeasonFields, errors: {}, set() {}, change() {}, readOnly: false, timeZone: "UTC", values };
  render(
    <QueryClientProvider client={queryClient}>
      <FormContext value={form}>
        <InitialWaterField field={field} />
      </FormContext>
    </QueryClientProvider>,
  );
  return screen.getByRole<HTMLSelectElement>("combobox", { name: "Água do solo no plantio" });
}

it("proposes what is left in the soil, and says that nothing is known", async () => {
  const found = { startWater: "unknown", seasonId: null, cropName: null, until: null };
  const full = { rainMm: 0, storagePct: 100, wholePct: 100 };
  const api = await startApiServer({ "POST /Balance/InitialWater": () => ({ ...found, ...full }) });
  expect(show(planting).value).toBe("carried");
  expect(await screen.findByText(/Nada se sabe da água neste solo/)).toBeTruthy();
  expect(api.requests.at(-1)?.body).toEqual(planting);
});

it("proposes what the last season and the rain since left", async () => {
  const left = { startWater: "season", seasonId: "s0", cropName: "Soja", until: "2026-03-20" };
  const water = { rainMm: 45, storagePct: 31, wholePct: 42 };
  await startApiServer({ "POST /Balance/InitialWater": () => ({ ...left, ...water }) });
  show(planting);
  expect(await screen.findByText(/Soja, até 20\/03\/2026, e 45,0 mm de chuva.*31 %.*42 %/)).toBeTruthy();
});

it("asks for sector, crop and planting first, and names a percentage alone as measured", () => {
  show({});
  expect(screen.getByText(/Informe setor, cultura e plantio/)).toBeTruthy();
  cleanup();
  expect(show({ initialMoisturePct: "40" }).value).toBe("measured");
});
