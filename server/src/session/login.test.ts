import { expect, test } from "vitest";
import { Bff } from "../testing/bff.ts";
import { ScriptedApi } from "../testing/scripted-api.ts";
import { token } from "../testing/token.ts";
import { isLogin, loginOutcome } from "./login.ts";

test.each([
  "/Authentication/Login",
  "/authentication/LOGIN",
  "/Authentication/%4cogin",
  "/Authentication/%254cogin",
  "/Authentication%2FLogin",
  "/Authentication/Login/",
  "/Authentication/Login;v=1",
])("%s is the login to a careless API", (path) => {
  expect(isLogin("POST", path)).toBe(true);
  expect(isLogin("GET", path)).toBe(false);
});

test.each(["/Authentication/LoginAs", "/Login", "/Authentication/Login/%zz", "/Authentication/RenewToken"])(
  "%s is not",
  (path) => expect(isLogin("POST", path)).toBe(false),
);

test("another spelling with a forged token does not bypass the limit", async () => {
  const api = await ScriptedApi.start();
  const bff = await Bff.start(api, { login: { maxFailures: 2, windowMs: 60_000 } });
  try {
    api.json("*", { token: "" });
    const guess = (path: string) =>
      bff.post(path, { UserName: "ana", Password: "eA==" }, { token: token({ name: "anybody" }) });
    expect((await guess("/api/authentication/login")).status).toBe(200);
    expect((await guess("/api/Authentication/%4cogin")).status).toBe(200);
    expect((await guess("/api/Authentication/Login/")).status).toBe(429);
    expect(api.calls).toHaveLength(2);
  } finally {
    await bff.stop();
    await api.stop();
  }
});

test("a right password that needs a code is no verdict yet, and a wrong code is a failure", async () => {
  const outcome = (id: string) =>
    loginOutcome(401, Buffer.from(JSON.stringify({ title: "Código", status: 401, id })), 0);
  expect([outcome("second-factor-needed"), outcome("second-factor-wrong")]).toEqual(["unknown", "refused"]);
});

test.each([{ features: [] }, { features: ["known-devices"] }])(
  "the key of the device reaches an API that lists $features only",
  async ({ features }) => {
    const api = await ScriptedApi.start();
    api.json("GET /healthz", { features });
    api.json("POST /Authentication/Login", { token: token() });
    const bff = await Bff.start(api);
    try {
      expect(await bff.app.upstream.features()).toEqual(expect.arrayContaining(features));
      expect(bff.app.upstream.lists("logout")).toBe(false);
      const plain = { UserName: "ana", Password: "eA==" };
      const Device = "a-secret-of-the-device";
      expect((await bff.post("/api/Authentication/Login", { ...plain, Device })).status).toBe(200);
      const sent = api.calls.find(({ url }) => url === "/Authentication/Login")?.body;
      expect(JSON.parse(String(sent))).toEqual(features.length > 0 ? { ...plain, Device } : plain);
    } finally {
      await bff.stop();
      await api.stop();
    }
  },
);

test("the code and its challenge reach the API, and wrong codes count", async () => {
  const api = await ScriptedApi.start();
  const bff = await Bff.start(api, { login: { maxFailures: 2, windowMs: 60_000 } });
  try {
    api.json("*", { title: "Código incorreto", status: 401, id: "second-factor-wrong" }, 401);
    const guess = () =>
      bff.post("/api/Authentication/Login", { UserName: "ana", Password: "", Challenge: "a.b.c", Code: "123456" });
    expect([(await guess()).status, (await guess()).status, (await guess()).status]).toEqual([401, 401, 429]);
    expect(JSON.parse(String(api.calls[0]?.body))).toMatchObject({ Challenge: "a.b.c", Code: "123456" });
  } finally {
    await bff.stop();
    await api.stop();
  }
});
