import { defineEvent } from '@lamplight/kit'
import pino from 'pino'
import type { EventBus, Log, LogLine } from '../platform-types.ts'

export const LOG_EVENT = defineEvent<LogLine>('kit.log')

const HIDDEN = [
  'password',
  'secret',
  'token',
  'access_token',
  'refresh_token',
  'authorization',
  '*.password',
  '*.secret',
  '*.token',
  '*.access_token',
  '*.refresh_token',
]

/** Writes log lines as JSON to standard output and masks values with names of secrets. `level`: the lowest level that is written. */
export const createLog = (level: 'info' | 'warn' | 'error' | 'silent' = 'info'): Log => {
  // pino's own destination retries for ever when the terminal has gone; a stream gives up.
  for (const stream of [process.stdout, process.stderr]) if (stream.listenerCount('error') === 0) stream.on('error', () => undefined)
  const lines = pino({ level, base: null, redact: { paths: HIDDEN, censor: '…' } }, process.stdout)
  return {
    info: (what, detail) => lines.info(detail ?? {}, what),
    warn: (what, detail) => lines.warn(detail ?? {}, what),
    error: (what, detail) => lines.error(detail ?? {}, what),
  }
}

/** Returns a log that also emits its lines on the bus. */
export const announcedLog = (log: Log, bus: Pick<EventBus, 'emit'>, now: () => number): Log => {
  const announced =
    (level: LogLine['level']): Log['info'] =>
    (what, detail) => {
      log[level](what, detail)
      bus.emit(LOG_EVENT, { at: now(), level, what, detail })
    }
  return { info: announced('info'), warn: announced('warn'), error: announced('error') }
}
