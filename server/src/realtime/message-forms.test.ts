import { Writable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { EmbeddedBroker } from "../testing/broker.ts";
import { makeToken, NOON, payloadOf, TestBff } from "../testing/broker-bff.ts";
import type { TestSocket } from "../testing/broker-socket.ts";

const ALL = "ana/ALL/Frontend/notifications";
const TOKEN = makeToken("ana");
const OWN = `ana/${payloadOf(TOKEN)}/Frontend/notifications`;
const ARRIVAL = new Date(NOON).toISOString();

let broker: EmbeddedBroker;
let bff: TestBff;
let socket: TestSocket;
let log: string;

beforeEach(async () => {
  broker = await EmbeddedBroker.start();
  log = "";
  const stream = new Writable({
    write(line, _encoding, done) {
      log += line;
      done();
    },
  });
  bff = await new TestBff(broker.target, {}, { logger: { level: "warn", stream } }).listen();
  socket = await bff.enter(TOKEN, "notifications");
});
afterEach(async () => {
  await bff.app.close();
  await broker.stop();
});

/** Publishes a last message and waits for it, so that all earlier ones have arrived. Returns those. */
async function arrived(): Promise<Record<string, unknown>[]> {
  await broker.publish(ALL, '{"message":"last","date":"2025-05-14T12:00:00Z"}');
  await socket.received({ message: "last" });
  return socket.frames.filter(({ type }) => type === "message").slice(0, -1);
}

/** The only frame for a payload: message and date. */
async function shown(payload: string | Buffer): Promise<[message: unknown, date: unknown]> {
  await broker.publish(ALL, payload);
  const frames = await arrived();
  expect(frames).toHaveLength(1);
  expect(Object.keys(frames[0] ?? {}).slice(0, 4)).toEqual(["type", "topic", "message", "date"]);
  return [frames[0]?.message, frames[0]?.date];
}

describe("each date", () => {
  const read: [date: unknown, iso: string][] = [
    ["2026-11-26T10:00:00Z", "2026-11-26T10:00:00Z"],
    ["2026-11-26T10:00:00.1234567-03:00", "2026-11-26T10:00:00.1234567-03:00"],
    ["2026-11-26T10:00", "2026-11-26T10:00"],
    ["2026-11-26 10:00:00", "2026-11-26T10:00:00"],
    ["2026-11-26T10:00:00-0300", "2026-11-26T10:00:00-03:00"],
    ["2026-11-26 10:00:00.5+00", "2026-11-26T10:00:00.5+00:00"],
    ["2026-11-26", "2026-11-26T00:00"],
    ["20261126T100000Z", "2026-11-26T10:00:00Z"],
    ["2026-11-26T10:00-03:00[America/Sao_Paulo]", "2026-11-26T10:00-03:00"],
    [1_795_000_000, "2026-11-18T11:06:40.000Z"],
    ["1795000000", "2026-11-18T11:06:40.000Z"],
    [1_795_000_000_000, "2026-11-18T11:06:40.000Z"],
    ["1795000000000", "2026-11-18T11:06:40.000Z"],
    ["Thu, 26 Nov 2026 10:00:00 GMT", "2026-11-26T10:00:00.000Z"],
    ["Thu Nov 26 2026 10:00:00 GMT-0300 (Horário Padrão de Brasília)", "2026-11-26T13:00:00.000Z"],
    ["Thu Nov 26 10:00:00 BRT 2026", "2026-11-26T13:00:00.000Z"],
    ["Thu Nov 26 10:00:00 2026", "2026-11-26T10:00:00.000"],
    ["26/11/2026 10:00:00", "2026-11-26T10:00:00"],
    ["06/01/2026 9h05", "2026-01-06T09:05"],
    ["26/11/2026, 10:00", "2026-11-26T10:00"],
    ["/Date(1795000000000-0300)/", "2026-11-18T11:06:40.000Z"],
    [{ $date: "2026-11-26T10:00:00Z" }, "2026-11-26T10:00:00Z"],
  ];
  test.each(read)("%j is read", async (date, iso) => {
    expect(await shown(JSON.stringify({ message: "Chuva", date }))).toEqual(["Chuva", iso]);
    expect(log).toBe("");
  });

  const unread = ["ontem", "", null, 0, -1, true, "31/02/2026 10:00", "11/26/2026, 10:00:00 AM", "Pivô 3", [], {}];
  const long = ["9".repeat(40), "26 Nov 2026 ".padEnd(90_000, "(")];
  test.each([...unread, ...long].map((date) => [JSON.stringify(date).slice(0, 50), date]))(
    "%s is no reason to lose the message: the time of arrival",
    async (_name, date) => {
      expect(await shown(JSON.stringify({ message: "Chuva", date }))).toEqual(["Chuva", ARRIVAL]);
      expect(log).toContain(date === null ? "no date" : "unreadable date");
    },
  );

  test.each([
    ["data", "27/11/2026 14:03", "2026-11-27T14:03"],
    ["DATA", "2026-11-27", "2026-11-27T00:00"],
    ["dataHora", "1795000000000", "2026-11-18T11:06:40.000Z"],
    ["timestamp", 1_795_000_000, "2026-11-18T11:06:40.000Z"],
    ["date", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"],
  ])("is read in %s, if it has a date", async (name, date, iso) => {
    expect(await shown(JSON.stringify({ message: "Chuva", [name]: date }))).toEqual(["Chuva", iso]);
    expect(log).not.toContain("date");
  });

  test.each([
    ["data", { umidade: 3 }],
    ["data", "Pivô 3"],
    ["date", "0001-01-01T00:00:00"],
    ["date", "1970-01-01T00:00:12Z"],
    ["date", "14:03"],
  ])("in %s: %j is none, or of an unset clock: the time of arrival", async (name, date) => {
    expect(await shown(JSON.stringify({ message: "Chuva", [name]: date }))).toEqual(["Chuva", ARRIVAL]);
    expect(log).toContain(name === "data" ? "no date" : "unreadable date");
  });

  test("that is absent becomes the time of arrival", async () => {
    expect(await shown('{"message":"Chuva"}')).toEqual(["Chuva", ARRIVAL]);
  });
});

describe("each form", () => {
  const dated = '"date":"2026-11-26T10:00:00Z"';
  const forms: [payload: string | Buffer, message: unknown, isDated?: boolean][] = [
    [`{"Message":"Chuva","Date":"2026-11-26T10:00:00Z"}`, "Chuva", true],
    [`{"MESSAGE":"Chuva","DATE":"2026-11-26T10:00:00Z"}`, "Chuva", true],
    [`{"Message":"other","message":"Chuva",${dated}}`, "Chuva", true],
    [`\uFEFF{"message":"Chuva",${dated}}`, "Chuva", true],
    [Buffer.from(`{"message":"Pivô parou",${dated}}`, "latin1"), "Pivô parou", true],
    [Buffer.from(`\uFEFF{"message":"Pivô parou",${dated}}`, "utf16le"), "Pivô parou", true],
    [`{"message":"Chuva",${dated}}\r\n\0`, "Chuva", true],
    [`{"message":{"message":{"text":"Chuva"}},${dated}}`, { message: { text: "Chuva" } }, true],
    [`{"message":null,${dated}}`, null, true],
    [`{"text":"Chuva",${dated}}`, { text: "Chuva", date: "2026-11-26T10:00:00Z" }, true],
    [`{"message":"","texto":"Chuva"}`, { message: "", texto: "Chuva" }],
    [`{"Message":null,"Mensagem":"Chuva","Date":null}`, { Message: null, Mensagem: "Chuva", Date: null }],
    [`{"message":"",${dated}}`, "", true],
    [`{"message":7,${dated}}`, 7, true],
    [`{"message":true,${dated}}`, true, true],
    [`{"message":["a","b"],${dated}}`, ["a", "b"], true],
    [`[{"message":"Chuva"},{"message":"Vento"}]`, [{ message: "Chuva" }, { message: "Vento" }]],
    ["Pivô 3 parou\nàs 14:03", "Pivô 3 parou\nàs 14:03"],
    ["<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"],
    ["🚨 Pivô 👨‍🌾 parou", "🚨 Pivô 👨‍🌾 parou"],
    [Buffer.from("Pivô não irrigação ç").subarray(0, -1), "Pivô não irrigação \ufffd"],
    [`{"message":"${"ç".repeat(50_000)}",${dated}}`, "ç".repeat(50_000), true],
    ["{}", {}],
    ["Pivô 3 parou", "Pivô 3 parou"],
    [Buffer.from("Pivô 3 parou", "latin1"), "Pivô 3 parou"],
    ["{'message': 'Chuva'}", "{'message': 'Chuva'}"],
    ['{"message":"Chuva"', '{"message":"Chuva"'],
    ['"Chuva"', "Chuva"],
    ["12.5", 12.5],
    ["[1,2]", [1, 2]],
    ["null", null],
    ["", ""],
  ];
  test.each(forms)("%s is shown", async (payload, message, isDated = false) => {
    expect(await shown(payload)).toEqual([message, isDated ? "2026-11-26T10:00:00Z" : ARRIVAL]);
  });

  test("any bytes are shown", async () => {
    for (let byte = 0; byte < 256; byte++) await broker.publish(ALL, Buffer.from([byte, 255 - byte, byte]));
    expect(await arrived()).toHaveLength(256);
  });

  test("the message's JSON is carried as it came", async () => {
    const json = '{"id":12345678901234567890,"v":1.10,"e":1e400,"__proto__":{"a":1}, "s":"}\\"{"}';
    await broker.publish(ALL, `{"date":"2026-11-26T10:00:00Z", "message" : ${json} }`);
    await broker.publish(ALL, "12345678901234567890");
    await arrived();
    expect(socket.texts.join("\n")).toContain(`"message":${json},"date":"2026-11-26T10:00:00Z"}`);
    expect(socket.texts.join("\n")).toContain('"message":12345678901234567890,');
  });

  test("a fault is logged once for a topic, without its user and token, and always counted", async () => {
    for (const topic of [ALL, ALL, OWN, OWN, "ana/ALL/Frontend/segredo"]) await broker.publish(topic, "Chuva");
    socket.send({ type: "subscribe", topic: "segredo" });
    await socket.received({ type: "subscribed", topic: "segredo" });
    await broker.publish("ana/ALL/Frontend/segredo", "Chuva");
    await arrived();
    const lines = log
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ topic, fault }) => `${topic}: ${fault}`)).toEqual([
      "{user}/ALL/Frontend/notifications: no JSON",
      "{user}/{token}/Frontend/notifications: no JSON",
      "{user}/ALL/Frontend/{topic}: no JSON",
    ]);
    expect(log).not.toMatch(/ana|segredo/);
    expect(log).not.toContain(payloadOf(TOKEN));
    expect(await bff.metric('bff_realtime_unusual_messages_total{fault="no JSON"}')).toMatch(/ 5$/);
  });
});

describe("two messages are two", () => {
  const equal = '{"message":"Pivô parou","date":"2026-11-26T10:00:00Z"}';
  const count = async () => (await arrived()).length;

  test("also with equal text and date", async () => {
    await broker.publish(ALL, equal);
    await broker.publish(ALL, equal);
    expect(await count()).toBe(2);
  });

  test("but one that is published to both topics of a session is one", async () => {
    for (const topic of [ALL, OWN, OWN, ALL, OWN]) await broker.publish(topic, equal);
    expect(await count()).toBe(3);
  });

  test("and a message says the id that its publisher gave it", async () => {
    for (const id of ["a", 7, 12]) await broker.publish(ALL, JSON.stringify({ id, message: "Chuva" }));
    await broker.publish(ALL, '{"id":null,"message":"Chuva"}');
    expect((await arrived()).map(({ id }) => id)).toEqual(['"a"', "7", "12", undefined]);
  });
});
