import { afterEach, expect, it, vi } from "vitest";
import { followTheme } from "./system-bars.ts";

// Mocked, because the phone is outside of our code.
const phone = vi.hoisted(() => ({ isNativePlatform: vi.fn(() => true), setStyle: vi.fn(async () => {}) }));
vi.mock("@capacitor/core", () => ({
  Capacitor: phone,
  SystemBars: phone,
  SystemBarsStyle: { Dark: "DARK", Light: "LIGHT" },
}));
vi.mock("./platform.ts", () => ({ isNative: phone.isNativePlatform }));

afterEach(() => {
  vi.clearAllMocks();
  delete document.documentElement.dataset.theme;
});

it("gives the status bar light text on the dark theme and dark text on the light one", async () => {
  document.documentElement.dataset.theme = "escuro";
  followTheme();
  await vi.waitFor(() => expect(phone.setStyle).toHaveBeenLastCalledWith({ style: "DARK" }));
  document.documentElement.dataset.theme = "claro";
  await vi.waitFor(() => expect(phone.setStyle).toHaveBeenLastCalledWith({ style: "LIGHT" }));
});

it("does nothing on the web", () => {
  phone.isNativePlatform.mockReturnValueOnce(false);
  followTheme();
  document.documentElement.dataset.theme = "escuro";
  expect(phone.setStyle).not.toHaveBeenCalled();
});
