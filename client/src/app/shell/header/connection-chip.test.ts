import { expect, it } from "vitest";
import { chipWords } from "./connection-chip.tsx";

it.each([
  [true, "connected", "connected", "granted", true, "Ao vivo"],
  [true, "connecting", "closed", "waiting", false, "Conectando…"],
  [true, "connected", "connecting", "waiting", false, "Conectando…"],
  [true, "connected", "connected", "waiting", false, "Conectando…"],
  [true, "connected", "connected", "refused", false, "Sem tempo real"],
  [true, "closed", "closed", "waiting", true, "Reconectando…"],
  [true, "connected", "connected", "waiting", true, "Reconectando…"],
  [true, "connected", "connecting", "waiting", true, "Sem tempo real"],
  [true, "connected", "closed", "waiting", true, "Sem tempo real"],
  [false, "connected", "connected", "granted", true, "Sem internet"],
] as const)(
  "online %s, server %s, broker %s, topics %s, once live %s: %s",
  (online, link, broker, topics, once, words) => {
    expect(chipWords(online, { link, broker, topics }, once)).toBe(words);
  },
);
