import { randomUUID } from "node:crypto";
import { endpoints } from "@lamina/shared/calls/endpoints";
import { CHANGES_TOPIC } from "@lamina/shared/messages/broker";
import type { ChangeMessage } from "@lamina/shared/records/alert";
import { ClientFields } from "@lamina/shared/records/client";
import { eq } from "drizzle-orm";
import type { Context } from "../../core/context.ts";
import { recordChanged } from "../../core/record-changed.ts";
import { type Json, type JsonRecord, toJson } from "../../core/serialize.ts";
import { type Caller, mayOnClient } from "../../http/caller.ts";
import { problems } from "../../http/problem.ts";
import { refuseUnknown, validate } from "../../http/validation.ts";
import { audit } from "../../records/audit/write.ts";
import { merge, requireVersion, versionAfter } from "../../records/change.ts";
import { devices } from "../../schema/telemetry.ts";
import { endPeople } from "../identity/user-rules.ts";
import { userStore } from "../identity/user-store.ts";
import { insertDefaultMenu } from "./default-menu.ts";
import * as store from "./store.ts";

export interface Clients {
  list(caller: Caller): Promise<Json<store.ListedClient>[]>;
  /**
   * The client with this `_id` or `id`.
   * @throws HttpProblem 404 when the caller may not see it
   */
  find(caller: Caller, key: string): Promise<store.ClientRow>;
  /** Adds a client with the default menu; its author becomes a member. */
  insert(caller: Caller, record: JsonRecord): Promise<Json<store.ClientRow>>;
  /**
   * Changes the given fields; null empties one. Matches 0 when the caller sees no such client.
   * @throws HttpProblem 400, 403, 409 when `updatedAt` is given and differs from the record's
   */
  update(caller: Caller, change: JsonRecord): Promise<{ matchedCount: number }>;
  /**
   * Deletes a client with all dependent records, and its users who have no other client.
   * @throws HttpProblem 403, 404
   */
  remove(caller: Caller, key: string): Promise<{ deletedCount: number }>;
}

export function createClients({ database, clock, events, publisher, log }: Context): Clients {
  async function find(caller: Caller, key: string): Promise<store.ClientRow> {
    const client = await store.findClient(database, key);
    if (client === undefined || !caller.clients.has(client._id)) throw problems.notFound("client");
    return client;
  }

  return {
    find,

    async list(caller) {
      return (await store.listClients(database, [...caller.clients.keys()])).map(toJson);
    },

    async insert(caller, record) {
      if (caller.userId === null || caller.groupId === null) throw problems.forbidden();
      const { userId, groupId } = caller;
      const fields = validate(ClientFields, record, LISTED);
      const date = clock.now();
      const _id = randomUUID();
      const after = await database.transaction(async (transaction) => {
        const client = toJson(
          await store.insertClient(transaction, { ...fields, _id, createdAt: date, updatedAt: date }),
        );
        await store.addMembership(transaction, { userId, clientId: _id, groupId, createdAt: date, updatedAt: date });
        await insertDefaultMenu(transaction, _id, date);
        await audit(transaction, { author: caller, date, ...naming(_id), after: client });
        return client;
      });
      await events.emit("record", recordChanged("Client", { clientId: _id, recordId: _id, after }));
      return after;
    },

    async update(caller, record) {
      const _id = String(record._id);
      if (!caller.clients.has(_id)) return { matchedCount: 0 };
      if (!mayOnClient(caller, endpoints.clientUpdate.access, _id)) throw problems.forbidden();
      const change = await database.transaction(async (transaction) => {
        const client = await store.lockClient(transaction, _id);
        if (client === undefined) return undefined;
        const before = toJson(client);
        // Each write may name its client.
        refuseUnknown(ClientFields, record, { ...before, farmsCount: 0, clientId: _id });
        requireVersion(client, record, before);
        const fields = validate(ClientFields, merge(ClientFields, before, record));
        const date = versionAfter(client, clock.now());
        const values = { document: null, logoUrl: null, ...fields, updatedAt: date };
        const after = toJson(await store.updateClient(transaction, _id, values));
        await audit(transaction, { author: caller, date, ...naming(_id), before, after });
        return { before, after };
      });
      if (change === undefined) return { matchedCount: 0 };
      await events.emit("record", recordChanged("Client", { clientId: _id, recordId: _id, ...change }));
      return { matchedCount: 1 };
    },

    async remove(caller, key) {
      const client = await find(caller, key);
      const { _id } = client;
      if (!mayOnClient(caller, endpoints.clientDelete.access, _id)) throw problems.forbidden();
      const before = toJson(client);
      const { logins, lost } = await database.transaction(async (transaction) => {
        const date = clock.now();
        await store.lockClient(transaction, _id);
        const lost = await transaction.select().from(devices).where(eq(devices.clientId, _id));
        const people = await userStore.peopleOf(transaction, _id);
        await store.deleteClient(transaction, _id);
        await audit(transaction, { author: caller, date, ...naming(_id), before });
        return { logins: await endPeople(transaction, people, date), lost: lost.map(toJson) };
      });
      // The database deletes them silently, and their connections at the broker must end.
      for (const device of lost)
        await events.emit("record", recordChanged("Device", { clientId: _id, recordId: device._id, before: device }));
      await events.emit("record", recordChanged("Client", { clientId: _id, recordId: _id, before }));
      // They are no longer users of the client, so no other message reaches them.
      const message: ChangeMessage = { clientId: _id, entities: ["Client"] };
      await Promise.all(
        logins.map((userName) =>
          publisher
            .publishToUser(userName, CHANGES_TOPIC, message)
            .catch((error: unknown) => log.warn({ err: error }, "end of a client not published")),
        ),
      );
      return { deletedCount: 1 };
    },
  };
}

/** The fields of a client as listed beside those that people set: a client as loaded may be sent back. */
const LISTED = ["_id", "id", "active", "createdAt", "updatedAt", "farmsCount"];

const naming = (_id: string) => ({ clientId: _id, entity: "Client", recordId: _id });
