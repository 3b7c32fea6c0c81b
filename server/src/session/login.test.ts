import { expect, test } from "vitest";
import { Bff } from "../testing/bff.ts";
import { ScriptedApi } from "../testing/scripted-api.ts";
import { token } from "../testing/token.ts";
import { isLogin } from "./login.ts";

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
