import { type BatchAnswer, commandsPort } from '@lamplight/devices/model'
import { BatchReturns } from '@lamplight/devices/server'
import { actionPermission, exampleDevice } from '@lamplight/kit'
import { errors, fieldError, idsIn, type Route, refuseUnseen, route, T } from '@lamplight/server-kit'
import { COMMAND_TYPES, type CommandCode, type CommandType } from '../model/index.ts'
import { FACILITIES, type Facility } from './environment-devices.ts'

const CODES = Object.keys(COMMAND_TYPES).map(Number) as CommandCode[]
const RESTART: CommandCode = 6
const nameOf = ({ name }: Facility, { cmd }: CommandType): string => (cmd === 'lid' && name === 'well' ? 'lock' : cmd)

/** Reads `commandParameter`, a whole number within the limits of the argument. A command without an argument ignores it. */
const argsOf = (
  facility: Facility,
  { parameter, open, ...type }: CommandType,
  given: unknown,
  lang: 'zh' | 'en',
): Record<string, number> => {
  const isEmpty = given === undefined || given === null || given === ''
  if (parameter === undefined) return open === undefined ? {} : { open }
  const options = facility.type.commands[nameOf(facility, type)]?.input?.[parameter]?.options
  const { min = 0, max = 0 } = (options ?? {}) as { readonly min?: number; readonly max?: number }
  if (isEmpty) throw errors.missingParameter({ field: 'commandParameter' }, 'commandParameter')
  const value = typeof given === 'string' && /^-?\d{1,9}$/.test(given.trim()) ? Number(given) : given
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
    throw fieldError('commandParameter', [`应为 ${min} 到 ${max} 之间的整数`, `must be a whole number from ${min} to ${max}`], lang)
  return { [parameter]: value }
}

/**
 * `POST blade-device/{trash|well}/batch/command` sends a command by its code (decisions.md A40) and answers the batch. Written by hand, because its code
 * and parameter stand for several commands, each of which is an action of the resource.
 */
const batchCommand = (facility: Facility): Route => {
  const { name, type, resource } = facility
  const key = `${name}Ids` as const
  const permissionOf = (code: CommandCode): string => actionPermission(resource, nameOf(facility, COMMAND_TYPES[code]))
  const [first = '', ...rest] = [...new Set(CODES.map(permissionOf))]
  return route({
    method: 'POST',
    path: `/api/blade-device/${name}/batch/command`,
    summary: [`${type.label[0]}批量指令`, `Command to ${type.label[1].toLowerCase()}s`],
    example: { body: { [key]: [exampleDevice(type)], commandType: RESTART } },
    permission: first,
    orPermissions: rest,
    body: T.Object({
      [key]: T.Union([T.String(), T.Array(T.String())], { description: '逗号分隔或数组 / ids, comma-joined or an array' }),
      commandType: T.Integer({
        minimum: 1,
        maximum: CODES.length,
        description:
          '1 read, 2 report interval (min), 3 full threshold (%), 4 open or unlock, 5 close or lock, 6 restart, 7 tilt alarm (degrees)',
      }),
      commandParameter: T.Optional(T.Union([T.Number(), T.String({ maxLength: 20 }), T.Null()])),
    }) as never,
    returns: BatchReturns,
    handler: async ({ ctx, headers, body }): Promise<BatchAnswer> => {
      const given = body as Record<string, unknown> & { commandType: CommandCode }
      const command: CommandType = COMMAND_TYPES[given.commandType]
      if (!ctx.user.permissions.has(permissionOf(given.commandType))) throw errors.noRight()
      const deviceIds = idsIn(given[key] as string, key)
      const args = argsOf(facility, command, given.commandParameter, ctx.lang)
      await refuseUnseen(ctx, ctx.query, resource.name, deviceIds, key)
      const commands = ctx.platform.port(commandsPort)
      const request = commands.requestOf(ctx, headers, `${name}.batchCommand`, given)
      return commands.send(ctx, { type, cmd: nameOf(facility, command), args, deviceIds }, request)
    },
  })
}

export const batchCommandRoutes: readonly Route[] = FACILITIES.map(batchCommand)
