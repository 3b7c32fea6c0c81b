// Which file may import which. Default deny: `allowed` lists every direction that exists, and a new one is a decision.
// The picture behind it is in CONTRIBUTING.md; the proof that it refuses is in scripts/check-imports.test.mjs.

const TEST = "\\.(test|contract)\\.tsx?$";
const TEST_SUPPORT = "^(shared|agronomy|server|upstream|client)/src/.*\\btesting/";
const VIRTUAL = "^virtual:";
/** Packages and Node's own modules; whether a package is listed is the business of `forbidden`. */
const NODE = { dependencyTypes: ["core"] };
const PACKAGE = { path: "^node_modules/|/node_modules/" };

/** One allowed direction. Paths are regular expressions; `$1` in `to` is the first group of `from`. */
const may = (from, to) => ({ from: { path: from }, to: { path: to } });

/** The rooms of the reference API, each above all that it may use. */
const UPSTREAM_ROOMS = [
  "core",
  "schema",
  "http",
  "records",
  "access",
  "farms",
  "broker",
  "telemetry",
  "weather",
  "irrigation",
  "views",
  "alerts",
  "demo",
  "app",
];

/** Checked without tests, because a test sees the whole of its workspace. */
export const roomRules = {
  forbidden: [
    {
      name: "no-room-circle",
      comment: "Rooms flow one way as well: folders that need each other are one room, or miss a third.",
      severity: "error",
      scope: "folder",
      from: {},
      to: { circular: true },
    },
  ],
  exclude: `${TEST}|${TEST_SUPPORT}`,
};

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  allowedSeverity: "error",
  allowed: [
    // shared imports nothing of the project, and runs in Node and in the browser.
    may("^shared/src/", "^shared/src/"),
    may("^(agronomy|server|upstream|client|e2e|bench)/", "^shared/src/"),

    // server: a module uses its own folder, the configuration and the errors; anything else through Fastify's decorators.
    may("^server/src/([^/]+)/", "^server/src/$1/"),
    may("^server/src/", "^server/src/(config|errors)\\.ts$"),
    may("^server/src/(app|config|main)\\.ts$", "^server/src/$1-[^/]+\\.ts$"),
    may("^server/src/config", "^server/src/config-[a-z]+\\.ts$"),
    may("^server/src/app\\.ts$", "^server/src/[^/]+/plugin\\.ts$"),
    may("^server/src/doctor\\.ts$", "^server/src/doctor/"),
    may("^server/src/(conformance|docs-your-api)\\.ts$", "^server/src/(conformance/|doctor/finding\\.ts$)"),
    may("^server/src/main\\.ts$", "^server/src/(app\\.ts|supervisor/)"),

    // agronomy: formulas of FAO-56; they know units only. Its programs in cli/ read files.
    may("^agronomy/src/", "^agronomy/src/|^shared/src/(core/(units|time)|records/crop)\\.ts$"),
    may("^agronomy/cli/", "^agronomy/(cli|src)/|^shared/src/"),
    may("^client/src/", "^agronomy/src/(machine|soil|crop|eto)/"),
    may("^upstream/src/", "^agronomy/src/"),

    // upstream: a room uses the rooms below it (UPSTREAM_ROOMS, from the ground up) and its own.
    ...UPSTREAM_ROOMS.map((room, floor) =>
      may(`^upstream/src/${room}/`, `^upstream/src/(${UPSTREAM_ROOMS.slice(0, floor + 1).join("|")})/`),
    ),
    may("^upstream/src/(main|ask|backup)\\.ts$", "^upstream/src/(app|core)/"),

    // client: shared ← ui, api, platform ← core ← features ← app. Features never import each other.
    may("^client/src/(ui|api|platform)/", "^client/src/$1/"),
    // What was fetched is stored on the device by `platform`, which owns the storage.
    may("^client/src/api/", "^client/src/platform/"),
    may("^client/src/core/", "^client/src/(core|ui|api|platform)/"),
    may("^client/src/features/([^/]+)/", "^client/src/(features/$1|core|ui|api|platform)/"),
    may("^client/src/app/", "^client/src/(app|features|core|ui|api|platform)/"),
    may("^client/src/main\\.tsx$", "^client/src/(app|ui|api|platform)/"),
    may("^client/[^/]+\\.ts$", "^client/[^/]+\\.ts$"),
    may("^client/gallery/", "^client/(gallery|src/ui)/"),

    // Journeys and measurements talk to the product over the network.
    may("^(e2e|bench)/", "^$1/"),
    may("^scripts/", "^(scripts/|\\.dependency-cruiser\\.mjs$|shared/src/screens/)"),
    may("^bench/", "^agronomy/src/"),
    may("^bench/", "^e2e/(product/|browser/chromium\\.ts$)"),

    // A test sees the whole of its own workspace, and what is made for tests.
    may(`^(shared|agronomy|server|upstream|client)/src/.*${TEST}`, "^$1/src/"),
    may("^(shared|agronomy|server|upstream|client)/src/.*\\btesting/", "^$1/src/"),

    { from: { pathNot: "^(shared|client)/src/" }, to: NODE },
    { from: { path: [TEST, TEST_SUPPORT] }, to: NODE },
    { from: {}, to: PACKAGE },
    // The programs of the agronomy and the API compute the same season.
    { from: { path: TEST }, to: { path: "^agronomy/cli/" } },
    may("^e2e/", "^agronomy/src/crop/fao56-crops\\.ts$"),
    // Modules that Vite makes.
    { from: { path: "^client/src/" }, to: { path: VIRTUAL } },
  ],
  forbidden: [
    {
      name: "no-circle",
      comment: "Data flows one way: what needs each other is one module, or misses a third.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "formulas-know-units-only",
      severity: "error",
      from: { path: "^agronomy/src/", pathNot: [TEST, TEST_SUPPORT] },
      to: { path: "^shared/src/", pathNot: "^shared/src/(core/(units|time)|records/crop)\\.ts$" },
    },
    {
      name: "no-test-code-in-the-product",
      severity: "error",
      from: { pathNot: [TEST, TEST_SUPPORT, "^(e2e|bench|scripts)/"] },
      to: { path: [TEST, TEST_SUPPORT] },
    },
    {
      name: "unresolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: VIRTUAL },
    },
    {
      name: "unlisted-package",
      comment: "A workspace names every package that it uses in its own package.json.",
      severity: "error",
      from: { pathNot: [TEST, TEST_SUPPORT, "^client/gallery/"] },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown", "npm-optional"] },
    },
    {
      name: "development-package-in-the-product",
      severity: "error",
      from: { path: "^(shared|agronomy|server|upstream)/src/", pathNot: [TEST, TEST_SUPPORT] },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    },
  ],
  options: {
    parser: "swc",
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^[a-z0-9]+/(dist|dist-native|android|ios|spike)/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".d.ts"],
    },
  },
};
