import { PAGE_RECORDS_MAX } from "@lamina/shared/calls/endpoint";
import { type EntityName, entities } from "@lamina/shared/calls/entities";
import { type RecordLists, recordPages } from "@lamina/shared/calls/record-lists";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { describeApi } from "../../testing/api.ts";
import { hashPassword } from "../access/identity/password.ts";
import { addUser } from "../access/identity/seed.ts";
import { recordDefinitions } from "../app/records.ts";
import { monitors } from "../schema/telemetry.ts";

const CLIENT = "demo-santa-clara";
const names = Object.keys(entities) as EntityName[];
const ask = (of: string, client = CLIENT) => `/Record/GetByClientID?ID=${client}&of=${of}`;

describeApi("lists of several entities", (api) => {
  it("are the same as those of each entity's own call", async () => {
    const token = await api().login("admin");
    const { status, body } = await api().send(ask(names.join(",")), { token });
    expect(status).toBe(200);
    const lists = body as RecordLists;
    for (const name of names) {
      const own = await api().send(`${entities[name].getByClient.path}?ID=${CLIENT}`, { token });
      const ids = (records: unknown) => (records as { _id: string }[]).map(({ _id }) => _id).sort();
      expect(ids(lists[name]?.items), name).toEqual(ids(own.body));
      expect(lists[name]?.next, name).toBeNull();
    }
    expect(Object.keys(recordPages)).toEqual(["canopyObservation", "watering", "rain", "fieldNote"]);
    const bounded = recordDefinitions.filter(({ mostListed }) => mostListed === PAGE_RECORDS_MAX);
    expect(bounded.map(({ calls }) => calls.getByClient.path).sort()).toEqual(
      [entities.canopyObservation, entities.fieldNote, entities.rain, entities.watering].map(
        ({ getByClient }) => getByClient.path,
      ),
    );
  });

  it("have a total order: records of equal names by their ids", async () => {
    const call = async () => {
      const { body } = await api().send(`/Monitor/GetByClientID?ID=${CLIENT}`, { token });
      return (body as { _id: string }[]).map(({ _id }) => _id);
    };
    const token = await api().login("admin");
    const ids = (await call()).toSorted();
    expect(ids.length).toBeGreaterThan(3);
    // Written in reverse, so that the order of storage is another one.
    for (const id of ids.toReversed())
      await api().database.update(monitors).set({ name: "Igual" }).where(eq(monitors._id, id));
    expect(await call()).toEqual(ids);
  });

  it("omit entities that the caller has no right to", async () => {
    const groupId = "so-monitores";
    const token = await api().login("admin");
    const view = { screen: "monitor", view: true, create: false, edit: false, remove: false };
    const group = { clientId: CLIENT, name: groupId, permissions: [view] };
    const inserted = await api().send("/UsersGroup/Insert", { method: "POST", token, body: group });
    expect(inserted.status).toBe(200);
    const user = { _id: groupId, userName: groupId, name: groupId, groupId: (inserted.body as { _id: string })._id };
    const passwordHash = await hashPassword("irrigar");
    await addUser(api().database, { ...user, passwordHash, clientIds: [CLIENT] }, api().clock.now());
    const { status, body } = await api().send(ask("monitor,user,farm"), { token: await api().login(groupId) });
    expect([status, Object.keys(body as object)]).toEqual([200, ["monitor"]]);
  });

  it("are rejected for another's client, and for an unknown entity", async () => {
    const token = await api().login("bruno");
    expect((await api().send(ask("farm", "demo-boa-esperanca"), { token })).status).toBe(404);
    for (const names of ["", "farm,", "toString", "farm,Farm"]) {
      const { status, body } = await api().send(ask(names), { token });
      expect([names, status, (body as { errors: { field: string }[] }).errors[0]?.field]).toEqual([names, 400, "of"]);
    }
  });
});
