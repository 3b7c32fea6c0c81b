// `npm run check:unused`: files, packages and exports that nothing uses. The second of its two runs (`--production`)
// leaves the tests out and finds what only tests use; an export may serve a test as long as its own file uses it too.

const SOURCES = ["src/**!", "!src/**/*.{test,contract}.{ts,tsx}!", "!src/**/testing/**!"];

/** @type {import("knip").KnipConfig} */
export default {
  ignoreExportsUsedInFile: process.argv.includes("--production"),
  // Programs of Mosquitto and Prometheus, which not every machine has.
  ignoreBinaries: ["mosquitto_passwd", "promtool"],
  workspaces: {
    ".": {
      entry: [
        "scripts/*.mjs!",
        "deploy/*.mjs!",
        "deploy/image/*.mjs!",
        "e2e/journeys/*.test.ts",
        "bench/*.ts!",
        "bench/bff/{api,load,peers}.ts!",
      ],
      project: ["scripts/**", "deploy/**", "e2e/**", "bench/**"],
      // drizzle-orm: drizzle-kit runs from the root, where it looks for the library.
      ignoreDependencies: ["drizzle-orm"],
    },
    shared: { project: SOURCES, includeEntryExports: true },
    agronomy: {
      entry: ["cli/{balance,eto}.ts!"],
      // A library of FAO-56: an equation may wait for its first caller, as long as a worked example proves it.
      project: ["cli/**", ...SOURCES.map((pattern) => pattern.replace(/!$/, ""))],
      includeEntryExports: !process.argv.includes("--production"),
    },
    server: { entry: ["src/{main,doctor,conformance,docs-your-api}.ts!"], project: SOURCES },
    upstream: { entry: ["src/{main,backup,ask}.ts!"], project: SOURCES },
    client: {
      entry: ["gallery/*.{mjs,tsx}"],
      project: ["*.ts", "gallery/**", ...SOURCES],
      // Sources of the native projects, the font that the style sheet names, and vitest's environment.
      ignoreDependencies: ["@capacitor/android", "@capacitor/ios", "@fontsource-variable/inter", "jsdom"],
    },
  },
};
