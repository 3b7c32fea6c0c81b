import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { deviceStorage, onDeviceStorageChange, tabStorage } from "./storage.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

it("keeps values on the device, and others for the tab", () => {
  deviceStorage.write("token", "t");
  tabStorage.write("login", "l");
  expect([localStorage.getItem("token"), sessionStorage.getItem("login")]).toEqual(["t", "l"]);
  deviceStorage.remove("token");
  expect(deviceStorage.read("token")).toBeNull();
});

it("keeps values in memory for the page when the browser refuses storage", () => {
  vi.stubGlobal("localStorage", undefined);
  expect(deviceStorage.read("token")).toBeNull();
  deviceStorage.write("token", "t");
  expect(deviceStorage.read("token")).toBe("t");
  deviceStorage.remove("token");
  expect(deviceStorage.read("token")).toBeNull();
});

it("keeps a value in memory for the page when there is no room, also in place of an older one", () => {
  deviceStorage.write("token", "old");
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  deviceStorage.write("token", "new");
  expect(deviceStorage.read("token")).toBe("new");
  full.mockRestore();
  deviceStorage.write("token", "newest");
  expect([deviceStorage.read("token"), localStorage.getItem("token")]).toEqual(["newest", "newest"]);
});

it("reports changes by another tab, and a cleared storage", () => {
  const heard = vi.fn();
  onTestFinished(onDeviceStorageChange("token", heard));
  window.dispatchEvent(new StorageEvent("storage", { key: "token", newValue: "t" }));
  window.dispatchEvent(new StorageEvent("storage", { key: "other", newValue: "x" }));
  window.dispatchEvent(new StorageEvent("storage", { key: null }));
  expect(heard.mock.calls).toEqual([["t"], [null]]);
});
