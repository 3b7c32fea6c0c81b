import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { connectCredentials } from "../../../api/credentials.ts";
import { clientSetup } from "../../../core/clients/current-clients.ts";
import { startApiServer } from "../../../testing/api-server.ts";
import { installDialog } from "../../../testing/dialog.ts";
import { ClientLost } from "./client-lost.tsx";

const client = (name: string) => ({ _id: name, id: name, name, typeChart: 1 });

beforeEach(() => {
  connectCredentials({ token: () => "a.b.c", missing() {}, refused() {} });
  installDialog();
});
afterEach(cleanup);

it("names the lost client and the one shown now, and says nothing when the user chooses another client", async () => {
  let list = [client("Alfa"), client("Beta"), client("Gama")];
  await startApiServer({ "GET /Client/GetAll": () => list });
  clientSetup.start();
  onTestFinished(clientSetup.clear);
  render(<ClientLost />);
  await expect.poll(() => clientSetup.state.get().selected?.name).toBe("Alfa");
  clientSetup.select("Beta");
  list = [client("Beta"), client("Gama")];
  await clientSetup.reload();
  expect(screen.queryByRole("alertdialog")).toBeNull();

  list = [client("Gama")];
  await clientSetup.reload();
  expect(await screen.findByText(/“Beta” foi excluído/)).toBeTruthy();
  expect(screen.getByText(/cadastros de “Gama”/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Fechar" }));
  expect(screen.queryByText(/“Beta” foi excluído/)).toBeNull();
});
