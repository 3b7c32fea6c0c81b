import { render, waitFor } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { afterEach, expect, it, vi } from "vitest";
import { outbox } from "../outbox/current-outbox.ts";
import { useTakeFromLink } from "./use-take-from-link.ts";

let address = "";
function Page({ clientId }: { clientId: string | undefined }) {
  useTakeFromLink(clientId);
  const { pathname, search } = useLocation();
  address = pathname + search;
  return null;
}

afterEach(() => vi.restoreAllMocks());

it("stores the act on the device once the client is known, and cleans the address", async () => {
  const add = vi.spyOn(outbox, "add").mockResolvedValue("k");
  const at = (clientId?: string) => (
    <MemoryRouter initialEntries={["/maps?cliente=c1&assumir=n1"]}>
      <Page clientId={clientId} />
    </MemoryRouter>
  );
  const { rerender } = render(at());
  expect(add).not.toHaveBeenCalled();
  rerender(at("c1"));
  await waitFor(() => expect(address).toBe("/maps?cliente=c1"));
  expect(add.mock.calls).toEqual([
    [
      { clientId: "c1", label: "Alerta da notificação" },
      { kind: "alert", fields: { _id: "n1", act: "take" } },
    ],
  ]);
});
