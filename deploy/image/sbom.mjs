// Prints the bill of materials of a node_modules folder as CycloneDX 1.6: exactly the packages in it, with the
// integrity of the lockfile. `npm sbom` omits packages that the root also lists as development dependencies, such as
// mqtt.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

const root = process.argv[2] ?? ".";
const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));
const lock = readJson(join(root, "package-lock.json"));
const { name, version } = lock;

const components = [...packagesIn(join(root, "node_modules"))].map(component);
components.push({
  type: "platform",
  name: "node",
  version: process.versions.node,
  purl: `pkg:generic/node@${process.versions.node}`,
});

console.log(
  JSON.stringify(
    {
      bomFormat: "CycloneDX",
      specVersion: "1.6",
      version: 1,
      metadata: { component: { type: "application", name, version } },
      components: components.toSorted((a, b) => (a.purl < b.purl ? -1 : 1)),
    },
    undefined,
    1,
  ),
);

/** Folders of packages, nested ones included. Skips links, which are workspaces of this project. */
function* packagesIn(folder) {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name.startsWith(".")) continue;
    const path = join(folder, entry.name);
    if (entry.name.startsWith("@")) yield* packagesIn(path);
    else if (existsSync(join(path, "package.json"))) {
      yield path;
      yield* packagesIn(join(path, "node_modules"));
    }
  }
}

function component(path) {
  const manifest = readJson(join(path, "package.json"));
  const { integrity } = lock.packages[relative(root, path)] ?? {};
  const [, algorithm, digest] = /^sha(\d+)-(.+)$/.exec(integrity ?? "") ?? [];
  return {
    type: "library",
    name: manifest.name,
    version: manifest.version,
    purl: `pkg:npm/${manifest.name.replace("@", "%40")}@${manifest.version}`,
    ...(typeof manifest.license === "string" ? { licenses: [{ expression: manifest.license }] } : {}),
    ...(digest
      ? { hashes: [{ alg: `SHA-${algorithm}`, content: Buffer.from(digest, "base64").toString("hex") }] }
      : {}),
  };
}
