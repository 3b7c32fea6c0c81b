import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { downloadFile } from "./save-file.ts";

const file = new File(["a;b"], "chuva.csv", { type: "text/csv" });
let clicked: HTMLAnchorElement[];

beforeEach(() => {
  clicked = [];
  vi.useFakeTimers();
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:1", revokeObjectURL: vi.fn() }));
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    clicked.push(this);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("downloads under the file's name, and releases the object URL", async () => {
  await downloadFile(file);
  expect(clicked.map(({ download, href }) => [download, href])).toEqual([["chuva.csv", "blob:1"]]);
  vi.runAllTimers();
  expect(URL.revokeObjectURL).toHaveBeenCalledWith("blob:1");
});
