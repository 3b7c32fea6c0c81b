import { isCancelled } from "../api/error.ts";

/** Returns the outcome of a load. Logs a failure with the words of §8, except for a cancelled load. */
export async function logFailure<T>(words: string, load: Promise<T>): Promise<T> {
  try {
    return await load;
  } catch (error) {
    if (!isCancelled(error)) console.error(words, error);
    throw error;
  }
}
