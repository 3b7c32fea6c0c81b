import { expect, it } from "vitest";
import { readState, STATE_VERSION } from "./state.ts";

const NOTHING = { state: undefined, remains: { version: undefined, epoch: undefined, secrets: {} } };
const EMPTY = { seed: 7, epoch: 1, farms: {}, secrets: {} };

it("is not read from garbage", () => {
  for (const kept of [null, 5, "x", [], {}, { farms: 3, epoch: "ontem", secrets: ["a"] }])
    expect(readState(kept)).toEqual(NOTHING);
});

it("is not read from another version nor in another shape; device secrets and the moment it began are kept", () => {
  const kept = { ...EMPTY, secrets: { "EM-01": "s" }, farms: { f: { at: 1 } } };
  for (const version of [undefined, STATE_VERSION, STATE_VERSION + 1, "1"])
    expect(readState({ ...kept, version })).toEqual({
      state: undefined,
      remains: { version, epoch: 1, secrets: { "EM-01": "s" } },
    });
});

it("has no version before anything happened in it", () => {
  expect(readState(EMPTY).state).toEqual(EMPTY);
});
