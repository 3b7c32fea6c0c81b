import { expect, it } from "vitest";
import { builtInRules } from "./default-rules.ts";

it("has a name only where its type has several rules, because others are shown by the name of their alerts", () => {
  const named = Object.groupBy(builtInRules, ({ type }) => type);
  for (const rules of Object.values(named)) {
    const names = new Set(rules.map(({ name }) => name));
    expect(names.has(null)).toBe(rules.length === 1);
    expect(names.size).toBe(rules.length);
  }
});
