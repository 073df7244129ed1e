import type { Text } from '@lamplight/kit'
import { errors } from '@lamplight/server-kit'
import { COMMAND_NAMES, type CommandName, controlErrors, REASON_AT_MOST, type Selector } from '../../model/index.ts'
import { createReader, type Reader } from './wire-input.ts'

/** A command as the user gave it. */
export interface OrderInput {
  readonly command: CommandName
  /** %, only for dim */
  readonly level: number | null
  /** s; null: permanent, or until a given time. */
  readonly duration: number | null
  /** End of a temporary command, epoch ms. */
  readonly until: number | null
  /** 0 main, 1 auxiliary, 2 both; null: the setting of the device. */
  readonly lampSelect: number | null
  readonly selector: Selector
  /** Name of the devices; null: the server names them. */
  readonly target: Text | null
  /** True if the devices were selected on the map. */
  readonly onMap?: boolean
  readonly again: string | null
  /** Why the user overrides the plan; an override without an end needs it. */
  readonly reason?: string | null
}

const MOST_SECONDS = 3600
const MOST_DAYS = 30
const DAY_MS = 86_400_000
const MINUTES_OF_A_DAY = 1440
const DEFAULT_MINUTES = 60
export const NAME_AT_MOST = 200

const required = <T>(value: T | null, field: string): T => {
  if (value === null) throw errors.missingParameter({ field }, field)
  return value
}

/** Reads the selector of a call. Throws unless exactly one kind is given. */
export const selectorIn = (reader: Reader): Selector => {
  const controllerIds = reader.ids('controllerIds')
  const lampIds = reader.ids('lampIds')
  const found: Selector[] = []
  if (controllerIds) found.push({ controllerIds })
  if (lampIds) found.push({ lampIds })
  for (const kind of ['groupId', 'areaId', 'streetId', 'projectId'] as const) {
    const id = reader.id(kind)
    if (id !== null) found.push({ [kind]: id })
  }
  for (const kind of ['filter', 'controllerFilter'] as const) {
    const filter = reader.object(kind)
    if (!filter) continue
    const entries = Object.entries(filter).filter(([, value]) => value !== null && value !== undefined && value !== '')
    if (!entries.every(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))) throw reader.wrong(kind)
    found.push({ [kind]: Object.fromEntries(entries.map(([name, value]) => [name, String(value)])) })
  }
  const [only, second] = found
  if (!only || second) throw controlErrors.noSelector({}, 'controllerIds')
  return only
}

/** Reads the duration, s: dimType 1 (the default) means 1 to 3600 s, `usual` without a value; 0 means unlimited (decisions.md A3). dimMode is a synonym. */
const lasting = (reader: Reader, usual: number): number | null => {
  // Both are parsed, so that a wrong value is refused even if the other one is used.
  const [asDimType, dimMode] = [reader.int('dimType', 0, 1), reader.int('dimMode', 0, 1)]
  if ((asDimType ?? dimMode) === 0) {
    reader.int('duration', 0, MOST_SECONDS)
    return null
  }
  return reader.int('duration', 1, MOST_SECONDS) ?? usual
}

const orderOf = (reader: Reader, order: Pick<OrderInput, 'command' | 'level' | 'duration'> & { until?: number | null }): OrderInput => ({
  until: null,
  lampSelect: reader.int('lampSelect', 0, 2),
  selector: {},
  target: null,
  again: reader.id('againCommandRecordId') ?? reader.id('batchId'),
  reason: reader.text('reason', REASON_AT_MOST)?.trim() || null,
  ...order,
})

/** `switch-lum`: dimValue 0–100 %; default duration one hour (rule.const.dim). */
export const dimIn = (reader: Reader): OrderInput =>
  orderOf(reader, {
    command: 'dim',
    level: required(reader.int('dimValue', 0, 100), 'dimValue'),
    duration: lasting(reader, MOST_SECONDS),
  })

