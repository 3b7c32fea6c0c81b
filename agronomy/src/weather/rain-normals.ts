/** A region's usual rain by month from January: mm, and days with rain. */
interface RainNormals {
  rain: readonly number[];
  rainDays: readonly number[];
}

/** Rounded from the public normals 1991–2020 of Brazil's meteorological institute for stations of each region. */
export const rainNormals = {
  /** Western Bahia, the plateau of Luís Eduardo Magalhães: dry from May to September. */
  oesteDaBahia: {
    rain: [165, 150, 160, 80, 18, 3, 2, 2, 15, 80, 190, 190],
    rainDays: [14, 13, 14, 8, 2, 1, 0.3, 0.3, 2, 7, 14, 15],
  },
  /** Central Mato Grosso, Sorriso: wet summers, dry winters. */
  medioNorteDeMatoGrosso: {
    rain: [320, 310, 270, 120, 40, 8, 5, 15, 70, 160, 230, 300],
    rainDays: [21, 20, 19, 11, 4, 1, 0.6, 1.5, 6, 13, 17, 20],
  },
  /** The high plain of Cristalina, Goiás, at 1,200 m. */
  planaltoDeGoias: {
    rain: [240, 200, 210, 90, 28, 8, 6, 14, 45, 140, 225, 270],
    rainDays: [18, 15, 16, 8, 3, 1, 0.7, 1.5, 5, 12, 17, 20],
  },
  /** The north of São Paulo, Guaíra: wet summers, dry winters. */
  norteDeSaoPaulo: {
    rain: [270, 210, 175, 75, 45, 22, 15, 20, 55, 115, 165, 235],
    rainDays: [17, 14, 13, 6, 4, 2.5, 2, 2, 5, 9, 11, 16],
  },
} as const satisfies Record<string, RainNormals>;
