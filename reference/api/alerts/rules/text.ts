/** Names of the built-in rules of a type that has several; a rule without a name is shown by the name of its alerts. */
export const ruleNames = {
  "low-humidity info": "Umidade do ar em alerta",
  "low-humidity warning": "Umidade do ar em emergência",
  "permit warning": "Outorga do mês em 80 %",
  "permit critical": "Outorga do mês esgotada",
} as const;
