// `node bundle.mjs out`: writes the BFF as few files to `out/server/dist`, because opening and compiling about a thousand
// files takes most of its start. Writes to `out/node_modules` the manifest and the licences of each bundled package: licences
// must be distributed with the code, and scanners and sbom.mjs find the packages there.
import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";

const root = fileURLToPath(new URL("../../", import.meta.url));
const [out = "bundle"] = process.argv.slice(2);
const COPIED = /^(package\.json$|licen[cs]e|notice|copying)/i;

// Not minified, and without source maps: stacks name the functions of the sources.
const { output } = await build({
  cwd: root,
  input: ["main", "doctor", "conformance"].map((name) => `server/src/${name}.ts`),
  platform: "node",
  output: { dir: join(out, "server/dist"), entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
});

const modules = output.flatMap(({ moduleIds = [] }) => moduleIds);
const packages = new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id) ?? []));
for (const folder of packages) {
  const target = join(out, relative(root, folder));
  mkdirSync(target, { recursive: true });
  for (const file of readdirSync(folder)) if (COPIED.test(file)) copyFileSync(join(folder, file), join(target, file));
}
copyFileSync(join(root, "server/package.json"), join(out, "server/package.json"));
