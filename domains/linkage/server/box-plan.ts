import type { DeviceTypeDefinition, Field } from '@lamplight/kit'
import type { Platform } from '@lamplight/server-kit'
import type { BoxUnit } from '../model/index.ts'
import type { PlannedAction } from './records.ts'
import { typeIn } from './types.ts'

/** An interface that an entry or an alarm switches; after `duration` seconds it is switched back. */
export interface BoxAction {
  readonly interfaceId: string
  readonly value: string
  readonly duration?: number | null
}
export interface Interface {
  readonly unit: string
  readonly cmd: string
}
export const interfaceIn = (interfaceId: string): Interface => {
  const [unit = '', cmd = ''] = interfaceId.split('.')
  return { unit, cmd }
}

/** The only input of a command, if it is a flag: such an interface has the values 0 and 1. */
export const switchOf = (type: DeviceTypeDefinition, cmd: string): string | null => {
  const inputs = Object.entries<Field>(type.commands[cmd]?.input ?? {})
  const [name, field] = inputs[0] ?? []
  return inputs.length === 1 && name !== undefined && field?.kind === 'flag' ? name : null
}
/** Arguments of a command as JSON text; undefined if the value is neither 0 or 1 of a switch nor a JSON object. */
export const argsOf = (type: DeviceTypeDefinition, cmd: string, value: string): string | undefined => {
  const name = switchOf(type, cmd)
  if (name !== null) return value === '0' || value === '1' ? JSON.stringify({ [name]: value === '1' }) : undefined
  try {
    const read: unknown = JSON.parse(value)
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? value : undefined
  } catch {
    return undefined
  }
}

/** The commands that switch interfaces of these units: one for each interface, and one that switches it back. */
export const planBox = async (
  platform: Pick<Platform, 'port'>,
  units: readonly BoxUnit[],
  actions: readonly BoxAction[],
): Promise<PlannedAction[]> => {
  const planned: PlannedAction[] = []
  for (const { interfaceId, value, duration } of actions) {
    const { unit, cmd } = interfaceIn(interfaceId)
    const own = units.filter(({ code }) => code === unit)
    const devType = own[0]?.devType
    const type = devType === undefined ? undefined : await typeIn(platform, devType)
    const args = type && argsOf(type, cmd, value)
    if (!type || devType === undefined || args === undefined) continue
    const deviceIds = own.map(({ deviceId }) => deviceId).join(',')
    planned.push({ devType, cmd, args, delay: 0, deviceIds })
    const back = duration && switchOf(type, cmd) !== null ? argsOf(type, cmd, value === '1' ? '0' : '1') : undefined
    if (duration && back !== undefined) planned.push({ devType, cmd, args: back, delay: duration, deviceIds })
  }
  return planned
}
