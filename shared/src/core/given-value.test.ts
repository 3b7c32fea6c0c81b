import { expect, test } from "vitest";
import { givenValue } from "./given-value.ts";

test.each([
  ["PORT", "80x", '; given: "80x"'],
  ["UPSTREAM_CA_FILE", "/nowhere/ca.pem", '; given: "/nowhere/ca.pem"'],
  ["UPSTREAM_URL", "https://user:word@api.example:444/v1", '; given: "https://…@api.example:444/v1"'],
  ["UPSTREAM_URL", "user:w@rd@api.example", '; given: "…@api.example"'],
  ["MQTT_URL", "wss://broker.example/mqtt?token=word", '; given: "wss://broker.example/mqtt…"'],
  ["LOG_LEVEL", "two\nlines", String.raw`; given: "two\nlines"`],
  ["HOST", "h".repeat(200), `; given: "${"h".repeat(80)}…"`],
  ["PORT", undefined, ""],
])("%s=%s is shown as %s", (name, value, shown) => {
  expect(givenValue(name, value)).toBe(shown);
});

test.each([
  "MQTT_PASSWORD",
  "MQTT_PASSWORD_FILE",
  "SECRET_KEY",
  "TLS_KEY_FILE",
  "TOKEN_SECRET_FILE",
  "VALKEY_URL",
  "DATABASE_URL",
  "SMTP_URL",
])("%s is never shown", (name) => {
  expect(givenValue(name, "word")).toBe("");
});
