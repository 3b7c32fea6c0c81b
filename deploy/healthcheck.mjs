// Health of a container: HTTP where the program speaks it, otherwise that it accepts connections (its certificate is
// for the outside, not for localhost).
import { connect } from "node:net";

const { HEALTH_PORT, PORT, TLS_CERT_FILE } = process.env;
const exit = (healthy) => process.exit(healthy ? 0 : 1);

if (HEALTH_PORT || TLS_CERT_FILE) {
  connect(Number(HEALTH_PORT ?? PORT), "localhost", () => exit(true)).on("error", () => exit(false));
} else {
  fetch(`http://localhost:${PORT}/healthz`).then(
    ({ ok }) => exit(ok),
    () => exit(false),
  );
}
