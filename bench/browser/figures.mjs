// Statistics.

/** Rounds to tenths: further digits are noise. */
export function rounded(figure) {
  return Math.round(figure * 10) / 10;
}

/** The smallest figure that is not exceeded by the given share of all figures. */
export function percentile(figures, share) {
  const sorted = [...figures].sort((left, right) => left - right);
  return rounded(sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]);
}

/** The figure in the middle. */
export function median(figures) {
  return percentile(figures, 0.5);
}
