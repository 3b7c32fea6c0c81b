import { expect, it, onTestFinished, vi } from "vitest";
import { eraseShared, shareFile } from "./share-file.ts";

// Mocked, because the phone is outside of our code.
const plugin = vi.hoisted(() => ({
  writeFile: vi.fn(async (_options: { path: string; data: string; directory: string }) => ({
    uri: "file:///cache/chuva.csv",
  })),
  stat: vi.fn(async (_options: object) => ({})),
  rmdir: vi.fn(async (_options: object) => {}),
  share: vi.fn(async (_options: { title: string; files: string[] }) => ({})),
}));
vi.mock("@capacitor/filesystem", () => ({
  Filesystem: plugin,
  Directory: { Cache: "CACHE" },
}));
vi.mock("@capacitor/share", () => ({ Share: { share: plugin.share } }));

const file = new File(["chuva;ç"], "chuva.csv", { type: "text/csv" });

it("shares the file itself, from the app's cache", async () => {
  await shareFile(file);
  const data = Buffer.from("chuva;ç").toString("base64");
  expect(plugin.writeFile).toHaveBeenCalledWith({
    path: "exports/chuva.csv",
    data,
    directory: "CACHE",
    recursive: true,
  });
  expect(plugin.share).toHaveBeenCalledWith({ title: "chuva.csv", files: ["file:///cache/chuva.csv"] });
});

it("accepts a cancellation by the user, and throws on a failure", async () => {
  plugin.share.mockRejectedValueOnce(new Error("Share canceled"));
  await expect(shareFile(file)).resolves.toBeUndefined();
  plugin.share.mockRejectedValueOnce(new Error("no app"));
  await expect(shareFile(file)).rejects.toThrow("no app");
});

it("deletes what was shared, on a phone only, and only where something was", async () => {
  await eraseShared();
  expect(plugin.rmdir).not.toHaveBeenCalled();
  vi.stubGlobal("Capacitor", { isNativePlatform: () => true });
  onTestFinished(() => void vi.unstubAllGlobals());
  plugin.stat.mockRejectedValueOnce(new Error("does not exist"));
  await eraseShared();
  expect(plugin.rmdir).not.toHaveBeenCalled();
  await eraseShared();
  expect(plugin.rmdir).toHaveBeenCalledExactlyOnceWith({ path: "exports", directory: "CACHE", recursive: true });
});
