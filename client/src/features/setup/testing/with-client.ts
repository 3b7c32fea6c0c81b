import { onTestFinished, vi } from "vitest";
import { clientSetup } from "../../../core/clients/current-clients.ts";
import { type ApiServer, startApiServer } from "../../../testing/api-server.ts";

/** A server with a selected client, and a user who may do all with devices. */
export async function withClient(answers: ApiServer["answers"]): Promise<ApiServer> {
  const permissions = [{ screen: "device", view: true, create: true, edit: true, remove: true }];
  const api = await startApiServer({
    "GET /Client/GetAll": () => [{ _id: "c1", id: "1", name: "Santa Clara", typeChart: 1 }],
    "GET /User/Me": () => ({ _id: "u1", name: "Ana", userName: "ana", groupName: "Gestor", permissions }),
    ...answers,
  });
  clientSetup.start();
  onTestFinished(clientSetup.clear);
  await vi.waitUntil(() => clientSetup.state.get().status === "ready");
  return api;
}

/** An answer that fails. */
export const failing: ApiServer["answers"][string] = (_, response) => response.writeHead(500).end();
/** An answer that never comes. */
export const pending: ApiServer["answers"][string] = () => new Promise(() => {});
