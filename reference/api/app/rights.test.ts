import { type Access, allows } from "@lamina/shared/access/rights";
import { allEndpoints } from "@lamina/shared/calls/all-endpoints";
import { type Endpoint, endpointUrl } from "@lamina/shared/calls/endpoint";
import { entities } from "@lamina/shared/calls/entities";
import { views } from "@lamina/shared/calls/views";
import { describe, expect, it } from "vitest";
import { isLong } from "../../../scripts/testing/long.ts";
import { describeApi, type TestApi } from "../../testing/api.ts";
import type { HttpReply } from "../../testing/http.ts";
import { sample } from "../../testing/sample.ts";
import { builtInGroups, GroupId } from "../access/identity/groups.ts";
import { hashPassword } from "../access/identity/password.ts";
import { addUser } from "../access/identity/seed.ts";

const CLIENT = "demo-santa-clara";
const FOREIGN = "demo-boa-esperanca";
/** An id that does not exist. */
const NOTHING = "nenhum";

/** Query and body of a call about a client; deletions and changes name no existing record. */
function given({ method, query, body }: Endpoint, clientId: string) {
  const known = {
    clientId,
    ID: method === "GET" ? clientId : NOTHING,
    from: "2026-05-01",
    to: "2026-05-14",
    year: 2026,
    of: "farm",
  };
  return {
    query: (sample(query, known, NOTHING) ?? {}) as Record<string, string>,
    body: sample(body, { ...known, typeChart: 1 }, NOTHING),
  };
}

function call(api: TestApi, endpoint: Endpoint, clientId: string, token?: string): Promise<HttpReply> {
  const { query, body } = given(endpoint, clientId);
  return api.send(endpointUrl(endpoint, query), { method: endpoint.method, token, body });
}

/** Writes of callers about themselves. */
const OF_THEMSELVES: readonly string[] = [
  "/Authentication/RenewToken",
  "/Authentication/Logout",
  "/User/ChangePassword",
  "/User/EndSession",
  "/User/EndOtherSessions",
  "/User/StartSecondFactor",
  "/User/ConfirmSecondFactor",
  "/User/SetCommandPin",
  "/User/EndCommandPin",
  "/User/StartPasskey",
  "/User/ConfirmPasskey",
  "/User/EndPasskey",
  "/User/EndSecondFactor",
];
/** Every call but the one that ends its own token. */
const lasting = allEndpoints.filter(({ path }) => path !== views.logout.path);

/** The right that the call requires; reading a record's audit also requires the right to see the record. */
const accessOf = (endpoint: Endpoint): Access | null =>
  endpoint.path === views.audit.path ? { screen: "config", action: "view" } : endpoint.access;

const kindOf = ({ path }: Pick<Endpoint, "path">) => path.split("/")[1] ?? "";

const nameOf = ({ method, path }: Pick<Endpoint, "method" | "path">) => `${method} ${path}`;

/** A member of one client with a built-in group; the administrators of the demo have all clients. */
async function enter(api: TestApi, groupId: string): Promise<string> {
  if (groupId === GroupId.administrator) return api.login("admin");
  const userName = `papel-${groupId}`;
  const passwordHash = await hashPassword("irrigar");
  const user = { _id: userName, userName, name: userName, groupId, passwordHash };
  await addUser(api.database, { ...user, clientIds: [CLIENT] }, api.clock.now()).catch(() => {});
  return api.login(userName);
}

describe("the table of calls", () => {
  it("names every call once; writes without a right are listed here", () => {
    const names = allEndpoints.map(nameOf);
    expect(new Set(names).size).toBe(names.length);
    expect(allEndpoints.filter((endpoint) => endpoint.public).map(({ path }) => path)).toEqual([
      "/Authentication/Login",
    ]);
    for (const { method, path, access, otherToken, public: isPublic } of allEndpoints)
      if (method !== "GET" && access === null)
        expect(isPublic || otherToken || OF_THEMSELVES.includes(path)).toBe(true);
  });
});

