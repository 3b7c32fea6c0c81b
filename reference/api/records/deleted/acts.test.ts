import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import { SECOND_MS } from "@lamina/shared/core/time";
import { expect, it } from "vitest";
import { isLong } from "../../../../scripts/testing/long.ts";
import { describeApi } from "../../../testing/api.ts";
import { plantField } from "../../irrigation/testing/field.ts";
import { CLIENT, FIELDS, randomActs } from "./testing/acts.ts";

const ACTS = Number(process.env.ACTS ?? (isLong ? 10_000 : 75));
/** Acts between two comparisons with the model. */
const ROUND = isLong ? 50 : 15;

describeApi(
  "random acts of three users",
  (api) => {
    it("never widen a permit, count water twice, break a reference or miss an audit entry", {
      timeout: 10_000_000,
    }, async () => {
      const seed = Number(process.env.SEED ?? Date.now() % 100_000);
      const day = farmDay(api().clock.now().getTime(), "America/Sao_Paulo");
      const span = { from: addDays(day, -3), to: addDays(day, -2) };
      for (const id of FIELDS) await plantField(api().database, { id, clientId: CLIENT, ...span, sectors: 3 });
      const tokens: string[] = [];
      const login = async () => {
        tokens.splice(0, 3, await api().login("ana"), await api().login("ana"), await api().login("admin"));
      };
      await login();
      const { act, differences, history } = randomActs(
        { tokens, now: () => api().clock.now(), send: (path, sent) => api().send(path, sent) },
        seed,
      );
      try {
        for (let number = 1; number <= ACTS; number++) {
          api().clock.advance(SECOND_MS);
          if (number % 2000 === 0) await login();
          await act();
          if (number % ROUND === 0) expect(await differences(api().database)).toEqual([]);
        }
      } catch (error) {
        throw new Error(`seed ${seed}, after ${history.slice(-20).join("; ")}`, { cause: error });
      }
    });
  },
  { isDialect: true },
);
