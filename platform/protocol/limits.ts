/** Limits of the device protocol; a message that is too large or has too many entries is refused as a whole. */
export const LIMITS = {
  /** Size of one MQTT payload, bytes. */
  payloadBytes: 256 * 1024,
  /** Number of serial numbers in one command. */
  snsPerCommand: 1000,
  /** Number of entries of one report, ack or event message, and of children of one hello. */
  entriesPerMessage: 1000,
  /** Number of arguments of one command. */
  argsPerCommand: 128,
  /** Number of parameter families of one device, of values in one family, and of entries of a list value. */
  paramFamilies: 32,
  paramValues: 64,
  paramEntries: 64,
  /** Calendars that a gateway can hold, entries of one list of a calendar, lists of special nights, and listed dates of one of them. */
  calendars: 64,
  calendarEntries: 32,
  calendarSpecials: 64,
  calendarDays: 64,
  /** Switch events that a device remembers. */
  switchEvents: 50,
  /** Longest time from an acknowledged command until the lamp's reported power must match, ms of the device's clock. */
  settleMs: 3000,
} as const
