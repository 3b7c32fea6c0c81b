import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "node",
          environment: "node",
          include: ["{shared,server,upstream}/**/*.test.ts", "scripts/**/*.test.mjs"],
        },
      },
      {
        extends: "./client/vite.config.ts",
        root: "./client",
        test: { name: "client", environment: "jsdom", include: ["src/**/*.test.{ts,tsx}"] },
      },
    ],
  },
});
