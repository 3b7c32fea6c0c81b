import { expect, test } from "vitest";
import { areBrowserKeys, encrypt } from "./encryption.ts";

const bytes = (text: string) => Buffer.from(text.replaceAll(/\s/g, ""), "base64url");
const KEYS = {
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
};

test("encrypts the example of RFC 8291, appendix A", () => {
  const body = encrypt(Buffer.from("When I grow up, I want to be a watermelon"), KEYS, {
    salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"),
    privateKey: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
  });
  expect(body.toString("base64url")).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});

test("refuses keys that are no point of the curve, or of another length", () => {
  expect(areBrowserKeys(KEYS)).toBe(true);
  expect(areBrowserKeys({ ...KEYS, p256dh: `${KEYS.p256dh.slice(0, -4)}AAAA` })).toBe(false);
  expect(areBrowserKeys({ ...KEYS, auth: "BTBZMqHH" })).toBe(false);
});
