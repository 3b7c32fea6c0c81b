import { balanceHelp } from "./agronomy/help-text.ts";
import { type Program, runProgram } from "./agronomy/program.ts";
import { computeSeason } from "./agronomy/season/season-compute.ts";
import { readSeasonFile } from "./agronomy/season/season-file.ts";
import { reportSeason } from "./agronomy/season/season-report.ts";

/** `npm run balance -- FILE`: the daily water balance of the scenarios of a season file, as JSON. */
const balance: Program = {
  help: balanceHelp,
  options: [],
  run(content) {
    const seasons = readSeasonFile(content).map(computeSeason);
    const answer = {
      _meta: { program: "lamina balance", see: "docs/agronomy.md" },
      scenarios: seasons.map(reportSeason),
    };
    return { output: `${JSON.stringify(answer)}\n`, notes: seasons.flatMap(({ notes }) => notes) };
  },
};

process.exitCode = runProgram(balance, process.argv.slice(2));
