import { expect, it } from "vitest";
import { chipWords } from "./connection-chip.tsx";

it.each([
  [true, "connected", "connected", true, "Ao vivo"],
  [true, "connecting", "closed", false, "Conectando…"],
  [true, "connected", "connecting", false, "Conectando…"],
  [true, "closed", "closed", true, "Reconectando…"],
  [true, "connected", "connecting", true, "Sem tempo real"],
  [true, "connected", "closed", true, "Sem tempo real"],
  [false, "connected", "connected", true, "Sem internet"],
] as const)("online %s, server %s, broker %s, once live %s: %s", (online, link, broker, everLive, words) => {
  expect(chipWords(online, { link, broker }, everLive)).toBe(words);
});
