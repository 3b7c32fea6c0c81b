// `node sbom.mjs [folder [status [notices]]]`: prints the bill of materials of an image as CycloneDX 1.6. It has exactly the
// packages of the folder's node_modules, those of the client (its file `notices`), with the integrity of the lockfile, Node,
// and the packages of the base image, which are in dpkg's file `status`. `npm sbom` omits packages that the root also lists
// as development dependencies, such as mqtt.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

const [root = ".", status, notices] = process.argv.slice(2);
const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));
const lock = readJson(join(root, "package-lock.json"));
const { name, version } = lock;

const components = [
  ...[...packagesIn(join(root, "node_modules"))].map((path) =>
    npmPackage(readJson(join(path, "package.json")), relative(root, path)),
  ),
  ...(notices ? noticedPackages(readFileSync(notices, "utf8")) : []),
  ...(status ? systemPackages(readFileSync(status, "utf8")) : []),
  {
    type: "platform",
    name: "node",
    version: process.versions.node,
    purl: `pkg:generic/node@${process.versions.node}`,
  },
];
// The client and the BFF share packages.
const byUrl = new Map(components.map((component) => [component.purl, component]));

console.log(
  JSON.stringify(
    {
      bomFormat: "CycloneDX",
      specVersion: "1.6",
      version: 1,
      metadata: { component: { type: "application", name, version } },
      components: [...byUrl.values()].toSorted((a, b) => (a.purl < b.purl ? -1 : 1)),
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

/** The packages in the client, by the headings of its notices (client/vite-notices.ts). */
function noticedPackages(text) {
  return [...text.matchAll(/^={80}\n(\S+) (\S+) \((.+)\)$/gm)].map(([, name, version, license]) => {
    const isIt = (path) => path.endsWith(`node_modules/${name}`) && lock.packages[path].version === version;
    return npmPackage({ name, version, license }, Object.keys(lock.packages).find(isIt));
  });
}

/** The installed packages that dpkg lists. */
function systemPackages(text) {
  const field = (entry, key) => new RegExp(`^${key}: (.+)$`, "m").exec(entry)?.[1];
  return text
    .split(/\n\n+/)
    .filter((entry) => field(entry, "Status") === "install ok installed")
    .map((entry) => {
      const [name, version, architecture] = ["Package", "Version", "Architecture"].map((key) => field(entry, key));
      const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${architecture}`;
      return { type: "library", name, version, purl };
    });
}

/** @param {string | undefined} path of the package in the lockfile */
function npmPackage({ name, version, license }, path) {
  const { integrity } = lock.packages[path] ?? {};
  const [, algorithm, digest] = /^sha(\d+)-(.+)$/.exec(integrity ?? "") ?? [];
  return {
    type: "library",
    name,
    version,
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    ...(typeof license === "string" ? { licenses: [{ expression: license }] } : {}),
    ...(digest
      ? { hashes: [{ alg: `SHA-${algorithm}`, content: Buffer.from(digest, "base64").toString("hex") }] }
      : {}),
  };
}
