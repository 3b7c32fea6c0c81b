import { expect, it, vi } from "vitest";
import { farmView } from "./farm-view.tsx";

const client = vi.hoisted(() => ({ timezone: undefined as string | undefined }));
vi.mock("../../../core/clients/current-clients.ts", () => ({
  clientSetup: { state: { get: () => ({ selected: client }) } },
}));

it("counts no pivots while their list has not come", () => {
  const count = (hasCome: boolean) =>
    farmView
      .columns({ has: () => hasCome, of: () => [], find: () => undefined })
      .find(({ key }) => key === "pivots")
      ?.value({ _id: "f", clientId: "c" });
  expect([count(false), count(true)]).toEqual([null, 0]);
});

it.each([
  ["America/Manaus", "America/Manaus"],
  [undefined, "America/Sao_Paulo"],
  ["Europe/Lisbon", "America/Sao_Paulo"],
])("of a client on the clock of %s begins on that of %s", (timezone, started) => {
  client.timezone = timezone;
  expect(farmView.start?.({ has: () => true, of: () => [], find: () => undefined })).toEqual({ timezone: started });
});
