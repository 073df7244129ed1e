import { PARAM_OPS } from '@lamplight/kit'
import type { Properties } from '@lamplight/protocol'
import type { Taker } from '../commands.ts'
import type { Calendars } from '../lamps/calendars.ts'
import type { Children } from './children.ts'
import type { DeviceReporter } from './device-reporter.ts'
import type { Devices } from './devices.ts'

/** Commands that every device type has. */
const COMMON: ReadonlySet<string> = new Set(['read', 'reboot', 'readEvents', ...PARAM_OPS])

/** Commands that are answered by the present values. */
const READS: ReadonlySet<string> = new Set(['read', 'readClock', 'readVersion', 'readEvents'])

interface Dependencies {
  readonly devices: Devices
  readonly children: Children
  readonly reporter: DeviceReporter
  readonly calendars: Pick<Calendars, 'events'>
  readonly clockOf: (device: number, at: number) => number
}

/** Command handling of devices other than lamp controllers. */
export const createDeviceTaker = ({ devices, children: { deviceOf }, reporter, calendars, clockOf }: Dependencies): Taker => ({
  refusalOf: (command) => (child) => {
    const check = devices.argsOf(deviceOf(child), command.cmd)
    if (!check) return COMMON.has(command.cmd) ? undefined : 'unsupported'
    return check(command.args) === undefined ? undefined : 'invalidArgs'
  },
  isSilent: (child) => reporter.isSilent(deviceOf(child)),
  apply: (child, command, at, offset) => {
    const device = deviceOf(child)
    if (!READS.has(command.cmd)) devices.command(device, command.cmd, command.args, Math.round(at + offset))
    reporter.changed(device, at)
  },
  state: (child, command, at) => {
    const device = deviceOf(child)
    if (command?.cmd === 'readEvents') return { events: calendars.events(child), clock: clockOf(device, at) }
    return command && READS.has(command.cmd) ? reporter.read(device, at) : ({ ...devices.values(device) } as Properties)
  },
})
