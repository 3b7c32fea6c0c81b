import { encodeBase64 } from "@lamina/shared/core/base64";
import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import { expect, it } from "vitest";
import { describeApi, expectProblem, type TestApi } from "../../../testing/api.ts";

const renew = (api: TestApi, token: string) => api.send("/Authentication/RenewToken", { method: "POST", token });
const tokenOf = (answer: { body: unknown }) => (answer.body as { token: string }).token;
const works = async (api: TestApi, token: string) => (await api.send("/Client/GetAll", { token })).status === 200;

describeApi(
  "logins and their end",
  (api) => {
    it("end with a logout, together with the tokens that were renewed from them, and no other login", async () => {
      const [first, other] = [await api().login("ana"), await api().login("ana")];
      const renewed = tokenOf(await renew(api(), first));
      const answer = await api().send("/Authentication/Logout", { method: "POST", token: renewed });
      expect(answer.body).toEqual({ matchedCount: 1 });
      expect(answer.headers["cache-control"]).toBe("no-store");
      expect([await works(api(), first), await works(api(), renewed), await works(api(), other)]).toEqual([
        false,
        false,
        true,
      ]);
    });

    it("are listed with their device, and each can be ended by its person alone", async () => {
      const device = { "user-agent": "Lamina-Android" };
      const body = { UserName: "bruno", Password: encodeBase64("irrigar") };
      const phone = tokenOf(await api().send("/Authentication/Login", { body, headers: device }));
      const desk = await api().login("bruno");
      const list = (await api().send("/User/GetSessions", { token: desk })).body as { _id: string; current: boolean }[];
      expect(list.filter(({ current }) => current)).toHaveLength(1);
      const ofPhone = list.find((one) => (one as { device?: string }).device === "Lamina-Android");
      const end = (token: string) => api().send(`/User/EndSession?ID=${ofPhone?._id}`, { method: "DELETE", token });
      expectProblem(await end(await api().login("ana")), 404, "not-found");
      expect(await works(api(), phone)).toBe(true);
      expect((await end(desk)).body).toEqual({ matchedCount: 1 });
      expect([await works(api(), phone), await works(api(), desk)]).toEqual([false, true]);
    });

    it("last at most 30 days, however often they are renewed", async () => {
      let token = await api().login("bruno");
      const start = api().clock.now().getTime();
      while (api().clock.now().getTime() - start < 30 * DAY_MS - 7 * HOUR_MS) {
        api().clock.advance(7 * HOUR_MS);
        const answer = await renew(api(), token);
        expect(answer.status).toBe(200);
        token = tokenOf(answer);
      }
      api().clock.advance(7 * HOUR_MS);
      expectProblem(await renew(api(), token), 401, "token-rejected");
    });
  },
  { environment: { DEMO: "1" } },
);
