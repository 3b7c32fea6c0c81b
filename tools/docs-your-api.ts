// `npm run docs:your-api`: writes docs/your-api.md from the contract.
import { writeFileSync } from "node:fs";
import { yourApiPage } from "./conformance/your-api.ts";

writeFileSync(new URL("../docs/your-api.md", import.meta.url), yourApiPage());
