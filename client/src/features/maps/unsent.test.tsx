import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { text as outboxText } from "../../core/outbox/text.ts";
import { startApiServer } from "../../testing/api-server.ts";
import { prepareScreens } from "../../testing/screen.tsx";
import { Component as MapsPage } from "./page.tsx";
import { mapFixture } from "./testing/map-fixture.ts";

vi.mock("../../core/clients/use-clients.ts", () => ({ useSelectedClient: () => ({ _id: "c1", name: "Santa Clara" }) }));
vi.mock("../../core/rights/use-rights.ts", () => ({ useRights: () => ({ me: undefined, can: () => true }) }));
vi.mock("../../core/runtime-config/use-runtime-config.ts", () => ({ useMapGround: () => undefined }));
vi.mock("../../core/outbox/use-outbox.ts", () => ({
  useOutbox: () => ({
    entries: mapFixture().pivots.map(({ clientId, farmId }) => ({
      ...{ kind: "rain", clientId, problem: null },
      fields: { farmId, mm: 12 },
    })),
    delivered: [],
  }),
}));

const open = prepareScreens(Date.parse("2026-05-14T10:40:00Z"));

it("marks a machine on the map whose numbers change with a record that waits", async () => {
  await startApiServer({ "GET /Map/GetByClientID": mapFixture });
  open(<MapsPage />, "/maps", "/maps");
  await userEvent.click(await screen.findByRole("button", { name: /Pivô 01.*Déficit/ }));
  expect(screen.getByRole("article", { name: "Pivô 01" }).textContent).toContain(outboxText.changesNumbers);
});
