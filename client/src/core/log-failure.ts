import { isCancelled } from "../api/error.ts";

/** The outcome of a load; a failure also goes to the console in the words of §8, but for a cancelled one. */
export async function logFailure<T>(words: string, load: Promise<T>): Promise<T> {
  try {
    return await load;
  } catch (error) {
    if (!isCancelled(error)) console.error(words, error);
    throw error;
  }
}
