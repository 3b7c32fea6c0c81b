import { expect, it } from "vitest";
import { readState, STATE_VERSION } from "./state.ts";

const NOTHING = { state: undefined, remains: { version: undefined, epoch: undefined, secrets: {} } };
const EMPTY = { seed: 7, epoch: 1, farms: {}, secrets: {} };

it("is undefined for garbage", () => {
  for (const kept of [null, 5, "x", [], {}, { farms: 3, epoch: "ontem", secrets: ["a"] }])
    expect(readState(kept)).toEqual(NOTHING);
});

it("is undefined for another version or another shape; device secrets and the epoch are kept", () => {
  const kept = { ...EMPTY, secrets: { "EM-01": "s" }, farms: { f: { at: 1 } } };
  for (const version of [undefined, STATE_VERSION, STATE_VERSION + 1, "1"])
    expect(readState({ ...kept, version })).toEqual({
      state: undefined,
      remains: { version, epoch: 1, secrets: { "EM-01": "s" } },
    });
});

it("needs no version before the first event", () => {
  expect(readState(EMPTY).state).toEqual(EMPTY);
});
