import { readFileSync } from "node:fs";
import { allEndpoints } from "@lamina/shared/calls/all-endpoints";
import { expect, test, vi } from "vitest";
import { exampleOf } from "./example.ts";
import { openApiFile, schemaOf } from "./open-api.ts";

test("docs/openapi.json matches the contract (npm run docs:your-api)", () => {
  const text = readFileSync(new URL("../../docs/openapi.json", import.meta.url), "utf8");
  expect(text === openApiFile()).toBe(true);
  const { paths } = JSON.parse(text) as { paths: Record<string, object> };
  for (const { path, method } of allEndpoints) expect(paths[path]).toHaveProperty(method.toLowerCase());
});

test("the example of each call is one that the contract accepts", () => {
  // The client of an example has no typeChart, which is logged.
  vi.spyOn(console, "warn").mockReturnValue();
  const components = {};
  const refused = allEndpoints.flatMap(({ method, path, body, reply }) =>
    [body, reply].flatMap((schema) => {
      if (schema.def.type === "undefined" || schema.def.type === "file") return [];
      const result = schema.safeParse(exampleOf(schemaOf(schema, components), components));
      return result.success ? [] : [`${method} ${path}: ${result.error.message.replace(/\s+/g, " ").slice(0, 300)}`];
    }),
  );
  expect(refused).toEqual([]);
});
