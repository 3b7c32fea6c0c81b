import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The gallery of the shared components, for developers. It is not part of the product. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: { outDir: "dist", emptyOutDir: true },
});