describeApi("every call", (api) => {
  it("is served, and documented", async () => {
    const documented = (await api().send("/openapi.json")).body as { paths: Record<string, Record<string, unknown>> };
    const served = (endpoint: Endpoint) => api().app.hasRoute({ method: endpoint.method, url: endpoint.path });
    expect(allEndpoints.filter((endpoint) => !served(endpoint)).map(nameOf)).toEqual([]);
    const named = ({ method, path }: Endpoint) => documented.paths[path]?.[method.toLowerCase()] !== undefined;
    expect(allEndpoints.filter((endpoint) => !named(endpoint)).map(nameOf)).toEqual([]);
  });

  it("requires a token unless it is public", async () => {
    for (const endpoint of allEndpoints) {
      const { status } = await call(api(), endpoint, CLIENT);
      expect([nameOf(endpoint), status === 401]).toEqual([nameOf(endpoint), !endpoint.public]);
    }
  });

  it.each(builtInGroups.map(({ _id, name, permissions }) => [name, _id, permissions] as const))(
    "is allowed to %s just as the matrix says",
    async (_name, groupId, permissions) => {
      const token = await enter(api(), groupId);
      const wrong: string[] = [];
      for (const endpoint of lasting) {
        const access = accessOf(endpoint);
        const { status } = await call(api(), endpoint, CLIENT, token);
        const isAllowed = access === null || allows(permissions, access);
        const expected = endpoint.otherToken ? [401] : isAllowed ? [200, 400, 404, 409] : [403];
        if (!expected.includes(status)) wrong.push(`${nameOf(endpoint)}: ${status}, not ${expected.join(" or ")}`);
      }
      expect(wrong).toEqual([]);
    },
    60_000,
  );

  it("returns the records of a client to users who may see them", async () => {
    const token = await enter(api(), GroupId.manager);
    const lists = allEndpoints.filter(({ path }) => /\/(GetAll|GetByClientID|GetPage|GetTypeByID|Me)$/.test(path));
    expect(lists.length).toBeGreaterThan(25);
    const reports = [views.managementReport, views.consumptionReport];
    for (const endpoint of [...lists, ...reports]) {
      const answer = await call(api(), endpoint, CLIENT, token);
      expect([nameOf(endpoint), answer.status]).toEqual([nameOf(endpoint), 200]);
      expect([nameOf(endpoint), endpoint.reply.safeParse(answer.body).error?.message]).toEqual([
        nameOf(endpoint),
        undefined,
      ]);
    }
  });

  it("returns nothing of another's client, by its own id or by the id of any of its records", async () => {
    const [admin, token] = [await api().login("admin"), await enter(api(), GroupId.manager)];
    const foreign = [FOREIGN];
    /** A foreign record by the first name in the paths of its calls. */
    const ofKind = new Map<string, string>();
    const wrong: string[] = [];
    for (const calls of Object.values(entities)) {
      const list = (await call(api(), calls.getByClient, FOREIGN, admin)).body as { _id: string; builtIn?: boolean }[];
      const { _id = FOREIGN } = list.find(({ builtIn }) => !builtIn) ?? {};
      if (_id !== FOREIGN) {
        foreign.push(_id);
        ofKind.set(kindOf(calls.insert), _id);
      }
      const inserted = await api().send(calls.insert.path, { token, body: given(calls.insert, FOREIGN).body });
      if (inserted.status !== 404 && inserted.status !== 400) wrong.push(`${calls.insert.path}: ${inserted.status}`);
      const updated = await api().send(calls.update.path, { token, body: { _id } });
      if ((updated.body as { matchedCount?: number }).matchedCount !== 0) wrong.push(`${calls.update.path} ${_id}`);
    }
    expect(foreign.length).toBeGreaterThan(5);
    const takesId = allEndpoints.filter(({ query }) => (sample(query, {}, "x") as { ID?: string } | undefined)?.ID);
    // A call about one kind of record finds no record of another kind; the long run asks for them too.
    const idsFor = (endpoint: Endpoint) => {
      const own = isLong ? undefined : ofKind.get(kindOf(endpoint));
      return own === undefined ? foreign : [FOREIGN, own];
    };
    // The catalogue of sensor types is public to all users.
    for (const endpoint of takesId.filter(({ path }) => path !== "/SensorType/GetByID"))
      for (const ID of idsFor(endpoint)) {
        const { query } = given(endpoint, CLIENT);
        const { status } = await api().send(endpointUrl(endpoint, { ...query, ID }), {
          method: endpoint.method,
          token,
        });
        if (status !== 404) wrong.push(`${nameOf(endpoint)}?ID=${ID}: ${status}`);
      }
    expect(wrong).toEqual([]);
  }, 120_000);
});
