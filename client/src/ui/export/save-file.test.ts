import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { downloadFile, shareFile } from "./save-file.ts";

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

it("downloads under the file's name, and lets go of it", async () => {
  await downloadFile(file);
  expect(clicked.map(({ download, href }) => [download, href])).toEqual([["chuva.csv", "blob:1"]]);
  vi.runAllTimers();
  expect(URL.revokeObjectURL).toHaveBeenCalledWith("blob:1");
});

it("shares where files can be shared, and downloads elsewhere", async () => {
  const share = vi.fn(async () => {});
  vi.stubGlobal("navigator", { canShare: () => true, share });
  await shareFile(file);
  expect(share).toHaveBeenCalledWith({ files: [file], title: "chuva.csv" });
  vi.stubGlobal("navigator", {});
  await shareFile(file);
  expect(clicked).toHaveLength(1);
});

it("takes a change of mind for no error, and a failure for one", async () => {
  const share = vi.fn();
  vi.stubGlobal("navigator", { canShare: () => true, share });
  share.mockRejectedValueOnce(new DOMException("", "AbortError"));
  await expect(shareFile(file)).resolves.toBeUndefined();
  share.mockRejectedValueOnce(new DOMException("", "NotAllowedError"));
  await expect(shareFile(file)).rejects.toThrow();
});
