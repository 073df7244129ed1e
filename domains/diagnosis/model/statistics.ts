/** Middle value; the mean of both middle ones for an even number. NaN for an empty list. */
export const medianOf = (values: readonly number[]): number => quantileOf(values, 0.5)

/** Value below which the share `q` (0–1) of the values lies, interpolated. NaN for an empty list. */
export const quantileOf = (values: readonly number[], q: number): number => {
  if (values.length === 0) return Number.NaN
  const sorted = Float64Array.from(values).sort()
  const at = q * (sorted.length - 1)
  const [low, high] = [Math.floor(at), Math.ceil(at)]
  return sorted[low]! + (sorted[high]! - sorted[low]!) * (at - low)
}

/** Makes the median absolute deviation of normal values their standard deviation. */
const TO_SIGMA = 1.4826
/** Standard deviation by the median absolute deviation: some wild values do not change it. At least `floor`. */
export const sigmaOf = (values: readonly number[], floor: number): number => {
  const middle = medianOf(values)
  const sigma = TO_SIGMA * medianOf(values.map((value) => Math.abs(value - middle)))
  return Math.max(sigma, floor)
}
