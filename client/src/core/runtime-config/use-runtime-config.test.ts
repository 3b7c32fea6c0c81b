import { cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";

const config = { demo: true, version: "1" };
const answers = vi.hoisted(() => ({ next: undefined as (() => Promise<unknown>) | undefined }));
vi.mock("../../api/runtime-config.ts", () => ({ loadRuntimeConfig: () => answers.next?.() }));

afterEach(cleanup);

/** The hook as a newly opened page loads it. */
async function openPage() {
  vi.resetModules();
  const { useRuntimeConfig } = await import("./use-runtime-config.ts");
  return renderHook(useRuntimeConfig).result;
}

it("uses the last configuration when there is no connection", async () => {
  answers.next = async () => config;
  const first = await openPage();
  await waitFor(() => expect(first.current).toEqual(config));
  vi.spyOn(console, "warn").mockImplementation(() => {});
  answers.next = () => Promise.reject(new Error("network"));
  const second = await openPage();
  await waitFor(() => expect(second.current).toEqual(config));
});
