import type { Season } from "@lamina/shared/records/crop";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { connectCredentials } from "../../../api/credentials.ts";
import { sendProblem, startApiServer } from "../../../testing/api-server.ts";
import { installDialog } from "../../../testing/dialog.ts";
import { RecomputeDialog } from "./recompute-dialog.tsx";

const season = (sectorId: string, plantingDate: string) => ({ clientId: "c1", sectorId, plantingDate }) as Season;
const seasons = [season("norte", "2026-01-05"), season("sul", "2026-01-20")];

beforeEach(() => {
  connectCredentials({ token: () => "a.b.c", missing() {}, refused() {} });
  installDialog();
});
afterEach(cleanup);

it("recomputes each sector from its planting, shows the progress when one fails, and can start again", async () => {
  let failing = true;
  let release = () => {};
  const api = await startApiServer({
    "POST /Balance/Recompute": async ({ body }, response) => {
      if ((body as { sectorId: string }).sectorId === "norte") return { matchedCount: 1 };
      if (failing) return sendProblem(response, 500, "unexpected");
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return { matchedCount: 1 };
    },
  });
  render(<RecomputeDialog seasons={seasons} onClose={() => {}} />);
  const start = () => userEvent.click(screen.getByRole("button", { name: "Recalcular 2 setores" }));
  await start();
  expect(await screen.findByText(/O cálculo parou no meio/)).toBeTruthy();
  expect(screen.getByText("1 de 2 setores")).toBeTruthy();
  expect(screen.getByRole<HTMLProgressElement>("progressbar").value).toBe(1);

  failing = false;
  await start();
  await screen.findByRole("button", { name: "Parar" });
  await expect.poll(() => api.requests.length).toBe(4);
  release();
  expect(await screen.findByText("2 setores recalculados.")).toBeTruthy();
  expect(api.requests.slice(-2).map(({ body }) => body)).toEqual([
    { sectorId: "norte", from: "2026-01-05" },
    { sectorId: "sul", from: "2026-01-20" },
  ]);
});