/** `getOffLamp`: dimValue is always taken as 0; default duration 10 s (rule.const.closelamp). */
export const closeIn = (reader: Reader): OrderInput => {
  reader.int('dimValue', 0, 100)
  return orderOf(reader, { command: 'off', level: null, duration: lasting(reader, 10) })
}

/** `switch-power`: on unless openStatus (or onOff, status) is 0; default duration one hour, because clients send the ids only. */
export const switchIn = (reader: Reader): OrderInput => {
  const openStatus = ['openStatus', 'onOff', 'status'].map((name) => reader.int(name, 0, 1))
  const on = openStatus.find((value) => value !== null) ?? 1
  return orderOf(reader, { command: on ? 'on' : 'off', level: null, duration: lasting(reader, MOST_SECONDS) })
}

/** `openlamp`: openStatus, openPower 0–100 %, len1 minutes, 0: without an end (decisions.md A38); default one hour. */
export const openIn = (reader: Reader): OrderInput => {
  const open = reader.int('openStatus', 0, 1) ?? 1
  const level = reader.int('openPower', 0, 100)
  const minutes = reader.int('len1', 0, MINUTES_OF_A_DAY) ?? DEFAULT_MINUTES
  const command: CommandName = open === 0 ? 'off' : level === null ? 'on' : 'dim'
  return orderOf(reader, { command, level: command === 'dim' ? level : null, duration: minutes === 0 ? null : minutes * 60 })
}

/** `group/openlamp`: `openlamp` for a group. */
export const openGroupIn = (reader: Reader): OrderInput => {
  required(reader.id('groupId'), 'groupId')
  return openIn(reader)
}

/** `group/remotecontrol`: command on, off or dim with `level` %; duration s, 0: without an end; default one hour. */
export const remoteIn = (reader: Reader): OrderInput => {
  required(reader.id('groupId'), 'groupId')
  const command = required(reader.oneOf('command', ['on', 'off', 'dim'] as const), 'command')
  const level = reader.int('level', 0, 100)
  if (command === 'dim' && level === null) throw controlErrors.levelMissing({}, 'level')
  return orderOf(reader, {
    command,
    level: command === 'dim' ? level : null,
    duration: (reader.int('duration', 0, MOST_DAYS * 86_400) ?? MOST_SECONDS) || null,
  })
}

/** Reads the caller's name of the target: in both languages (`targetName`), as returned by a preview, or in one (`targetText`). */
const nameIn = (reader: Reader, zone: Parameters<typeof createReader>[1]): Text | null => {
  const both = reader.object('targetName')
  if (both) {
    const names = createReader(both, zone)
    const [zh, en] = [names.text('zh', NAME_AT_MOST), names.text('en', NAME_AT_MOST)]
    return [required(zh, 'targetName.zh'), required(en, 'targetName.en')]
  }
  const one = reader.text('targetText', NAME_AT_MOST)
  return one === null ? null : [one, one]
}

export const commandIn = (reader: Reader, zone: { lang: 'zh' | 'en'; zone: string }, now: number): OrderInput => {
  const command = required(reader.oneOf('command', Object.keys(COMMAND_NAMES) as CommandName[]), 'command')
  const level = reader.int('level', 0, 100)
  if (command === 'dim' && level === null) throw controlErrors.levelMissing({}, 'level')
  const until = reader.moment('until')
  const duration = reader.int('duration', 1, MOST_DAYS * 86_400)
  if (until !== null && until <= now) throw controlErrors.untilPast({}, 'until')
  if (until !== null && until > now + MOST_DAYS * DAY_MS) throw controlErrors.untilFar({ days: MOST_DAYS }, 'until')
  if (until !== null && duration !== null) throw reader.wrong('duration', ['不能与 until 同时填写', 'cannot be given together with until'])
  const temporary = command !== 'release'
  const named = required(reader.object('selector'), 'selector')
  return {
    ...orderOf(reader, { command, level: command === 'dim' ? level : null, duration: temporary ? duration : null }),
    until: temporary ? until : null,
    selector: selectorIn(createReader(named, zone)),
    target: nameIn(reader, zone),
    onMap: reader.oneOf('picked', ['map']) === 'map',
  }
}
