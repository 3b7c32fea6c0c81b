export interface Varying {
  accept: boolean;
  acceptLanguage: boolean;
}

const BOTH: Varying = { accept: true, acceptLanguage: true };
/** Maximum remembered paths; an API has a few hundred calls. */
const MAX_PATHS = 2_000;

/**
 * The headers that the responses of each path vary by, from the API's `Vary` (RFC 9110, 12.5.5). Before the first
 * response both are used, so that no client gets a representation for another; later an unusual `Accept` creates no
 * further entry.
 */
export class VaryingHeaders {
  readonly #known = new Map<string, Varying>();
  /** The `Vary` that was learned last, by call: the usual response names the same again. */
  readonly #learned = new Map<string, unknown>();

  of(path: string): Varying {
    return this.#known.get(call(path)) ?? BOTH;
  }

  learn(path: string, vary: unknown): void {
    const name = call(path);
    if (this.#known.has(name) && this.#learned.get(name) === vary) return;
    const names = String(vary ?? "")
      .toLowerCase()
      .split(",")
      .map((part) => part.trim());
    const has = (header: string) => names.includes(header) || names.includes("*");
    const previous = this.#known.get(name);
    const varying = {
      accept: has("accept") || (previous?.accept ?? false),
      acceptLanguage: has("accept-language") || (previous?.acceptLanguage ?? false),
    };
    if (previous === undefined && this.#known.size >= MAX_PATHS) {
      this.#known.clear();
      this.#learned.clear();
    }
    this.#known.set(name, varying);
    this.#learned.set(name, vary);
  }
}

/** Without the query, because all queries of a call vary by the same headers. */
function call(path: string): string {
  const query = path.indexOf("?");
  return query === -1 ? path : path.slice(0, query);
}
