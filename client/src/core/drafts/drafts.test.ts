import { beforeEach, expect, it, vi } from "vitest";
import { drafts } from "./drafts.ts";

const user = vi.hoisted(() => ({ name: "ana" }));
vi.mock("../session/current-session.ts", () => ({ session: { state: { get: () => ({ user }) } } }));

beforeEach(() => {
  sessionStorage.clear();
  user.name = "ana";
});

it("keeps a form's draft for its user only", () => {
  drafts.save("c1 soil s1", { values: { name: "Latossolo" } });
  expect(drafts.find("c1 soil s1")).toEqual({ values: { name: "Latossolo" } });
  user.name = "bruno";
  expect(drafts.find("c1 soil s1")).toBeUndefined();
  drafts.remove("c1 soil s1");
  user.name = "ana";
  expect(drafts.find("c1 soil s1")).toBeDefined();
  drafts.remove("c1 soil s1");
  expect(drafts.find("c1 soil s1")).toBeUndefined();
});

it("limits the size: evicts the oldest drafts, and ignores unreadable ones", () => {
  for (let number = 0; number < 30; number++) drafts.save(`form ${number}`, "x");
  expect(drafts.find("form 9")).toBeUndefined();
  expect(drafts.find("form 10")).toBe("x");
  drafts.save("long", "x".repeat(250_000));
  expect(drafts.find("form 29")).toBeUndefined();
  expect(drafts.find<string>("long")).toHaveLength(250_000);
  sessionStorage.setItem("drafts", "{");
  expect(drafts.find("long")).toBeUndefined();
});
