import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { strictDatabase } from "../../../platform/store/database.ts";
import { silentIndexedDB } from "../../../testing/silent-database.ts";
import { NowProvider } from "../../../ui/now.tsx";
import { ShellBanners } from "./shell-banners.tsx";

vi.mock("../use-last-update.ts", () => ({ useLastUpdate: () => undefined }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("says once that the device has no copy now, and with no connection promises none", async () => {
  vi.stubGlobal("indexedDB", silentIndexedDB("transaction"));
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  render(
    <NowProvider clock={() => Date.now()}>
      <ShellBanners />
    </NowProvider>,
  );
  expect(screen.queryByRole("status")).toBeNull();
  await act(() => strictDatabase.get("any").catch(() => {}));
  expect(screen.getAllByText(/sem cópia dos dados agora/)).toHaveLength(1);
  online.mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  expect(screen.getByRole("status").textContent).toMatch(/^Sem internet\. .*sem cópia dos dados agora/);
  expect(screen.queryByText(/fica guardado aqui/)).toBeNull();
});
