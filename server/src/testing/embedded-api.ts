import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CONFIGURATION_EXIT_CODE, type SupervisionMessage } from "@lamina/shared/messages/supervision";
import { ScriptedApi } from "./scripted-api.ts";

// Replaces the reference API in tests of the supervisor: reports that it is ready, and exits on command.
const { FOLDER = "", DIES = "" } = process.env;
const report = (message: SupervisionMessage) => process.send?.(message);

report({ type: "progress", step: "História", done: 1, total: 2 });
if (DIES === "at once") process.exit(1);
if (DIES === "of its configuration") process.exit(CONFIGURATION_EXIT_CODE);
const api = await ScriptedApi.start();
api.json("GET /Client/GetAll", { pid: process.pid });
api.on("POST /die", () => process.exit(1));
const caFile = join(FOLDER, `${process.pid}.pem`);
writeFileSync(caFile, api.ca);
report({
  type: "ready",
  url: api.url,
  caFile,
  broker: { url: "wss://localhost:1/mqtt", username: "bff", password: "word" },
  demo: { users: ["ana"], password: "irrigar" },
});
process.on("disconnect", async () => {
  await api.stop();
  writeFileSync(join(FOLDER, "ended"), String(process.pid));
  process.exit(0);
});
