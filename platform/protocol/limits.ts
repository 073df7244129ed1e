/** Limits of the device protocol; a message that is too large or has too many entries is refused whole. */
export const LIMITS = {
  /** Bytes of one MQTT payload. */
  payloadBytes: 256 * 1024,
  /** Serial numbers in one command. */
  snsPerCommand: 1000,
  /** Entries of one report, ack or event message, and children of one hello. */
  entriesPerMessage: 1000,
  /** Longest time that the reported power of a lamp may take to follow an acknowledged command, device milliseconds. */
  settleMs: 3000,
} as const
