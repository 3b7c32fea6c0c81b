import { defineConfig } from "drizzle-kit";

/** `npm run migrations -w upstream` writes the SQL for what changed in `src/schema`. */
export default defineConfig({
  dialect: "postgresql",
  schema: "./src/schema/*.ts",
  out: "./src/core/database/migrations",
});
