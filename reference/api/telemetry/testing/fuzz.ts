import { randomOf } from "@lamina/shared/core/random";

/** Random bodies: bytes, and samples with bytes changed, removed or doubled. */
export function* fuzzedBytes(count: number, samples: readonly string[]): Generator<Buffer> {
  const random = randomOf(56);
  const whole = (below: number) => Math.floor(random() * below);
  for (let index = 0; index < count; index++) {
    const sample = Buffer.from(samples[index % samples.length] ?? "");
    if (index % 4 === 0) {
      yield Buffer.from(Array.from({ length: 1 + whole(200) }, () => whole(256)));
      continue;
    }
    for (let change = 0; change < 1 + whole(5); change++) sample[whole(sample.length)] = whole(256);
    yield index % 4 === 1
      ? sample.subarray(0, 1 + whole(sample.length))
      : index % 4 === 2
        ? sample
        : Buffer.concat([sample, sample]);
  }
}
