import { generateKeyPairSync } from "node:crypto";
import { createSecureServer, type Http2SecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { notificationNumber } from "@lamina/shared/messages/push";
import { decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeCertificate } from "../../../scripts/testing/certificate.ts";
import { FcmCredentials } from "../push-credentials.ts";
import { NOON } from "../testing/broker-bff.ts";
import { ScriptedApi, sendJson } from "../testing/scripted-api.ts";
import { apnsSender } from "./apns-sender.ts";
import { fcmSender } from "./fcm-sender.ts";
import type { PushMessage } from "./message.ts";
import { pushAgent } from "./sender.ts";

const MESSAGE: PushMessage = {
  id: "m1",
  text: "Pivô 3 parou",
  link: "/maps",
  alert: null,
  severity: "critical",
  urgency: "high",
  ttlS: 60,
  topic: undefined,
};
const pem = { type: "pkcs8", format: "pem" } as const;

describe("FCM", () => {
  const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
  let google: ScriptedApi;
  let answer: { status: number; body: object };
  beforeEach(async () => {
    google = await ScriptedApi.start();
    answer = { status: 200, body: { name: "1" } };
    google.json("POST /token", { access_token: "acesso", expires_in: 3_600 });
    google.on("POST /v1/projects/fazenda/messages:send", (_request, response) =>
      sendJson(response, answer.body, answer.status),
    );
  });
  afterEach(() => google.stop());

  function sender() {
    const credentials = FcmCredentials.parse({
      project_id: "fazenda",
      client_email: "bff@fazenda.test",
      private_key: pair.privateKey.export(pem),
      token_uri: `${google.url}/token`,
    });
    const agent = pushAgent(() => true, google.ca);
    return fcmSender(credentials, agent, () => NOON, google.url);
  }

  test("sends with one access token, in the form of HTTP v1", async () => {
    const fcm = sender();
    for (let count = 0; count < 2; count++) {
      expect(await fcm.send({ kind: "fcm", token: "aparelho" }, MESSAGE)).toEqual({ result: "sent", status: 200 });
    }
    const [login, ...others] = google.callsOf("POST /token");
    const assertion = new URLSearchParams(login?.body).get("assertion") ?? "";
    const claims = await jwtVerify(assertion, pair.publicKey, { currentDate: new Date(NOON) });
    expect(claims.payload).toMatchObject({ iss: "bff@fazenda.test", aud: `${google.url}/token` });
    expect(others).toEqual([]);
    const sent = google.callsOf("POST /v1/projects/fazenda/messages:send")[0];
    expect(sent?.headers.authorization).toBe("Bearer acesso");
    expect(JSON.parse(sent?.body ?? "")).toEqual({
      message: {
        token: "aparelho",
        notification: { title: "Mensagem", body: "Pivô 3 parou" },
        android: {
          priority: "HIGH",
          ttl: "60s",
          notification: { channel_id: "criticos", tag: String(notificationNumber("m1")) },
        },
        data: { id: "m1", link: "/maps" },
      },
    });
  });

  test.each([
    [404, {}, "gone"],
    [400, { error: { details: [{ errorCode: "UNREGISTERED" }] } }, "gone"],
    [400, {}, "failed"],
    [503, {}, "again"],
  ])("%i %j means %s", async (status, body, result) => {
    answer = { status, body };
    expect(await sender().send({ kind: "fcm", token: "aparelho" }, MESSAGE)).toMatchObject({ result, status });
  });
});

describe("APNs", () => {
  const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  let apple: Http2SecureServer;
  let ca: string;
  let answer: { status: number; body: string };
  const received: { headers: Record<string, unknown>; body: unknown }[] = [];
  beforeEach(async () => {
    const certificate = await makeCertificate();
    ca = certificate.cert;
    answer = { status: 200, body: "" };
    received.length = 0;
    apple = createSecureServer(certificate);
    apple.on("stream", async (stream, headers) => {
      received.push({ headers, body: JSON.parse(await text(stream)) });
      stream.respond({ ":status": answer.status });
      stream.end(answer.body);
    });
    await new Promise<void>((resolve) => apple.listen(0, "127.0.0.1", resolve));
  });
  afterEach(() => new Promise((resolve) => apple.close(resolve)));

  async function send() {
    const key = { key: String(pair.privateKey.export(pem)), keyId: "KEY1234567", teamId: "TEAM123456" };
    const service = `https://localhost:${(apple.address() as AddressInfo).port}`;
    const apns = apnsSender({ ...key, topic: "br.app.lamina" }, () => NOON, { service, ca });
    const result = await apns.send({ kind: "apns", token: "aparelho" }, MESSAGE);
    apns.close();
    return result;
  }

  test("sends over HTTP/2 with a token of the key", async () => {
    expect(await send()).toEqual({ result: "sent", status: 200 });
    const [{ headers, body } = { headers: {}, body: undefined }] = received;
    expect(headers).toMatchObject({
      ":path": "/3/device/aparelho",
      "apns-topic": "br.app.lamina",
      "apns-push-type": "alert",
      "apns-priority": "10",
      "apns-expiration": String(NOON / 1000 + 60),
      "apns-collapse-id": String(notificationNumber("m1")),
    });
    const token = String(headers.authorization).replace("bearer ", "");
    expect(decodeProtectedHeader(token)).toEqual({ alg: "ES256", kid: "KEY1234567" });
    expect(decodeJwt(token)).toEqual({ iss: "TEAM123456", iat: NOON / 1000 });
    await jwtVerify(token, pair.publicKey, { currentDate: new Date(NOON) });
    const alert = { title: "Mensagem", body: "Pivô 3 parou" };
    expect(body).toEqual({ aps: { alert, sound: "default" }, id: "m1", link: "/maps" });
  });

  test.each([
    [410, '{"reason":"Unregistered"}', "gone"],
    [400, '{"reason":"BadDeviceToken"}', "gone"],
    [403, '{"reason":"InvalidProviderToken"}', "failed"],
    [429, "", "again"],
  ])("%i %s means %s", async (status, body, result) => {
    answer = { status, body };
    expect(await send()).toMatchObject({ result, status });
  });
});
