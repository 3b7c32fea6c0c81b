import { defineConfig } from "drizzle-kit";

/** `npm run migrations -w upstream` writes the SQL for changes in `src/schema`. */
export default defineConfig({
  dialect: "postgresql",
  schema: "./src/schema/*.ts",
  out: "./src/core/database/migrations",
});
