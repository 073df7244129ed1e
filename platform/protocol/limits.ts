/** Limits of the device protocol; a message that is too large or has too many entries is refused whole. */
export const LIMITS = {
  /** Bytes of one MQTT payload. */
  payloadBytes: 256 * 1024,
  /** Serial numbers in one command. */
  snsPerCommand: 1000,
  /** Entries of one report, ack or event message, and children of one hello. */
  entriesPerMessage: 1000,
  /** Arguments of one command. */
  argsPerCommand: 128,
  /** Parameter families of one device, values in one of them, and entries of a value that is a list. */
  paramFamilies: 32,
  paramValues: 64,
  paramEntries: 64,
  /** Longest time that the reported power of a lamp may take to follow an acknowledged command, device milliseconds. */
  settleMs: 3000,
} as const
