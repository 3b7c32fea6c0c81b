// `npm run check:types`: every project's types. What a project's last run found out is kept, so that the next one looks at changes only.
import { bin, node24, root, run } from "./run.mjs";

const PROJECTS = [
  "shared",
  "agronomy",
  "upstream",
  "server",
  "client",
  "client/tsconfig.browser.json",
  "client/gallery",
  "e2e",
  "bench",
];

let failed = false;
for (const project of PROJECTS) {
  const kept = `${root}node_modules/.cache/types/${project.replaceAll("/", "-")}.tsbuildinfo`;
  const code = await run(node24(), [bin.tsc, "-p", project, "--incremental", "--tsBuildInfoFile", kept]);
  failed ||= code !== 0;
}
process.exitCode = failed ? 1 : 0;
