// `npm run docs:your-api`: writes docs/your-api.md and docs/openapi.json from the contract.
import { writeFileSync } from "node:fs";
import { openApiFile } from "./conformance/open-api.ts";
import { yourApiPage } from "./conformance/your-api.ts";

writeFileSync(new URL("../docs/your-api.md", import.meta.url), yourApiPage());
writeFileSync(new URL("../docs/openapi.json", import.meta.url), openApiFile());
