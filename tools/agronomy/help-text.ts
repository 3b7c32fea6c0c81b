/** What `--help` prints. */
export const balanceHelp = `Balanço hídrico diário (FAO-56, Kc simples ou dual).

  npm run --silent balance -- ARQUIVO.json

O arquivo tem a forma { "scenarios": [ … ] }; cada cenário traz id, mode (single | dual), site, crop, soil, options,
efficiency_pct, Dr_initial_mm (ou soil.theta0), columns e daily. A ordem das colunas é a de columns.
options.subsoil: a umidade inicial vale em toda a profundidade das raízes; sem ela, abaixo delas há capacidade de campo.
Colunas de entrada: date, J, Rs, n, Tmax, Tmin, Tmean, ea, Tdew, RHmax, RHmin, RHmean, wind, P, I, fw, ET0, Runoff, CR.
ET0 informada é usada; ausente (ou null), é calculada do tempo. Colunas derivadas são sempre recalculadas.
A resposta, em JSON, tem a mesma forma com todas as colunas e os totais; o que foi suposto sai na saída de erro.
Entrada desconhecida ou ausente é recusada com o cenário, a coluna e a linha (código de saída 1).
Formato completo: docs/agronomy.md
`;

export const etoHelp = `Evapotranspiração de referência diária (FAO-56 Penman–Monteith) de um CSV.

  npm run --silent eto -- ARQUIVO.csv [--lat GRAUS] [--elevation METROS] [--wind-height METROS]

Separador ";" (vírgula decimal) ou "," (ponto decimal); BOM aceito. Cabeçalhos (maiúsculas e acentos não importam), se
preciso com a unidade entre parênteses: °C, %, m/s ou km/h, kPa ou hPa, MJ/m²/d ou W/m², h, m.
  date (data)                 aaaa-mm-dd ou dd/mm/aaaa       J (dia_do_ano)             1 a 366, se não houver date
  Tmax (tmáx) / Tmin (tmín)   °C, indispensáveis             Tmean (tmed, tmédia)       °C
  Rs (rad, radiação)          MJ/m²/d                        n (insolação)              h
  RHmax (urmax) / RHmin (urmin) / RHmean (ur, urmed)   %     Tdew (orvalho)             °C
  ea                          kPa                            wind (vento)               m/s na altura do anemômetro; ou u2, a 2 m
  lat (latitude), elevation (altitude), wind_height (altura_vento): colunas em vez das opções
Sem --wind-height nem coluna, o vento é o de 2 m. Valores vazios são estimados pelo capítulo 3 da FAO-56.
Saída: date;J;ET0;method;estimated (mesmo separador do arquivo); method é pm, pm_estimated ou hargreaves.
`;
