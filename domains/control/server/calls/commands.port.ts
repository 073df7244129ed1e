import type { BatchAnswer, Commands, DeviceOrder } from '@lamplight/devices/model'
import { deviceTargets, registeredTargets } from '@lamplight/devices/server'
import { type DeviceCommand, type DeviceTypeDefinition, type Field, type Fields, type Text, unitSymbol, wordOfValue } from '@lamplight/kit'
import type { Ctx, Platform, Query } from '@lamplight/server-kit'
import { DEVICE_COMMAND, type TargetQuery } from '../../model/index.ts'
import { holdBack } from '../dispatch/waves.ts'
import { type KeyedRequest, once, platformAuthor, requestOf, writeBatch } from '../ledger/create-batch.ts'
import { askSecondPerson } from './approval.ts'
import { reasonOf } from './override-reason.ts'
import { targetName } from './target-text.ts'

/** Command that asks for a report and changes nothing. */
const READ = 'read'
const SELECTED = 1
const GROUP = 2
const NAMED_AT_MOST = 3

/** An argument as text: the label of a choice, or a number with its unit. */
export const valueWords = (field: Field, value: unknown): Text => {
  const { unit } = field.options as { unit?: string }
  const word = wordOfValue(field, value)
  if (word) return word
  const text = unit ? `${String(value)} ${unitSymbol(unit)}` : String(value)
  return [text, text]
}

const SWITCHED = [
  ['关', 'off'],
  ['开', 'on'],
] as const satisfies readonly Text[]
/**
 * Values of input fields as text. Several values get their labels. Secrets and technical fields are left out. `isSwitch`: a single boolean
 * reads "on" or "off".
 */
export const inputWords = (fields: Fields, values: Readonly<Record<string, unknown>>, isSwitch = false): Text => {
  const input = Object.entries(fields).filter(
    ([name, { kind, options }]) => values[name] !== undefined && kind !== 'secret' && !options.technical,
  )
  const parts = input.map(([name, field]): Text => {
    const value = values[name]
    const isOnOff = isSwitch && input.length === 1 && typeof value === 'boolean' && !('words' in field.options)
    const [zh, en] = isOnOff ? (SWITCHED[Number(value)] as Text) : valueWords(field, value)
    return input.length === 1 ? [zh, en] : [`${field.options.label[0]} ${zh}`, `${field.options.label[1]} ${en}`]
  })
  return [parts.map(([zh]) => zh).join('，'), parts.map(([, en]) => en).join(', ')]
}

/** A command with its arguments, as in records and lists: `开关桶盖：打开`. */
const commandWords = (cmd: string, { label, input = {} }: DeviceCommand, args: Readonly<Record<string, unknown>>): Text => {
  const [zh, en] = inputWords(input, args, cmd === 'switch')
  return zh ? [`${label[0]}：${zh}`, `${label[1]}: ${en}`] : label
}

/**
 * Names of up to three targets, else the name of the type. It reads the target query, so that it never names a device that the user may not see.
 */
export const nameDevices = async (query: Query, type: DeviceTypeDefinition, { sql, params }: TargetQuery): Promise<Text> => {
  const rows = await query<{ name: string }>(
    `select coalesce(nullif(r.name, ''), nullif(g.name, ''), t.sn) as name from (${sql}) t left join devices_registered r on r.device_id = t.device_id
     left join devices_gateways g on g.id = t.device_id order by t.sn limit ${NAMED_AT_MOST + 1}`,
    [...params],
  )
  if (rows.length === 0 || rows.length > NAMED_AT_MOST) return type.label
  return [rows.map(({ name }) => name).join('、'), rows.map(({ name }) => name).join(', ')]
}

const NO_LEVEL = { command: DEVICE_COMMAND, level: null, expectedLevel: null, lampSelect: null, duration: null, until: null }

/** Writes the batch of a device type's command. The caller must ensure that the user may send commands to the devices. */
export const sendToDevices = async (
  ctx: Ctx,
  { type, cmd, args, deviceIds, again = null, groupId = null, asks, reason: given = null }: DeviceOrder,
  request: KeyedRequest,
): Promise<BatchAnswer> => {
  const command = type.commands[cmd]
  if (!command) throw new Error(`device type ${type.name} has no command ${cmd}`)
  const targets = deviceTargets(ctx, [type], deviceIds)
  const nameTarget = async (query: Query) =>
    (groupId ? await targetName(ctx, query, { selector: { groupId } }) : null) ?? nameDevices(query, type, targets)
  const words = commandWords(cmd, command, args)
  const endless = asks !== undefined && command.endsBy !== undefined && (args[command.endsBy] ?? null) === null
  const reason = await reasonOf(ctx, { endless, reason: given, again })
  if (asks && cmd !== READ)
    await askSecondPerson(ctx, {
      targets,
      content: words,
      request,
      target: () => nameTarget(ctx.query),
      ...(reason ? { reason } : {}),
      work: { device: { type: type.code, cmd, args, ...(reason ? { reason } : {}) } },
    })
  return writeBatch(
    ctx,
    {
      targets,
      targetKind: groupId ? GROUP : SELECTED,
      nameTarget,
      ...NO_LEVEL,
      device: { type: type.code, cmd, args, words },
      reason,
      again,
      verb: 'device',
      packed: async (query, id) => {
        if (command.risky === undefined) return
        await holdBack(query, { id, tenantId: ctx.tenantId, userId: ctx.user.id, now: ctx.now(), sets: null })
      },
    },
    request,
  )
}

/** Sends a command without arguments on behalf of the platform. */
export const askDevices = (
  platform: Platform,
  tenantId: string,
  type: DeviceTypeDefinition,
  cmd: string,
  deviceIds: readonly string[],
): Promise<BatchAnswer> => {
  const targets = registeredTargets(deviceIds)
  return writeBatch(
    platformAuthor(platform, tenantId),
    {
      targets,
      targetKind: SELECTED,
      nameTarget: (query) => nameDevices(query, type, targets),
      ...NO_LEVEL,
      device: { type: type.code, cmd, args: {}, words: type.commands[cmd]?.label ?? [cmd, cmd] },
      again: null,
      verb: 'device',
    },
    null,
  )
}

/** Port for commands of device types. */
export const createCommands = (): Commands => ({ send: sendToDevices, requestOf, once })
