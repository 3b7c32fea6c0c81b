import { defineConfig } from "drizzle-kit";

/** `npm run migrations -w reference` writes the SQL for changes in `api/schema`. */
export default defineConfig({
  dialect: "postgresql",
  // Without the tests, which drizzle-kit cannot load.
  schema: "./api/schema/!(*.test).ts",
  out: "./api/core/database/migrations",
});
