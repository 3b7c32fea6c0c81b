import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { DAY_MS } from "@lamina/shared/core/time";
import { expect, it } from "vitest";
import { describeApi, expectProblem } from "../../../testing/api.ts";

const CLIENT = "demo-santa-clara";

describeApi("keys for reading", (api) => {
  async function key(fields: object) {
    const token = await api().login("ana");
    const made = await api().send("/Gateway/Insert", {
      token,
      body: { clientId: CLIENT, name: "Planilha", ...fields },
    });
    const { _id } = made.body as { _id: string };
    const { body } = await api().send("/Gateway/RotateKey", { token, body: { _id } });
    return { token, _id, secret: (body as { key: string }).key };
  }
  const read = (url: string, secret: string, scheme = "Bearer") =>
    api().app.inject({
      url,
      headers: {
        authorization:
          scheme === "Bearer" ? `Bearer ${secret}` : `Basic ${Buffer.from(`excel:${secret}`).toString("base64")}`,
      },
    });

  it("reads pages as JSON and CSV, with Bearer and Basic, and shows the last use", async () => {
    const { token, _id, secret } = await key({ reads: ["watering", "device"] });
    const range = "from=2020-01-01&to=2100-01-01";
    for (const [index, mm] of [3, 4.5, 0, 12, 7.2].entries()) {
      const date = new Date(api().clock.now().getTime() - (index + 2) * DAY_MS).toISOString().slice(0, 10);
      const rain = { clientId: CLIENT, farmId: "demo-fazenda-rio-de-ondas", date, mm, note: "a, b" };
      expect((await api().send("/Rain/Insert", { token, body: rain })).status).toBe(200);
    }
    const all = (await read(`/read/rains?${range}&limit=5000`, secret)).json() as { date: string }[];
    expect(all.length).toBeGreaterThan(3);
    const paged: unknown[] = [];
    let next: string | undefined = `?${range}&limit=${Math.ceil(all.length / 3)}`;
    for (let page = 0; next !== undefined && page < 5; page++) {
      const answer = await read(`/read/rains${next}`, secret, page % 2 === 0 ? "Bearer" : "Basic");
      expect(answer.statusCode).toBe(200);
      paged.push(...(answer.json() as unknown[]));
      next = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers.link ?? ""))?.[1];
    }
    expect(paged).toEqual(all);
    const csv = await read(`/read/rains?${range}&format=csv&limit=5`, secret);
    expect(csv.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(csv.body.split("\r\n")[0]).toBe("date,farm,sector,mm,source");
    expect(csv.body).toContain(",4.5,");
    const brazilian = await read(`/read/rains?${range}&format=csv&limit=20&decimal=comma`, secret);
    expect(brazilian.body).toContain(";4,5;");
    for (const set of ["waterings", "readings"])
      expect((await read(`/read/${set}?${range}`, secret)).statusCode).toBe(200);
    const state = await api().send(`/Gateway/GetKeyState?ID=${_id}`, { token });
    expect(state.body).toMatchObject({ usedAt: api().clock.now().toISOString() });
  });

  it("is read to its last page by the script of the documents", async () => {
    const { token, secret } = await key({ reads: ["watering"] });
    for (let ago = 10; ago < 15; ago++) {
      const date = new Date(api().clock.now().getTime() - ago * DAY_MS).toISOString().slice(0, 10);
      const rain = { clientId: CLIENT, farmId: "demo-fazenda-buriti", date, mm: ago };
      expect((await api().send("/Rain/Insert", { token, body: rain })).status).toBe(200);
    }
    const documents = readFileSync(new URL("../../../docs/telemetry.md", import.meta.url), "utf8");
    const script = /^ {4}function irrigacoes\(\) \{\n(?: {4}.*\n)*? {4}\}\n/m.exec(documents)?.[0] ?? "";
    const asked: string[] = [];
    // The script waits for nothing, so that each run stops at the first page that it does not have yet.
    const pages = new Map<string, { headers: object; text: string }>();
    class Missing extends Error {}
    const world = {
      PropertiesService: { getScriptProperties: () => ({ getProperty: () => secret }) },
      Utilities: {
        parseCsv: (text: string) =>
          text
            .trim()
            .split("\r\n")
            .map((line) => line.split(",")),
      },
      UrlFetchApp: {
        fetch: (url: string, { headers }: { headers: { Authorization: string } }) => {
          expect(headers.Authorization).toBe(`Bearer ${secret}`);
          const page = pages.get(url);
          if (page) return { getContentText: () => page.text, getHeaders: () => page.headers };
          asked.push(url);
          throw new Missing();
        },
      },
    };
    const run = () =>
      runInNewContext(
        `${script.replace("/waterings", "/rains").replace("limit=5000", "limit=2")}; irrigacoes()`,
        world,
      );
    let rows: string[][] = [];
    for (let turn = 0; turn < 50 && rows.length === 0; turn++) {
      try {
        rows = run() as string[][];
      } catch (error) {
        if (!(error instanceof Missing)) throw error;
        const url = asked.at(-1) ?? "";
        const answer = await read(url.replace("https://app.example.com.br/api", ""), secret);
        expect(answer.statusCode).toBe(200);
        pages.set(url, { headers: answer.headers, text: answer.body });
      }
    }
    const all = (await read("/read/rains?limit=5000", secret)).json() as unknown[];
    expect(asked.length).toBeGreaterThan(2);
    expect(rows).toHaveLength(all.length + 1);
  });

  it("reads nothing else: no other screen, no other call, and cannot send", async () => {
    const { secret } = await key({ reads: ["watering"] });
    expect((await read("/read/rains", secret)).statusCode).toBe(200);
    expect((await read("/read/weather", secret)).statusCode).toBe(403);
    expect((await read("/Farm/GetByClientID?ID=demo-santa-clara", secret)).statusCode).toBe(401);
    expect((await api().app.inject({ method: "POST", url: `/in/${secret}`, payload: "airTemp=20" })).statusCode).toBe(
      401,
    );
    expect((await api().app.inject({ url: `/read/rains?key=${secret}` })).statusCode).toBe(401);
    const sending = await key({});
    const refused = await read("/read/rains", sending.secret);
    expect(refused.statusCode).toBe(401);
    expect(refused.headers["www-authenticate"]).toMatch(/^Basic /);
    expect((await read("/read/rains?limit=x", secret)).statusCode).toBe(400);
  });

  it("ends with a change of what it reads, and when it is revoked", async () => {
    const { token, _id, secret } = await key({ reads: ["watering"] });
    await api().send("/Gateway/Update", { token, body: { _id, reads: ["watering", "charts"] } });
    expect((await read("/read/rains", secret)).statusCode).toBe(401);
    const again = (await api().send("/Gateway/RotateKey", { token, body: { _id } })).body as { key: string };
    expect((await read("/read/weather", again.key)).statusCode).toBe(200);
    await api().send("/Gateway/RevokeKey", { token, body: { _id } });
    expect((await read("/read/weather", again.key)).statusCode).toBe(401);
  });

  it("of a user of one farm is given by one who sees the screens", async () => {
    const { _id } = await key({ reads: ["watering"] });
    const other = await api().login("bruno");
    const answer = await api().send("/Gateway/RotateKey", { token: other, body: { _id } });
    expect([403, 404]).toContain(answer.status);
    expectProblem(answer, answer.status, answer.status === 403 ? "forbidden" : "not-found");
  });
});
