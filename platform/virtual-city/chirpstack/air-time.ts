const BANDWIDTH_HZ = 125_000
const PREAMBLE_SYMBOLS = 8
/** Bytes of a LoRaWAN frame besides its payload: MHDR, FHDR without options, FPort and MIC. */
const FRAME_BYTES = 13

/** Time on air of a LoRaWAN downlink at 125 kHz and coding rate 4/5, ms (Semtech AN1200.13; downlinks have no CRC). */
export const airTimeMs = (payloadBytes: number, spreadingFactor: number): number => {
  const symbolMs = (2 ** spreadingFactor / BANDWIDTH_HZ) * 1000
  const isSlow = spreadingFactor >= 11 ? 2 : 0
  const bits = 8 * (payloadBytes + FRAME_BYTES) - 4 * spreadingFactor + 28
  const symbols = 8 + Math.max(0, Math.ceil(bits / (4 * (spreadingFactor - isSlow))) * 5)
  return (PREAMBLE_SYMBOLS + 4.25 + symbols) * symbolMs
}

/** Counts the air time of a gateway. The gateway may transmit for the share `limit` of the last `windowMs`. */
export const createDutyCycle = (limit: number, windowMs: number) => {
  let sent: { readonly at: number; readonly ms: number }[] = []
  return {
    /** Counts a frame of `ms`. Returns false, and does not count it, if it would exceed the limit. */
    take: (now: number, ms: number): boolean => {
      sent = sent.filter(({ at }) => at > now - windowMs)
      const used = sent.reduce((sum, one) => sum + one.ms, 0)
      if (used + ms > limit * windowMs) return false
      sent.push({ at: now, ms })
      return true
    },
  }
}
