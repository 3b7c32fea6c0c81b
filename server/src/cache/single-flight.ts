import { Departure, type Signal } from "../departure.ts";

/** What one waiter of a flight gets. */
interface FlightResult<T> {
  value: T;
  /** Whether this waiter started the flight. */
  started: boolean;
  /** Whether this waiter is the first to get the value: a value that can be read once belongs to it. */
  first: boolean;
}

interface Waiter<T> {
  resolve: (result: FlightResult<T>) => void;
  reject: (error: unknown) => void;
  started: boolean;
  signal: Signal;
  leave: () => void;
}

interface Flight<T> {
  departure: Departure | undefined;
  waiters: Waiter<T>[];
  end: NodeJS.Timeout | undefined;
}

/**
 * How long a flight continues after its last waiter left: its result is often requested again soon, and aborting it
 * costs a connection.
 */
const LINGER_MS = 500;
/** Maximum lingering flights; further ones are aborted with their last waiter. */
const MAX_LINGERING = 16;

/**
 * Runs equal requests once. A waiter that leaves does not abort the flight for the others; after the last one it
 * lingers for {@link LINGER_MS} and is aborted. A failed flight is not stored.
 */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Flight<T>>();
  readonly #discard: (value: T) => void;
  #lingering = 0;

  /** @param discard receives a value that has no waiter left */
  constructor(discard: (value: T) => void = () => {}) {
    this.#discard = discard;
  }

  get size(): number {
    return this.#flights.size;
  }

  /**
   * Waits for the flight of `key`, and starts it when there is none.
   * @throws what `start` throws, or the signal's reason when this waiter leaves
   */
  join(key: string, signal: Signal, start: (signal: Signal) => Promise<T>): Promise<FlightResult<T>> {
    if (signal.aborted) return Promise.reject(signal.reason);
    const underWay = this.#flights.get(key);
    const flight = underWay ?? this.#start(key, start);
    this.#stay(flight);
    return new Promise((resolve, reject) => {
      const leave = () => {
        flight.waiters = flight.waiters.filter((other) => other !== waiter);
        if (flight.waiters.length === 0) this.#linger(key, flight, signal.reason);
        reject(signal.reason);
      };
      const waiter = { resolve, reject, started: !underWay, signal, leave };
      flight.waiters.push(waiter);
      signal.addEventListener("abort", leave);
    });
  }

  #start(key: string, start: (signal: Signal) => Promise<T>): Flight<T> {
    const departure = new Departure();
    const flight: Flight<T> = { departure, waiters: [], end: undefined };
    this.#flights.set(key, flight);
    start(departure).then(
      (value) => {
        const waiters = this.#land(key, flight);
        if (waiters.length === 0) this.#discard(value);
        let first = true;
        for (const { resolve, started } of waiters) {
          resolve({ value, started, first });
          first = false;
        }
      },
      (error: unknown) => {
        for (const { reject } of this.#land(key, flight)) reject(error);
      },
    );
    return flight;
  }

  #land(key: string, flight: Flight<T>): readonly Waiter<T>[] {
    this.#drop(key, flight);
    this.#stay(flight);
    const { waiters } = flight;
    for (const { signal, leave } of waiters) signal.removeEventListener("abort", leave);
    // Ended flights stay in dropped tables of the map until a full garbage collection, but their requests do not.
    flight.waiters = [];
    flight.departure = undefined;
    return waiters;
  }

  #linger(key: string, flight: Flight<T>, reason: unknown): void {
    const end = () => {
      this.#stay(flight);
      this.#drop(key, flight);
      flight.departure?.abort(reason);
    };
    if (this.#lingering >= MAX_LINGERING) {
      end();
      return;
    }
    this.#lingering++;
    flight.end = setTimeout(end, LINGER_MS).unref();
  }

  #stay(flight: Flight<T>): void {
    if (!flight.end) return;
    clearTimeout(flight.end);
    flight.end = undefined;
    this.#lingering--;
  }

  #drop(key: string, flight: Flight<T>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}
