import { CanopyObservationFields } from "@lamina/shared/records/season/canopy";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { photoPixels } from "../../../../platform/shrink-photo.ts";
import { FormContext } from "../../../../ui/form/form-context.ts";
import { type FormValues, fromFormValues, toFormValues } from "../../../../ui/form/form-values.ts";
import { readFields } from "../../../../ui/form/read-fields.ts";
import { CoverField } from "./cover-field.tsx";

vi.mock("../../../../platform/shrink-photo.ts", () => ({ photoPixels: vi.fn() }));
const LEAF = [70, 120, 50, 255];
const SOIL = [150, 80, 50, 255];
const field = { path: "coverPct", label: "Cobertura verde" };
const photo = new File(["photo"], "chao.jpg", { type: "image/jpeg" });

let values: FormValues;
const fetched = vi.fn();

beforeEach(() => {
  vi.stubGlobal("fetch", fetched);
  fetched.mockReset();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Form() {
  const [own, setOwn] = useState<FormValues>(
    toFormValues(CanopyObservationFields, { sectorId: "s1", date: "2026-05-10" }),
  );
  values = own;
  const change = (more: FormValues) => setOwn((before) => ({ ...before, ...more }));
  const form = { schema: CanopyObservationFields, errors: {}, set() {}, change, readOnly: false, timeZone: "UTC" };
  return (
    <FormContext value={{ ...form, values: own }}>
      <CoverField field={field} />
    </FormContext>
  );
}

const cover = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Cobertura verde (%)" });
const choose = (pixels: number[]) => {
  vi.mocked(photoPixels).mockResolvedValueOnce(Uint8ClampedArray.from(pixels));
  fireEvent.change(screen.getByLabelText(/Estimar por foto/), { target: { files: [photo] } });
};
const sent = () => readFields(CanopyObservationFields, fromFormValues(CanopyObservationFields, values)).fields;

it("offers the green share of a photo, which stays on the device", async () => {
  render(<Form />);
  choose([...LEAF, ...LEAF, ...SOIL]);
  expect(await screen.findByText(/A foto tem 67 % de verde/)).toBeTruthy();
  expect(cover().value).toBe("67");
  expect(sent()).toMatchObject({ coverPct: 67, coverSource: "photo" });
  expect(fetched).not.toHaveBeenCalled();
});

it("remains the source of a value that the person changes, and of none that is cleared", async () => {
  render(<Form />);
  choose([...LEAF, ...SOIL]);
  await screen.findByText(/50 %/);
  fireEvent.change(cover(), { target: { value: "55" } });
  expect(sent()).toMatchObject({ coverPct: 55, coverSource: "photo" });
  fireEvent.change(cover(), { target: { value: "" } });
  expect(sent()).not.toHaveProperty("coverSource", "photo");
  fireEvent.change(cover(), { target: { value: "40" } });
  expect(sent()).toMatchObject({ coverPct: 40 });
  expect(sent()?.coverSource).toBeUndefined();
});

it("says that a file is no picture, and keeps the value", async () => {
  render(<Form />);
  fireEvent.change(cover(), { target: { value: "30" } });
  vi.mocked(photoPixels).mockRejectedValueOnce(new Error("no picture"));
  fireEvent.change(screen.getByLabelText(/Estimar por foto/), { target: { files: [photo] } });
  expect(await screen.findByText(/não leu a foto/)).toBeTruthy();
  expect(cover().value).toBe("30");
});
