import type { Database } from "../../core/database/open.ts";

/** Methods that begin a statement. */
const STATEMENTS = new Set(["select", "selectDistinct", "selectDistinctOn", "insert", "update", "delete", "execute"]);

/** A database that counts its statements, including those of transactions. */
export function countStatements(database: Database): { database: Database; count(): number } {
  let count = 0;
  const counting = (counted: Database): Database =>
    new Proxy(counted, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key, target);
        if (typeof value !== "function") return value;
        if (key === "transaction")
          return (work: (transaction: Database) => Promise<unknown>, ...rest: unknown[]) =>
            value.call(target, (transaction: Database) => work(counting(transaction)), ...rest);
        if (STATEMENTS.has(String(key)))
          return (...given: unknown[]) => {
            count += 1;
            return value.apply(target, given);
          };
        return value.bind(target);
      },
    });
  return { database: counting(database), count: () => count };
}
