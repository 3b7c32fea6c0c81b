import { existsSync } from "node:fs";
import swcVisitor from "@swc/core/Visitor.js";
import { cruise } from "dependency-cruiser";
import config from "../.dependency-cruiser.mjs";

const FOLDERS = ["shared", "agronomy", "server", "tools", "reference", "client", "e2e", "bench", "scripts"];

// dependency-cruiser uses swc's visitor, which does not know `using` and fails on it.
const Visitor = swcVisitor.Visitor ?? swcVisitor;
const { visitStatement } = Visitor.prototype;
Visitor.prototype.visitStatement = function visitModernStatement(statement) {
  if (statement.type !== "UsingDeclaration") return visitStatement.call(this, statement);
  return { ...statement, decls: this.visitVariableDeclarators(statement.decls) };
};

/**
 * All imports between the files of a folder with this project's layout.
 * @param {string} baseDir
 * @param {import("dependency-cruiser").ICruiseOptions} [more] options in addition to those of `.dependency-cruiser.mjs`
 * @returns {Promise<import("dependency-cruiser").ICruiseResult>}
 */
export async function cruiseFolders(baseDir, more = {}) {
  const { enhancedResolveOptions, ...options } = config.options;
  const folders = FOLDERS.filter((folder) => existsSync(`${baseDir}/${folder}`));
  const { output } = await cruise(folders, { ...options, baseDir, ...more }, enhancedResolveOptions);
  return output;
}
