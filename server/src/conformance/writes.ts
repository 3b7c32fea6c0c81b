import { UpdateReply } from "@lamina/shared/calls/endpoint";
import { endpoints } from "@lamina/shared/calls/endpoints";
import { entities } from "@lamina/shared/calls/entities";
import type { Asker } from "./ask.ts";

/** One step on a client made for the examination. */
export interface WriteCheck {
  what: string;
  isRight: boolean;
  note: string;
}

/** Adds a client, changes it, adds a farm to it, and deletes both. Leaves existing records alone. */
export async function examineWrites(asker: Asker, token: string, now: Date): Promise<WriteCheck[]> {
  const checks: WriteCheck[] = [];
  const check = (what: string, isRight: boolean, note: string) =>
    checks.push({ what, isRight, note: isRight ? "" : note });
  const clients = async () => {
    const { body } = await asker.ask("GET", endpoints.clientGetAll.path, { token });
    return endpoints.clientGetAll.reply.safeParse(body).data ?? [];
  };
  const name = `Conformidade ${now.toISOString()}`;

  const added = await asker.ask("POST", endpoints.clientInsert.path, { token, body: { name, typeChart: 1 } });
  const client = (await clients()).find((one) => one.name === name);
  check(
    "add a client",
    added.status < 300 && client !== undefined,
    `answers ${added.status}; the list ${client ? "has" : "lacks"} it`,
  );
  if (!client) return checks;
  try {
    const matched = async (body: object) => {
      const answer = await asker.ask("POST", endpoints.clientUpdate.path, { token, body });
      return UpdateReply.safeParse(answer.body).data?.matchedCount ?? `status ${answer.status}`;
    };
    const changed = await matched({ ...client, name: `${name} 2` });
    check("change a client", changed === 1, `matchedCount is ${changed}`);
    const none = await matched({ ...client, _id: `${client._id}-none` });
    check("change a client that is not there", none === 0, `matchedCount is ${none} instead of 0`);

    const farm = {
      name: "Fazenda de teste",
      clientId: client._id,
      lat: -12.1,
      lon: -45.8,
      altitude: 720,
      timezone: "America/Bahia",
    };
    const inserted = await asker.ask("POST", entities.farm.insert.path, { token, body: farm });
    if (inserted.status === 404) check("add a farm", true, "");
    else {
      const stored = entities.farm.insert.reply.safeParse(inserted.body);
      check("add a farm", stored.success, `answers ${inserted.status}`);
      const id = (inserted.body as { _id?: string } | undefined)?._id ?? "";
      const gone = await asker.ask("DELETE", `${entities.farm.remove.path}?ID=${encodeURIComponent(id)}`, { token });
      check("delete a farm", gone.status < 300, `answers ${gone.status}`);
    }
  } finally {
    const path = `${endpoints.clientDelete.path}?ID=${encodeURIComponent(client._id)}`;
    const deleted = await asker.ask("DELETE", path, { token });
    const isGone = !(await clients()).some(({ _id }) => _id === client._id);
    check(
      "delete a client",
      deleted.status < 300 && isGone,
      `answers ${deleted.status}; the list ${isGone ? "lacks" : "still has"} it`,
    );
  }
  return checks;
}
