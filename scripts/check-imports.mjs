// `npm run check:imports`: refuses an import in a direction that is not allowed, and a package that nobody imports.
import { readFileSync } from "node:fs";
import config, { roomRules } from "../.dependency-cruiser.mjs";
import { cruiseFolders } from "./cruise.mjs";
import { root } from "./run.mjs";

/**
 * Cruises twice, because the rule about rooms leaves tests out.
 * @param {string} baseDir a folder laid out as this project
 * @returns {Promise<import("dependency-cruiser").ICruiseResult>}
 */
export async function cruiseImports(baseDir) {
  const { options, ...ruleSet } = config;
  const output = await cruiseFolders(baseDir, { ruleSet, validate: true });
  const { exclude, ...roomRuleSet } = roomRules;
  const rooms = await cruiseFolders(baseDir, {
    ruleSet: roomRuleSet,
    validate: true,
    metrics: true,
    exclude: { path: `${options.exclude.path}|${exclude}` },
  });
  output.summary.violations.push(...rooms.summary.violations);
  return output;
}

/** Packages that are used without an import: workspace → names, each with its reason. */
const USED_WITHOUT_IMPORT = {
  client: {
    "@capacitor/android": "sources of the Android project",
    "@capacitor/ios": "sources of the iOS project",
    "@capacitor/cli": "makes both projects",
    "@capacitor/core": "what the plugins stand on",
    "@fontsource-variable/inter": "named by the style sheet",
    "@types/leaflet": "types",
    "@types/react": "types",
    "@types/react-dom": "types",
    "@types/ws": "types",
    jsdom: "vitest's environment",
  },
  server: { "@types/ws": "types" },
  upstream: { "@types/pg": "types", "@types/ws": "types", "drizzle-kit": "writes the migrations" },
};

function unusedPackages(modules) {
  return Object.entries(USED_WITHOUT_IMPORT).flatMap(([workspace, exempt]) => {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(
      readFileSync(`${root}${workspace}/package.json`, "utf8"),
    );
    const imported = modules
      .filter((module) => module.source.startsWith(`${workspace}/`))
      .flatMap((module) => module.dependencies.map((dependency) => dependency.module));
    return Object.keys({ ...dependencies, ...devDependencies })
      .filter((name) => !(name in exempt) && !imported.some((path) => path === name || path.startsWith(`${name}/`)))
      .map((name) => `${workspace}/package.json lists ${name}, which nothing in ${workspace} imports`);
  });
}

if (import.meta.main) {
  process.chdir(root);
  const { summary, modules } = await cruiseImports(root);
  const problems = summary.violations.map(
    ({ rule, from, to, cycle }) => `${rule.name}: ${from} → ${cycle ? cycle.map((step) => step.name).join(" → ") : to}`,
  );
  problems.push(...unusedPackages(modules));
  for (const problem of problems) console.error(problem);
  console.log(`${modules.length} modules, ${summary.totalDependenciesCruised} imports, ${problems.length} refused`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
