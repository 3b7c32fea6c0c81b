// `npm run check:imports`: refuses imports in a direction that is not allowed, and cycles of files or rooms.
import config, { roomRules } from "../.dependency-cruiser.mjs";
import { cruiseFolders } from "./cruise.mjs";
import { root } from "./run.mjs";

/**
 * Cruises twice, because the rule about rooms leaves tests out.
 * @param {string} baseDir a folder with this project's layout
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

if (import.meta.main) {
  process.chdir(root);
  const { summary, modules } = await cruiseImports(root);
  const problems = summary.violations.map(
    ({ rule, from, to, cycle }) => `${rule.name}: ${from} → ${cycle ? cycle.map((step) => step.name).join(" → ") : to}`,
  );
  for (const problem of problems) console.error(problem);
  console.log(`${modules.length} modules, ${summary.totalDependenciesCruised} imports, ${problems.length} refused`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
