import { afterEach, expect, it, vi } from "vitest";
import { printPage } from "./print-page.ts";

afterEach(() => vi.unstubAllGlobals());

it("is there in a browser, and absent in the phone's app, whose web view prints nothing", () => {
  const print = vi.fn();
  vi.stubGlobal("print", print);
  printPage()?.();
  expect(print).toHaveBeenCalledOnce();
  vi.stubGlobal("Capacitor", { isNativePlatform: () => true });
  expect(printPage()).toBeUndefined();
});
