// Preloaded into a measured program: at SIGUSR2 it collects its garbage and writes its memory to `MEMORY_FILE`.

import { writeFileSync } from "node:fs";

process.on("SIGUSR2", () => {
  globalThis.gc?.();
  globalThis.gc?.();
  writeFileSync(process.env.MEMORY_FILE ?? "", JSON.stringify(process.memoryUsage()));
});
