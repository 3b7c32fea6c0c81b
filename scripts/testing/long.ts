/** Whether this is the long run, which repeats what `npm test` shows once. */
export const isLong = process.env.LONG === "1";

/** Cases of the long run; `npm test` has none of them. */
export const inLongRun = <Case>(...cases: Case[]): Case[] => (isLong ? cases : []);
