import { Histogram, type Registry } from "prom-client";

export interface DurationsOptions {
  name: string;
  help: string;
  labelNames: readonly string[];
  /** Upper bounds in seconds, ascending. */
  buckets: readonly number[];
  registry: Registry;
}

type Observe = (seconds: number) => void;

interface Series {
  labels: Record<string, string | number>;
  /** By bucket, not cumulative; longer durations are only in `count`. */
  counts: number[];
  count: number;
  sum: number;
}

/**
 * A histogram of durations in prom-client's text format, whose series are found by one text. Prom-client validates,
 * sorts and joins the labels at every observation.
 */
export class Durations {
  readonly #options: DurationsOptions;
  readonly #known = new Map<string, Observe>();
  readonly #series: Series[] = [];

  constructor(options: DurationsOptions) {
    this.#options = options;
    const { name, help, registry } = options;
    const get = async () => ({ name, help, type: "histogram", values: this.#values() });
    // The registry reads one of these methods.
    const metric = Object.assign(new Histogram({ name, help, registers: [] }), { get, getForPromString: get });
    registry.registerMetric(metric);
  }

  /** The counter of one series, by the values of the labels in their order. The series begins with its first count. */
  of(...values: (string | number)[]): Observe {
    const key = values.join(" ");
    const observe = this.#known.get(key) ?? this.#begin(values);
    this.#known.set(key, observe);
    return observe;
  }

  #begin(values: (string | number)[]): Observe {
    const { labelNames, buckets } = this.#options;
    const labels = Object.fromEntries(labelNames.map((label, index) => [label, values[index] ?? ""]));
    const series = { labels, counts: buckets.map(() => 0), count: 0, sum: 0 };
    return (seconds) => {
      if (series.count++ === 0) this.#series.push(series);
      series.sum += seconds;
      for (let index = 0; index < buckets.length; index++) {
        if (seconds > (buckets[index] ?? 0)) continue;
        series.counts[index] = (series.counts[index] ?? 0) + 1;
        return;
      }
    };
  }

  #values() {
    const { name, buckets } = this.#options;
    return this.#series.flatMap(({ labels, counts, count, sum }) => {
      let below = 0;
      const cumulative = counts.map((bucketCount, index) => {
        below += bucketCount;
        return { metricName: `${name}_bucket`, labels: { le: buckets[index], ...labels }, value: below };
      });
      return [
        ...cumulative,
        { metricName: `${name}_bucket`, labels: { le: "+Inf", ...labels }, value: count },
        { metricName: `${name}_sum`, labels, value: sum },
        { metricName: `${name}_count`, labels, value: count },
      ];
    });
  }
}
