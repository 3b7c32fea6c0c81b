/** What one waiter of a flight gets. */
export interface FlightResult<T> {
  value: T;
  /** Whether this waiter started the flight. */
  started: boolean;
  /** Whether this waiter is the first to get the value: a value that can be read once belongs to it. */
  first: boolean;
}

interface Flight<T> {
  promise: Promise<T>;
  abort: AbortController;
  waiting: number;
  landed: boolean;
}

/**
 * Runs equal requests once. A waiter that leaves does not end the flight for the others; the last one that leaves ends
 * it. A flight that fails is dropped with its failure.
 */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Flight<T>>();

  /** Flights under way. */
  get size(): number {
    return this.#flights.size;
  }

  /**
   * Waits for the flight of `key`, and starts it when there is none.
   * @throws what `start` throws, or the signal's reason when this waiter leaves
   */
  async join(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<T>): Promise<FlightResult<T>> {
    signal.throwIfAborted();
    const underWay = this.#flights.get(key);
    const flight = underWay ?? this.#start(key, start);
    const value = await this.#wait(key, flight, signal);
    const first = !flight.landed;
    flight.landed = true;
    return { value, started: !underWay, first };
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const abort = new AbortController();
    const flight: Flight<T> = { promise: start(abort.signal), abort, waiting: 0, landed: false };
    const land = () => this.#drop(key, flight);
    flight.promise.then(land, land);
    this.#flights.set(key, flight);
    return flight;
  }

  #wait(key: string, flight: Flight<T>, signal: AbortSignal): Promise<T> {
    flight.waiting++;
    return new Promise((resolve, reject) => {
      const leave = () => {
        flight.waiting--;
        if (flight.waiting === 0) {
          this.#drop(key, flight);
          flight.abort.abort(signal.reason);
        }
        reject(signal.reason);
      };
      signal.addEventListener("abort", leave, { once: true });
      flight.promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
    });
  }

  #drop(key: string, flight: Flight<T>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}
