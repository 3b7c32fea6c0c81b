import { expect, it, vi } from "vitest";
import { farmView } from "./farm-view.tsx";

const client = vi.hoisted(() => ({ timezone: undefined as string | undefined }));
vi.mock("../../../core/clients/current-clients.ts", () => ({
  clientSetup: { state: { get: () => ({ selected: client }) } },
}));

it.each([
  ["America/Manaus", "America/Manaus"],
  [undefined, "America/Sao_Paulo"],
  ["Europe/Lisbon", "America/Sao_Paulo"],
])("of a client on the clock of %s begins on that of %s", (timezone, started) => {
  client.timezone = timezone;
  expect(farmView.start?.({ of: () => [], find: () => undefined })).toEqual({ timezone: started });
});
