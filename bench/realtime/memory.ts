// Preloaded into a measured program: at SIGUSR2 it collects its garbage, as the BFF does after its start, and writes its memory to `MEMORY_FILE`.

import { writeFileSync } from "node:fs";

process.on("SIGUSR2", () => {
  globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
  writeFileSync(process.env.MEMORY_FILE ?? "", JSON.stringify(process.memoryUsage()));
});
