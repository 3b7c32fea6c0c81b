import { expect, it } from "vitest";
import type { Secret } from "../../core/secret-file.ts";
import { openTokens } from "./token.ts";

it("judges its key: cut, of another form, changed, or not a private one", async () => {
  const kept: [Secret, string][] = [];
  await openTokens(async (secret) => {
    kept.push([secret, await secret.make()]);
    return kept[0]?.[1] ?? "";
  });
  const [[secret, text] = expect.fail("no key")] = kept;
  expect(secret.isWhole(text)).toBe(true);
  const key: Record<string, string> = JSON.parse(text);
  const { d, ...open } = key;
  const changed = { ...key, d: `${d?.startsWith("A") ? "B" : "A"}${d?.slice(1)}` };
  for (const wrong of ["", "{", "{}", "[]", "null", text.slice(0, -1), text.slice(0, 80)])
    expect(secret.isWhole(wrong), wrong).toBe(false);
  for (const wrong of [open, changed, { ...key, crv: "P-384" }, { kty: "oct", k: "c2VncmVkbw" }])
    expect(secret.isWhole(JSON.stringify(wrong))).toBe(false);
});
