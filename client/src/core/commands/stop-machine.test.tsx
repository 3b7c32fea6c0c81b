import type { Client } from "@lamina/shared/records/client";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { startApiServer } from "../../testing/api-server.ts";
import { prepareScreens } from "../../testing/screen.tsx";
import { StopMachine } from "./stop-machine.tsx";

vi.mock("../clients/use-clients.ts", () => ({ useSelectedClient: () => ({ _id: "c1", id: "1" }) as Client }));

const AT = "2026-05-14T15:00:00Z";
const show = prepareScreens(Date.parse(AT));

it("stops a machine that runs by the keyboard alone: one button and one confirmation", async () => {
  const sent: unknown[] = [];
  const permissions = [{ screen: "commands", view: true, create: true, edit: true, remove: true }];
  await startApiServer({
    "GET /User/Me": () => ({ _id: "u", name: "Ana", userName: "ana", groupName: "Gestor", permissions }),
    "GET /PivotCommand/GetByClientID": () => [],
    "POST /PivotCommand/Insert": ({ body }, response) => {
      sent.push(body);
      response.writeHead(503).end();
    },
  });
  const status = { pivotId: "p1", date: AT, running: true, wet: true, direction: "forward" as const, angleDeg: 40 };
  const pivot = { _id: "p1", clientId: "c1", name: "Pivô 01", status };
  show(<StopMachine machine={{ pivot, farm: { name: "Buriti", timezone: "America/Sao_Paulo" } }} />, "/", "/");
  const user = userEvent.setup();
  const stop = await screen.findByRole("button", { name: "Parar: Pivô 01" }, { timeout: 10_000 });
  await user.tab();
  expect(document.activeElement).toBe(stop);
  await user.keyboard("{Enter}");
  const dialog = within(await screen.findByRole("dialog", { name: "Parar Pivô 01?" }));
  const confirm = dialog.getByRole("button", { name: "Parar agora: Pivô 01" });
  await waitFor(() => expect(document.activeElement).toBe(confirm));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(sent).toMatchObject([{ command: "stop", pivotId: "p1" }]));
});
