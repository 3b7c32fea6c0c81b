/** A client of the demo user `ana` that draws by pivots, and one that draws by rulers. */
const PIVOTS = "demo-santa-clara";
const RULERS = "demo-boa-esperanca";

/** Every screen behind the login, with a client that shows it. */
export const SCREENS: readonly { path: string; clientId: string }[] = [
  { path: "/irrigameter/calculated", clientId: RULERS },
  { path: "/irrigameter/sensor", clientId: RULERS },
  ...[
    "/irrigameter/calculated-pivot",
    "/irrigameter/sensor-pivot",
    "/forecast/forecastweekly",
    "/forecast/forecastdaily",
    "/charts/pluviometry",
    "/charts/airhumidity",
    "/charts/airtemperature",
    "/charts/soilmoisture",
    "/report/irrigationmanager",
    "/report/waterconsuption",
    "/setup/farms",
    "/setup/config",
    "/setup/device",
    "/setup/monitor",
    "/setup/balance",
    "/setup/watering",
    "/setup/user",
    "/setup/usersgroup",
    "/maps",
  ].map((path) => ({ path, clientId: PIVOTS })),
];
