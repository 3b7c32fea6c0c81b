import { defineConfig } from "drizzle-kit";

/** `npm run migrations -w upstream` writes the SQL for what changed in any `table.ts`. */
export default defineConfig({
  dialect: "postgresql",
  schema: "./src/**/table.ts",
  out: "./src/database/migrations",
});
