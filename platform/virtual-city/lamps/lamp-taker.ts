import { PARAM_OPS } from '@lamplight/kit'
import type { CheckedCommand, Command } from '@lamplight/protocol'
import type { Taker } from '../commands.ts'
import type { LampService } from './lamp-service.ts'
import type { Lamps } from './lamps.ts'

const KNOWN: ReadonlySet<string> = new Set([
  'dim',
  'switch',
  'release',
  'read',
  'reboot',
  'readClock',
  'setClock',
  'factoryReset',
  'clearEnergy',
  'clearAlarms',
  'readVersion',
  'selfTest',
  'readEvents',
  'identify',
  ...PARAM_OPS,
])

/** Returns level and end of the override in a command; null if it sets none. */
const overrideOf = (order: Command): { level: number; until: number | undefined } | null => {
  const command = order as CheckedCommand
  if (command.cmd === 'dim') return { level: command.args.level, until: command.args.until }
  if (command.cmd === 'switch') return { level: command.args.on ? 100 : 0, until: command.args.until }
  return null
}
const headOf = (order: Command): number => {
  const command = order as CheckedCommand
  return command.cmd === 'dim' || command.cmd === 'switch' ? (command.args.head ?? 0) : 0
}

/** Command handling of lamp controllers. */
export const createLampTaker = (lamps: Lamps, service: LampService): Taker => ({
  refusalOf: (command, now) => {
    const until = overrideOf(command)?.until
    const refused = !KNOWN.has(command.cmd)
      ? 'unsupported'
      : until !== undefined && until <= now
        ? 'expired'
        : headOf(command) === 2
          ? 'invalidArgs'
          : undefined
    return () => refused
  },
  isSilent: lamps.isSilent,
  apply: (lamp, command, at, offset) => {
    const override = overrideOf(command)
    const until = override?.until === undefined ? Number.POSITIVE_INFINITY : override.until - offset
    if (override) lamps.setOverride(lamp, override.level, until, at)
    else if (command.cmd !== 'read' && !service.apply(lamp, command, at)) lamps.release(lamp, at)
  },
  state: (lamp, command, at) =>
    command?.cmd === 'read' ? lamps.read(lamp, at) : { ...lamps.state(lamp, at), ...service.answer(lamp, command, at) },
})
