import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import { PHOTO_BYTES_MAX } from "@lamina/shared/records/field-note";
import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { describeApi, expectProblem } from "../../../testing/api.ts";
import { phonePhoto } from "../../../testing/jpeg.ts";
import { quietLog } from "../../../testing/quiet-log.ts";
import { GroupId } from "../../access/identity/groups.ts";
import { hashPassword } from "../../access/identity/password.ts";
import { addUser } from "../../access/identity/seed.ts";
import { retentionJob } from "../../app/retention/retention.ts";
import { plantField } from "../../irrigation/testing/field.ts";
import { memberships } from "../../schema/identity.ts";
import { photos } from "../../schema/photos.ts";

const CLIENT = "demo-santa-clara";
const PIVOT = "photos-pivot-1";
const KEEP = { readingsMonths: null, notificationsMonths: null, auditMonths: null };

describeApi("photos of records", (api) => {
  let token: string;
  let field: Awaited<ReturnType<typeof plantField>>;
  const data = phonePhoto.toString("base64");

  beforeAll(async () => {
    token = await api().login("ana");
    const today = api().clock.now().toISOString().slice(0, 10);
    field = await plantField(api().database, { id: "photos", clientId: CLIENT, from: today, to: today });
  });

  const post = (path: string, body: object, key?: string) =>
    api().send(path, {
      token,
      body: { clientId: CLIENT, ...body },
      ...(key && { headers: { "idempotency-key": key } }),
    });
  const addPhoto = async (key?: string) => ((await post("/Photo/Insert", { data }, key)).body as { _id: string })._id;
  const show = (id: string, as = token) => api().send(`/Photo/GetByID?ID=${id}`, { token: as });
  const at = () => api().clock.now().toISOString();
  const note = async (photoId: string) =>
    ((await post("/FieldNote/Insert", { pivotId: PIVOT, at: at(), photoId })).body as { _id: string })._id;

  it("are stored once, without the place, and shown with the record that names them", async () => {
    const id = await addPhoto("photo-key-1");
    expect(await addPhoto("photo-key-1")).toBe(id);
    const [row] = await api().database.select().from(photos).where(eq(photos._id, id));
    expect(Buffer.from(row?.data ?? []).toString("latin1")).not.toContain("GPS");
    expectProblem(await show(id), 404, "not-found");
    await note(id);
    const shown = await show(id);
    expect([shown.status, shown.headers["content-type"], shown.headers["x-content-type-options"]]).toEqual([
      200,
      "image/jpeg",
      "nosniff",
    ]);
    expect(Number(shown.headers["content-length"])).toBe(row?.data.length);
  });

  it("belong to irrigations and rain as well", async () => {
    const [one, other] = [await addPhoto(), await addPhoto()];
    const watering = { sectorId: field.sectorId, start: at(), grossMm: 5, photoId: one };
    const imported = await post("/Watering/Import", { key: "photo-row-1", rows: [watering] });
    expect(imported.body).toMatchObject({ inserted: 1, errors: [] });
    const day = at().slice(0, 10);
    expect(await post("/Rain/Insert", { farmId: field.farmId, date: day, mm: 3, photoId: other })).toMatchObject({
      status: 200,
      body: { photoId: other },
    });
    for (const id of [one, other]) expect((await show(id)).status).toBe(200);
    const unknown = { ...watering, start: new Date(Date.parse(at()) - HOUR_MS).toISOString(), photoId: "no-such" };
    expectProblem(await post("/Watering/Insert", unknown), 400, "validation");
  });

  it("are hidden from users of other clients and of other farms", async () => {
    const id = await addPhoto();
    await note(id);
    const passwordHash = await hashPassword("irrigar");
    for (const [userName, clientId] of [
      ["of-other-client", "demo-boa-esperanca"],
      ["of-other-farm", CLIENT],
    ] as const) {
      const user = { _id: userName, userName, name: userName, groupId: GroupId.manager, passwordHash };
      await addUser(api().database, { ...user, clientIds: [clientId] }, api().clock.now());
      await api()
        .database.update(memberships)
        .set({ farmIds: ["none"] })
        .where(eq(memberships.userId, userName));
      expectProblem(await show(id, await api().login(userName)), 404, "not-found");
    }
  });

  it("of another farm's record cannot be attached to a record of the own farm", async () => {
    const today = at().slice(0, 10);
    const own = await plantField(api().database, { id: "photos-own", clientId: CLIENT, from: today, to: today });
    const passwordHash = await hashPassword("irrigar");
    const user = {
      _id: "of-own-farm",
      userName: "of-own-farm",
      name: "Gestor",
      groupId: GroupId.manager,
      passwordHash,
    };
    await addUser(api().database, { ...user, clientIds: [CLIENT] }, api().clock.now());
    await api()
      .database.update(memberships)
      .set({ farmIds: [own.farmId] })
      .where(eq(memberships.userId, user._id));
    const limited = await api().login(user.userName);
    const as = (path: string, body: object) =>
      api().send(path, { token: limited, body: { clientId: CLIENT, ...body } });
    const [ofNote, ofRain, ofWatering] = [await addPhoto(), await addPhoto(), await addPhoto()];
    await note(ofNote);
    await post("/Rain/Insert", { farmId: field.farmId, date: today, mm: 4, photoId: ofRain });
    const water = {
      sectorId: field.sectorId,
      start: new Date(Date.parse(at()) - 5 * HOUR_MS).toISOString(),
      grossMm: 4,
    };
    expect((await post("/Watering/Insert", { ...water, photoId: ofWatering })).status).toBe(200);

    const mine = { pivotId: "photos-own-pivot-1", at: at(), note: "minha" };
    const { body: stored } = await as("/FieldNote/Insert", mine);
    const { _id } = stored as { _id: string };
    for (const photoId of [ofNote, ofRain, ofWatering]) {
      expectProblem(await show(photoId, limited), 404, "not-found");
      expectProblem(await as("/FieldNote/Insert", { ...mine, photoId }), 400, "validation");
      expectProblem(await as("/FieldNote/Update", { _id, photoId }), 400, "validation");
      const rows = [{ sectorId: own.sectorId, start: at(), grossMm: 5, photoId }];
      const { body: imported } = await as("/Watering/Import", { key: `foreign-${photoId}`, rows });
      expect(imported).toMatchObject({ inserted: 0, errors: [{ field: "photoId", id: "not-found" }] });
      expectProblem(await show(photoId, limited), 404, "not-found");
    }
    const photo = ((await as("/Photo/Insert", { data })).body as { _id: string })._id;
    expect((await as("/FieldNote/Update", { _id, photoId: photo })).body).toEqual({ matchedCount: 1 });
    expect((await show(photo, limited)).status).toBe(200);
  });

  it("without a record are attached by their author, and by who has removed them, to undo it", async () => {
    const author = await api().login("bruno");
    const { body } = await api().send("/Photo/Insert", { token: author, body: { clientId: CLIENT, data } });
    const { _id: photoId } = body as { _id: string };
    const attach = (as: string) =>
      api().send("/FieldNote/Insert", { token: as, body: { clientId: CLIENT, pivotId: PIVOT, at: at(), photoId } });
    const attachAndRemove = async (as: string) => {
      const { status, body: stored } = await attach(as);
      const path = `/FieldNote/Delete?ID=${(stored as { _id: string })._id}`;
      return [status, (await api().send(path, { method: "DELETE", token })).status];
    };
    expectProblem(await attach(token), 400, "validation");
    expect(await attachAndRemove(author)).toEqual([200, 200]);
    expect(await attachAndRemove(token)).toEqual([200, 200]);
    expectProblem(await attach(await api().login("admin")), 400, "validation");
    expect((await attach(author)).status).toBe(200);
  });

  it("go with their record: hidden at once, deleted within a day, so that an undo finds them", async () => {
    const id = await addPhoto();
    const record = await note(id);
    expect((await api().send(`/FieldNote/Delete?ID=${record}`, { method: "DELETE", token })).status).toBe(200);
    expectProblem(await show(id), 404, "not-found");
    const again = await note(id);
    expect((await show(id)).status).toBe(200);
    await api().send(`/FieldNote/Delete?ID=${again}`, { method: "DELETE", token });
    const named = await addPhoto();
    await note(named);
    const { database, clock } = api();
    const forgetAfter = (ms: number) => {
      const later = { now: () => new Date(clock.now().getTime() + ms) };
      return retentionJob({ database, clock: later, log: quietLog }, KEEP).run();
    };
    const stored = () => database.$count(photos, eq(photos._id, id));
    await forgetAfter(HOUR_MS);
    expect(await stored()).toBe(1);
    await forgetAfter(DAY_MS + HOUR_MS);
    expect(await stored()).toBe(0);
    expect((await show(named)).status).toBe(200);
  });

  it("are rejected when they are no JPEG or too large; a note without text needs one", async () => {
    const png = Buffer.from("\x89PNG\r\n\x1a\n", "latin1").toString("base64");
    for (const wrong of [png, "not base64!", Buffer.alloc(PHOTO_BYTES_MAX + 3).toString("base64")])
      expectProblem(await post("/Photo/Insert", { data: wrong }), 400, "validation");
    expectProblem(await post("/FieldNote/Insert", { pivotId: PIVOT, at: at() }), 400, "validation");
    const written = await post("/FieldNote/Insert", { pivotId: PIVOT, at: at(), note: "Bocal 12 entupido" });
    expect(written.body).toMatchObject({ note: "Bocal 12 entupido", userName: "Ana Martins" });
  });
});
