import { defineConfig } from "drizzle-kit";

/** `npm run migrations -w upstream` writes the SQL for changes in `src/schema`. */
export default defineConfig({
  dialect: "postgresql",
  // Without the tests, which drizzle-kit cannot load.
  schema: "./src/schema/!(*.test).ts",
  out: "./src/core/database/migrations",
});
