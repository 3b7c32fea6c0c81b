import { statSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { screenCalls } from "@lamina/shared/calls/screen-calls";
import { keysOf } from "@lamina/shared/core/keys";
import { ApiFeature } from "@lamina/shared/messages/runtime-config";
import { screenFeature } from "@lamina/shared/screens/features";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApi, type TestApi } from "../../testing/api.ts";
import { healthRoute } from "./health.ts";

/** The reference API has each feature, passkeys where it knows the page, and feeds each screen. */
const ALL_FEATURES = [...ApiFeature.options, ...keysOf(screenCalls).map(screenFeature)];
const FEATURES = ALL_FEATURES.filter((name) => name !== "passkeys");

describe("the health call", () => {
  let api: TestApi;
  let caCopy: string;
  beforeAll(async () => {
    caCopy = join(await mkdtemp(join(tmpdir(), "trust-")), "ca.pem");
    api = await startTestApi({ environment: { TLS_CA_COPY_FILE: caCopy } });
  });
  afterAll(() => api?.close());

  it("requires no token and names the checked parts", async () => {
    const { status, body } = await api.send("/healthz");
    expect({ status, body }).toEqual({
      status: 200,
      body: { status: "serving", dependencies: { database: "up", disk: "up" }, features: FEATURES },
    });
  });

  it("counts what waits or failed for good, when it is asked to", async () => {
    const { body } = await api.send("/healthz?verbose");
    expect(body).toMatchObject({ status: "serving", work: { deadJobs: 0, mailsWaiting: 0, mailsGivenUp: 0 } });
  });

  it("copies the authority's certificate to a readable place", () => {
    expect(statSync(caCopy).mode & 0o777).toBe(0o644);
  });
});

it("fails when the database or its folder is unusable", async () => {
  const app = Fastify();
  const database = { execute: () => Promise.reject(new Error("connection refused at db.internal")) };
  const countWork = () => Promise.reject(new Error("must not be asked"));
  healthRoute(app, { database: database as never, dataDir: "/nowhere", countWork });
  const answer = await app.inject("/healthz?verbose");
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toEqual({
    status: "failing",
    dependencies: { database: "down", disk: "down" },
    features: FEATURES,
  });
  await app.close();
});

it("lists passkeys where they are valid somewhere", async () => {
  const app = Fastify();
  const passkeySite = { rpId: "lamina.example.com", origins: ["https://lamina.example.com"] };
  const database = { execute: async () => {} };
  healthRoute(app, { database: database as never, passkeySite, countWork: async () => ({}) });
  expect((await app.inject("/healthz")).json()).toMatchObject({ features: ALL_FEATURES });
  await app.close();
});

it("counts once for all who ask within seconds", async () => {
  const app = Fastify();
  let counted = 0;
  const database = { execute: async () => {} };
  healthRoute(app, { database: database as never, countWork: async () => ({ deadJobs: ++counted }) });
  const answers = await Promise.all(["", "?verbose", "?verbose"].map((query) => app.inject(`/healthz${query}`)));
  expect(answers.map((answer) => answer.json().work)).toEqual([undefined, { deadJobs: 1 }, { deadJobs: 1 }]);
  await app.close();
});
