/** The layer of soil that a depth of a probe represents, m from the surface. */
interface DepthLayer {
  fromM: number;
  toM: number;
}

/**
 * The layers that a probe's depths represent: each reaches halfway to the next; the last reaches as far below its
 * sensor as above it. `depthsCm` in ascending order, each above 0.
 */
export function depthLayers(depthsCm: readonly number[]): DepthLayer[] {
  const halfway = (index: number) => ((depthsCm[index] ?? 0) + (depthsCm[index + 1] ?? 0)) / 200;
  return depthsCm.map((depth, index) => {
    const fromM = index === 0 ? 0 : halfway(index - 1);
    const isLast = index === depthsCm.length - 1;
    return { fromM, toM: isLast ? Math.max(fromM, depth / 50 - fromM) : halfway(index) };
  });
}

/**
 * Weights of a probe's depths for roots that reach `rootM`: the part of the root zone that each depth represents; they
 * sum to 1. A depth below the roots has none, because it only shows percolation. `enteredWeights`, entered by a person, are
 * scaled by the rooted part of each layer.
 */
export function rootWeights(depthsCm: readonly number[], rootM: number, enteredWeights?: readonly number[]): number[] {
  const layers = depthLayers(depthsCm);
  const reached = layers.map(({ fromM, toM }, index) => {
    // The deepest sensor also represents the soil below it.
    const end = index === layers.length - 1 ? Math.max(toM, rootM) : toM;
    const thick = Math.max(0, Math.min(end, rootM) - fromM);
    return enteredWeights === undefined
      ? thick
      : (enteredWeights[index] ?? 0) * (toM > fromM ? Math.min(1, thick / (toM - fromM)) : 1);
  });
  const sum = reached.reduce((total, weight) => total + weight, 0);
  if (sum > 0) return reached.map((weight) => weight / sum);
  return depthsCm.map((_, index) => (index === 0 ? 1 : 0));
}
