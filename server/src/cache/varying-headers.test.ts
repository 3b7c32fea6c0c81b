import { expect, it } from "vitest";
import { VaryingHeaders } from "./varying-headers.ts";

it("uses both headers until a response names the ones it varies by", () => {
  const varying = new VaryingHeaders();
  expect(varying.of("/api/Farm?ID=1")).toEqual({ accept: true, acceptLanguage: true });
  varying.learn("/api/Farm?ID=1", undefined);
  expect(varying.of("/api/Farm?ID=2")).toEqual({ accept: false, acceptLanguage: false });
  varying.learn("/api/Farm?ID=2", "Accept-Encoding, ACCEPT");
  expect(varying.of("/api/Farm")).toEqual({ accept: true, acceptLanguage: false });
  // A header stays named, although another response of the same call leaves it out.
  varying.learn("/api/Farm", "");
  expect(varying.of("/api/Farm")).toEqual({ accept: true, acceptLanguage: false });
  varying.learn("/api/Soil", "*");
  expect(varying.of("/api/Soil")).toEqual({ accept: true, acceptLanguage: true });
});

it("remembers a bounded number of paths", () => {
  const varying = new VaryingHeaders();
  for (let index = 0; index < 2_500; index++) varying.learn(`/${index}`, "");
  expect(varying.of("/0")).toEqual({ accept: true, acceptLanguage: true });
  expect(varying.of("/2499")).toEqual({ accept: false, acceptLanguage: false });
});
