// `node bundle.mjs out`: writes the BFF and the operators' tools as few files to `out`, because opening and compiling about a thousand
// files takes most of its start. Writes to `out/node_modules` the manifest and the licences of each bundled package: licences
// must be distributed with the code, and scanners and sbom.mjs find the packages there.
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { licencesOf } from "./licences.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const [out = "bundle"] = process.argv.slice(2);

// @fastify/reply-from brings a version of undici of its own for a transport that the BFF refuses to use: 1 MB of code.
const oneUndici = {
  name: "one-undici",
  resolveId: {
    order: "pre",
    filter: { id: /^undici$/ },
    handler: () => fileURLToPath(import.meta.resolve("undici")),
  },
};

// Not minified, and without source maps: stacks name the functions of the sources. Without comments and in ASCII, because
// V8 stores the text of a program, in two bytes a character as soon as one character needs them.
const { output } = await build({
  cwd: root,
  input: {
    "server/dist/main": "server/src/main.ts",
    "tools/doctor": "tools/doctor.ts",
    "tools/conformance": "tools/conformance.ts",
  },
  platform: "node",
  plugins: [oneUndici],
  output: {
    dir: out,
    entryFileNames: "[name].mjs",
    chunkFileNames: "server/dist/[name]-[hash].mjs",
    comments: false,
    charset: "ascii",
  },
});

const modules = output.flatMap(({ moduleIds = [] }) => moduleIds);
const packages = new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id) ?? []));
for (const folder of packages) {
  const target = join(out, relative(root, folder));
  mkdirSync(target, { recursive: true });
  copyFileSync(join(folder, "package.json"), join(target, "package.json"));
  for (const { name, text } of licencesOf(folder)) writeFileSync(join(target, name), text);
}
for (const workspace of ["server", "tools"])
  copyFileSync(join(root, workspace, "package.json"), join(out, workspace, "package.json"));
