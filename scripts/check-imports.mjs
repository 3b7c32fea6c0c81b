// `npm run check:imports`: refuses an import in a direction that is not allowed, and a package that nobody imports.
import { existsSync, readFileSync } from "node:fs";
import swcVisitor from "@swc/core/Visitor.js";
import { cruise } from "dependency-cruiser";
import config, { roomRules } from "../.dependency-cruiser.mjs";
import { root } from "./run.mjs";

const FOLDERS = ["shared", "agronomy", "server", "upstream", "client", "e2e", "bench", "scripts"];

// dependency-cruiser walks with swc's visitor, which is older than `using` and stops at one.
const Visitor = swcVisitor.Visitor ?? swcVisitor;
const { visitStatement } = Visitor.prototype;
Visitor.prototype.visitStatement = function visitModernStatement(statement) {
  if (statement.type !== "UsingDeclaration") return visitStatement.call(this, statement);
  return { ...statement, decls: this.visitVariableDeclarators(statement.decls) };
};

/**
 * @param {string} baseDir a folder laid out as this project
 * @returns {Promise<import("dependency-cruiser").ICruiseResult>}
 */
export async function cruiseImports(baseDir) {
  const { options, ...ruleSet } = config;
  const folders = FOLDERS.filter((folder) => existsSync(`${baseDir}/${folder}`));
  const { enhancedResolveOptions, ...rest } = options;
  const { output } = await cruise(folders, { ...rest, baseDir, ruleSet, validate: true }, enhancedResolveOptions);
  const { exclude, ...roomRuleSet } = roomRules;
  const rooms = await cruise(
    folders,
    {
      ...rest,
      baseDir,
      ruleSet: roomRuleSet,
      validate: true,
      metrics: true,
      exclude: { path: `${options.exclude.path}|${exclude}` },
    },
    enhancedResolveOptions,
  );
  output.summary.violations.push(...rooms.output.summary.violations);
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
