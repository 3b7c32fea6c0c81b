import { expect, it } from "vitest";
import { tabWord } from "./tab-bar.tsx";

it.each([
  ["/forecast", "Previsão do tempo", "Previsão"],
  ["/forecast/forecastweekly", "Previsão semanal", "Previsão"],
  ["/forecast", "Clima e previsão", "Clima e previsão"],
  ["/maps", "Previsão do tempo", "Previsão do tempo"],
  ["/charts", "Gráficos", "Gráficos"],
])("of %s, called %s, shows %s", (path, title, word) => {
  expect(tabWord({ path, title })).toBe(word);
});
