// Which file may import which. Default deny: `allowed` lists every permitted direction, and a new one is a decision.
// CONTRIBUTING.md explains the layout; scripts/check-imports.test.mjs tests that other directions are refused.

const TEST = "\\.(test|contract)\\.tsx?$";
/** The folders of a workspace's sources. */
const SOURCES = "(shared/src|agronomy/src|server/src|reference|tools|client/src)";
const TEST_SUPPORT = `^${SOURCES}/.*\\btesting/`;
/** Packages and Node's own modules; `forbidden` checks whether a package is listed. */
const NODE = { dependencyTypes: ["core"] };
const PACKAGE = { path: "^node_modules/|/node_modules/" };

/** One allowed direction. Paths are regular expressions; `$1` in `to` is the first group of `from`. */
const may = (from, to) => ({ from: { path: from }, to: { path: to } });

/** The rooms of the reference API; each may use those listed before it. */
const REFERENCE_ROOMS = [
  "core",
  "schema",
  "http",
  "mail",
  "records",
  "access",
  "farms",
  "broker",
  "telemetry",
  "weather",
  "irrigation",
  "commands",
  "views",
  "alerts",
  "app",
];

/** Checked without tests, because a test may use its whole workspace. */
export const roomRules = {
  forbidden: [
    {
      name: "no-room-circle",
      comment: "No cycles between rooms: merge the folders, or move what both need into a third.",
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
    // shared imports nothing else of the project, and runs in Node and in the browser.
    may("^shared/src/", "^shared/src/"),
    may("^(agronomy|server|tools|reference|client|e2e|bench)/", "^shared/src/"),

    // server: a module uses its own folder, the configuration and the errors; values of other modules come through
    // Fastify's decorators, and only their types are imported.
    may("^server/src/([^/]+)/", "^server/src/$1/"),
    { from: { path: "^server/src/" }, to: { path: "^server/src/", dependencyTypes: ["type-only"] } },
    may(
      "^server/src/",
      "^server/src/(app-pipeline|authorities|client-network|config|departure|errors|lru|push-credentials|via)\\.ts$",
    ),
    may("^server/src/(app|config|main)\\.ts$", "^server/src/$1-[^/]+\\.ts$"),
    may("^server/src/config", "^server/src/config-[a-z]+\\.ts$"),
    may("^server/src/app\\.ts$", "^server/src/[^/]+/plugin\\.ts$"),
    may("^server/src/main\\.ts$", "^server/src/(app\\.ts|supervisor/)"),

    // agronomy: formulas of FAO-56, which import only units and arithmetic.
    may("^agronomy/src/", "^agronomy/src/|^shared/src/(core/(random|time|units)|records/crop)\\.ts$"),
    may("^client/src/", "^agronomy/src/(machine|soil|crop|eto)/"),
    may("^(reference|tools)/", "^agronomy/src/"),

    // tools: programs of operators. They read the configuration of the installation as the BFF does.
    may("^tools/", "^tools/"),
    may("^tools/", "^server/src/(authorities|config|via)\\.ts$"),

    // reference: a room of the API uses itself and the rooms listed before it (REFERENCE_ROOMS).
    ...REFERENCE_ROOMS.map((room, floor) =>
      may(`^reference/api/${room}/`, `^reference/api/(${REFERENCE_ROOMS.slice(0, floor + 1).join("|")})/`),
    ),
    // The demo uses the API; the program gives it to the start.
    may("^reference/demo/", "^reference/(demo|api)/"),
    may("^reference/[^/]+\\.ts$", "^reference/api/(app|core)/"),
    may("^reference/main\\.ts$", "^reference/demo/demo\\.ts$"),

    // client: shared ← ui ← field; field, api, platform ← core ← features ← app. Features never import each other.
    may("^client/src/(ui|field|api|platform)/", "^client/src/$1/"),
    may("^client/src/field/", "^client/src/ui/"),
    // `platform` owns the device's storage, where fetched data is cached.
    may("^client/src/api/", "^client/src/platform/"),
    may("^client/src/core/", "^client/src/(core|ui|field|api|platform)/"),
    may("^client/src/features/([^/]+)/", "^client/src/(features/$1|core|ui|field|api|platform)/"),
    may("^client/src/app/", "^client/src/(app|features|core|ui|field|api|platform)/"),
    may("^client/src/main\\.tsx$", "^client/src/(app|ui|api|platform)/"),
    may("^client/[^/]+\\.ts$", "^client/[^/]+\\.ts$"),
    may("^client/worker/", "^client/worker/"),
    // The standard texts of licences are in one file.
    may("^client/vite-notices\\.ts$", "^deploy/image/licences\\.ts$"),
    may("^client/gallery/", "^client/(gallery|src)/|^shared/src/"),

    // Journeys and measurements use the product over the network only.
    may("^(e2e|bench)/", "^$1/"),
    may("^scripts/", "^(scripts/|\\.dependency-cruiser\\.mjs$|shared/src/screens/)"),
    may("^bench/", "^(agronomy/src|scripts/testing)/"),
    // Measurements of the reference API are beside it.
    may("^reference/bench/", "^(reference/bench/|shared/src/|scripts/testing/|bench/(client|figures|product)\\.ts$)"),
    may("^reference/bench/", "^e2e/product/"),
    may("^bench/", "^e2e/(product/|task-line\\.ts$|browser/chromium\\.ts$)"),

    // A test may use its whole workspace, and test helpers.
    may(`^${SOURCES}/.*${TEST}`, "^$1/"),
    may(`^${SOURCES}/.*\\btesting/`, "^$1/"),

    { from: { pathNot: "^(shared|client)/src/" }, to: NODE },
    { from: { path: [TEST, TEST_SUPPORT] }, to: NODE },
    { from: { path: [TEST, TEST_SUPPORT] }, to: { path: "^scripts/testing/" } },
    { from: {}, to: PACKAGE },
    // Tests compare the agronomy's programs with the API on the same season.
    { from: { path: TEST }, to: { path: "^tools/agronomy/" } },
    // The tools are tested on a running BFF, and on the reference API with an empty database.
    may(`^tools/.*${TEST}`, "^(server/src/|reference/testing/pglite\\.ts$)"),
    may("^e2e/", "^(agronomy/src/crop/fao56-crops|scripts/testing/(certificate|free-port|long))\\.ts$"),
    // An example of the documents is tested against what it is an example for.
    may(`^${SOURCES}/.*${TEST}`, "^docs/examples/"),
  ],
  forbidden: [
    {
      name: "no-circle",
      comment: "No cycles between files: merge them, or move what both need into a third.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "formulas-know-units-only",
      severity: "error",
      from: { path: "^agronomy/src/", pathNot: [TEST, TEST_SUPPORT] },
      to: { path: "^shared/src/", pathNot: "^shared/src/(core/(random|time|units)|records/crop)\\.ts$" },
    },
    {
      name: "only-the-api-builds-a-machine-day",
      comment: "A screen that needs a number adds it to MachineDay; it does not derive it.",
      severity: "error",
      from: { path: "^client/", pathNot: [TEST, TEST_SUPPORT] },
      to: { path: "^shared/src/views/build-machine-day\\.ts$" },
    },
    {
      name: "no-test-code-in-the-product",
      severity: "error",
      from: { pathNot: [TEST, TEST_SUPPORT, "^(e2e|bench|reference/bench|scripts|client/gallery)/"] },
      to: { path: [TEST, TEST_SUPPORT] },
    },
    {
      name: "unresolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "unlisted-package",
      comment: "A workspace lists every package that it uses in its own package.json.",
      severity: "error",
      from: { pathNot: [TEST, TEST_SUPPORT, "^(client/gallery|reference/bench)/"] },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown", "npm-optional"] },
    },
    {
      name: "development-package-in-the-product",
      severity: "error",
      from: {
        path: "^(shared/src|agronomy/src|server/src|reference/(api|demo)|tools)/",
        pathNot: [TEST, TEST_SUPPORT],
      },
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
