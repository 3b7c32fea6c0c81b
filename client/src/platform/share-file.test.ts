import { expect, it, vi } from "vitest";
import { shareFile } from "./share-file.ts";

// Mocked, because the phone is outside of our code.
const plugin = vi.hoisted(() => ({
  writeFile: vi.fn(async (_options: { path: string; data: string; directory: string }) => ({
    uri: "file:///cache/chuva.csv",
  })),
  share: vi.fn(async (_options: { title: string; files: string[] }) => ({})),
}));
vi.mock("@capacitor/filesystem", () => ({
  Filesystem: { writeFile: plugin.writeFile },
  Directory: { Cache: "CACHE" },
}));
vi.mock("@capacitor/share", () => ({ Share: { share: plugin.share } }));

const file = new File(["chuva;ç"], "chuva.csv", { type: "text/csv" });

it("shares the file itself, from the app's cache", async () => {
  await shareFile(file);
  const data = Buffer.from("chuva;ç").toString("base64");
  expect(plugin.writeFile).toHaveBeenCalledWith({ path: "chuva.csv", data, directory: "CACHE" });
  expect(plugin.share).toHaveBeenCalledWith({ title: "chuva.csv", files: ["file:///cache/chuva.csv"] });
});

it("accepts a cancellation by the user, and throws on a failure", async () => {
  plugin.share.mockRejectedValueOnce(new Error("Share canceled"));
  await expect(shareFile(file)).resolves.toBeUndefined();
  plugin.share.mockRejectedValueOnce(new Error("no app"));
  await expect(shareFile(file)).rejects.toThrow("no app");
});
