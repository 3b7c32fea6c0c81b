// Installs every package. `npm start` leaves out those of checks, tests and benches.
import { install } from "./prepare.mjs";

try {
  await install();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
