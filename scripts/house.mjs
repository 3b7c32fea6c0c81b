// `npm run house [-- --root <folder>]`: prints the project's structure as a table. A room is a folder or a file
// directly in a workspace's sources, except its programs; an arrow means that one room imports another; a floor is a
// step of the longest chain.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { cruiseFolders } from "./cruise.mjs";
import { circles, layers } from "./graph.mjs";
import { root as here } from "./run.mjs";

const WORKSPACES = [
  "shared/src",
  "agronomy/src",
  "server/src",
  "client/src",
  "reference/api",
  "reference/demo",
  "tools",
];
const SOURCE = /^(shared|agronomy|server|client|reference|tools)\/.*\.tsx?$/;
const TEST = /(\.(test|contract)\.tsx?$)|\/testing\/|^e2e\//;
const NOT_PRODUCT = /^client\/(gallery\/|[^/]+$)|^reference\/bench\/|drizzle\.config\.ts$/;

/** The room of a file: `reference/api/farms/x.ts` → `farms`, `client/src/features/maps/x.ts` → `features/maps`. */
const roomOf = (path) =>
  /^(?:\w+\/src|reference\/api|reference\/demo|tools)\/(?!main\.tsx?$)((?:features\/)?[^/]+)/.exec(path)?.[1];

/** The value at a share of sorted numbers, such as 0.5 for the median. */
const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

function filesOf(root) {
  const listed = execFileSync("git", ["-C", root, "ls-files"], { encoding: "utf8" }).trim().split("\n");
  const counted = listed
    .filter((path) => SOURCE.test(path) || /^e2e\/.*\.ts$/.test(path))
    .map((path) => ({ path, lines: readFileSync(`${root}/${path}`, "utf8").split("\n").length - 1 }));
  const isTest = ({ path }) => TEST.test(path);
  return {
    product: counted.filter((file) => !isTest(file) && !NOT_PRODUCT.test(file.path)),
    tests: counted.filter(isTest),
  };
}

/** The distinct arrows between places, where `placeOf` gives a file's place. */
function arrowsBetween(modules, placeOf) {
  const arrows = new Map();
  for (const { source, dependencies } of modules) {
    for (const { resolved } of dependencies) {
      const [from, to] = [placeOf(source), placeOf(resolved)];
      if (from && to && from !== to) arrows.set(`${from} ${to}`, [from, to]);
    }
  }
  return [...arrows.values()];
}

function roomRow(workspace, { modules, folders }) {
  const isInside = (path) => path.startsWith(`${workspace}/`);
  const isCircular = ({ circular, name }) => circular && isInside(name);
  const own = modules.filter(({ source }) => isInside(source));
  const inside = (path) => (isInside(path) ? roomOf(path) : undefined);
  const rooms = new Set(own.map(({ source }) => inside(source)).filter(Boolean));
  const arrows = arrowsBetween(own, inside);
  const { floors, back } = layers([...rooms], arrows);
  const inCircles = folders.filter(({ name, dependencies = [] }) => isInside(name) && dependencies.some(isCircular));
  const found = circles([...rooms], arrows);
  const sizes = found.map((circle) => circle.length).join(", ");
  return [
    workspace,
    rooms.size,
    floors,
    arrows.length,
    back,
    found.length > 0 ? `${found.length} (${sizes} rooms)` : 0,
    inCircles.length,
  ];
}

const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const { values } = parseArgs({ options: { root: { type: "string", default: here } } });
const root = resolve(process.env.INIT_CWD ?? ".", values.root);
process.chdir(root);
const { product, tests } = filesOf(root);
const cruised = await cruiseFolders(root, { metrics: true, exclude: { path: `node_modules|${TEST.source}` } });

const perFolder = Map.groupBy(product, ({ path }) => dirname(path));
const [largest] = [...perFolder].sort(([, a], [, b]) => b.length - a.length);
const lines = product.map((file) => file.lines).sort((a, b) => a - b);
const sum = (files) => files.reduce((total, file) => total + file.lines, 0);

const HEAD = ["workspace", "rooms", "floors", "arrows", "arrows back up", "circles of rooms", "folders in circles"];
console.log(
  table(
    HEAD,
    WORKSPACES.map((name) => roomRow(name, cruised)).filter(([, rooms]) => rooms > 0),
  ),
);
console.log();
console.log(
  table(
    ["largest folder", "product files", "lines per file: median", "p90", "product lines", "test lines"],
    [
      [
        `${largest[1].length} files (${largest[0]})`,
        product.length,
        quantile(lines, 0.5),
        quantile(lines, 0.9),
        sum(product),
        sum(tests),
      ],
    ],
  ),
);
