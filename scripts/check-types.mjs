// `npm run check:types`: checks every project's types. The compiler's build info is stored, so that the next run checks
// only changes.
import { bin, node24, root, run } from "./run.mjs";

const PROJECTS = [
  "shared",
  "agronomy",
  "reference",
  "server",
  "tools",
  "client",
  "client/tsconfig.browser.json",
  "client/worker",
  "client/gallery",
  "e2e",
  "bench",
  "reference/bench",
];

let failed = false;
for (const project of PROJECTS) {
  const buildInfo = `${root}node_modules/.cache/types/${project.replaceAll("/", "-")}.tsbuildinfo`;
  const code = await run(node24(), [bin.tsc, "-p", project, "--incremental", "--tsBuildInfoFile", buildInfo]);
  failed ||= code !== 0;
}
process.exitCode = failed ? 1 : 0;
