/** Boolean cells of workbooks, as spreadsheets in Portuguese write them. */
export const text = { yes: "Sim", no: "Não" } as const;
