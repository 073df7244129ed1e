import { LAMP_CONTROLLER } from '@lamplight/devices/model'
import { deviceTargets } from '@lamplight/devices/server'
import { type DeviceTypeDefinition, type ParamFamilyDefinition, pick, type Text } from '@lamplight/kit'
import { A, type Ctx, formatTime, optionalPort } from '@lamplight/server-kit'
import type { Preview, TargetQuery } from '../../model/index.ts'
import { programmesPort, targetsPort } from '../../model/ports.ts'
import { FIRST_GATEWAYS, firstDevices, type PackSize } from '../dispatch/waves.ts'
import { typeAmong, typesOf } from '../params/param-send.ts'
import { nameDevices } from './commands.port.ts'
import type { OrderInput } from './order-input.ts'
import { targetName } from './target-text.ts'

export const PreviewReturns = A.named(
  'CommandPreview',
  A.of({
    targetText: A.nullable(A.text),
    targetName: A.nullable(A.of({ zh: A.text, en: A.text })),
    lamps: A.int,
    gateways: A.int,
    offlineGateways: A.int,
    offlineLamps: A.int,
    noGatewayLamps: A.int,
    notActivatedLamps: A.int,
    firstWave: A.int,
    streets: A.int,
    firstStreets: A.list(A.of({ id: A.id, name: A.text, n: A.int })),
    firstOffline: A.list(A.of({ id: A.id, sn: A.text, type: A.int })),
    overrides: A.nullable(A.of({ devices: A.int, names: A.list(A.text), until: A.nullable(A.text) })),
    twoWay: A.int,
    expectedKwBefore: A.nullable(A.number),
    expectedKwAfter: A.nullable(A.number),
    replaced: A.int,
    deviceType: A.nullable(A.int),
  }),
)

type Counted = Omit<Preview, 'targetText' | 'targetName' | 'firstWave' | keyof Reached | 'replaced' | 'deviceType'>
/** Streets and devices that a preview names. */
type Reached = Pick<Preview, 'streets' | 'firstStreets' | 'firstOffline' | 'overrides'>
/** Most streets and devices that a preview names. */
const NAMED = 20
/** Most strategies that it names. */
const STRATEGIES = 3

const OFFLINE = (targets: string): string => `select t.device_id::text as id, t.sn, coalesce(r.type, 0)::int as type from (${targets}) t
  join devices_gateways g on g.id = t.gateway_id and not g.online left join devices_registered r on r.device_id = t.device_id order by t.sn, t.device_id limit ${NAMED}`

/** The strategies that a command overrides, and until when; null if it ends overrides or if no device follows one. */
const overridden = async (ctx: Ctx, { command, duration, until }: OrderInput, targets: TargetQuery): Promise<Preview['overrides']> => {
  if (command === 'release') return null
  const found = await optionalPort(ctx.platform, programmesPort)?.among(ctx, targets, STRATEGIES)
  if (!found || found.devices === 0) return null
  const ends = until ?? (duration === null ? null : ctx.now().getTime() + duration * 1000)
  return { ...found, until: ends === null ? null : formatTime(new Date(ends), ctx.zone) }
}

const named = (ctx: Ctx, name: Text | null): Pick<Preview, 'targetText' | 'targetName'> => ({
  targetText: name && pick(name, ctx.lang),
  targetName: name && { zh: name[0], en: name[1] },
})

const LEVELS: Readonly<Record<string, (order: OrderInput) => number | null>> = {
  dim: (input) => input.level,
  on: () => 100,
  off: () => 0,
  release: () => null,
}

/** Counts targets; `level` (%): the level whose power is expected. */
const countTargets = async (ctx: Ctx, targets: TargetQuery, expectedLevel: number | null): Promise<Counted> => {
  const level = `$${targets.params.length + 1}::integer`
  const [counted] = await ctx.query<Counted>(
    `with t as (${targets.sql})
       select count(*)::int as lamps, count(distinct t.gateway_id)::int as gateways,
         count(distinct t.gateway_id) filter (where not g.online)::int as "offlineGateways",
         count(*) filter (where not g.online)::int as "offlineLamps",
         count(*) filter (where t.gateway_id is null${targets.routed ? ' and t.route is null' : ''})::int as "noGatewayLamps",
         count(*) filter (where not t.activated)::int as "notActivatedLamps",
         count(*) filter (where t.two_way)::int as "twoWay",
         sum(s.power) / 1000 as "expectedKwBefore",
         sum(control_expected(t.power, t.min_level::integer, t.min_power, ${level})) filter (where ${level} is not null) / 1000 as "expectedKwAfter"
       from t left join devices_gateways g on g.id = t.gateway_id left join devices_states s on s.device_id = t.device_id
       where t.gateway_id is null or g.id is not null`,
    [...targets.params, expectedLevel],
  )
  return counted as Counted
}

const offlineOf = async (ctx: Ctx, { sql, params }: TargetQuery, { offlineLamps }: Counted): Promise<Preview['firstOffline']> =>
  offlineLamps === 0 ? [] : ctx.query<Preview['firstOffline'][number]>(OFFLINE(sql), [...params])

/** Counts the devices of an order; writes nothing. */
export const previewOf = async (ctx: Ctx, order: OrderInput): Promise<Preview> => {
  const targets = ctx.platform.port(targetsPort).select(ctx, order.selector)
  const [counted, name] = await Promise.all([
    countTargets(ctx, targets, LEVELS[order.command]?.(order) ?? null),
    order.target ?? targetName(ctx, ctx.query, order),
  ])
  const [streets, firstOffline, overrides] = await Promise.all([
    ctx.platform.port(targetsPort).streetsOf(ctx, targets, NAMED),
    offlineOf(ctx, targets, counted),
    overridden(ctx, order, targets),
  ])
  // If the user sees none of the devices, the answer does not contain the name either.
  return {
    ...counted,
    ...named(ctx, counted.lamps > 0 ? name : null),
    firstWave: 0,
    streets: streets.total,
    firstStreets: streets.first,
    firstOffline,
    overrides,
    replaced: 0,
    deviceType: null,
  }
}

/** Number of targets in the first wave of a dangerous operation. */
const firstWaveOf = async (ctx: Ctx, { sql, params }: TargetQuery): Promise<number> =>
  firstDevices(
    await ctx.query<PackSize>(
      `select coalesce(g.sn, t.route) as gateway_sn, count(*)::int as n from (${sql}) t left join devices_gateways g on g.id = t.gateway_id
       where t.activated and coalesce(g.sn, t.route) is not null group by 1, g.online order by ${FIRST_GATEWAYS}`,
      [...params],
    ),
  )

/** Only lamps stand in streets. */
const NO_STREETS = { total: 0, first: [] } as const
/** Counts targets of device types. `risky`: the operation is sent in waves. */
const previewOfTargets = async (ctx: Ctx, type: DeviceTypeDefinition, targets: TargetQuery, risky: boolean): Promise<Preview> => {
  const counted = await countTargets(ctx, targets, null)
  const [streets, firstOffline, name, firstWave] = await Promise.all([
    type.code === LAMP_CONTROLLER ? ctx.platform.port(targetsPort).streetsOf(ctx, targets, NAMED) : NO_STREETS,
    offlineOf(ctx, targets, counted),
    counted.lamps > 0 ? nameDevices(ctx.query, type, targets) : null,
    risky ? firstWaveOf(ctx, targets) : 0,
  ])
  return {
    ...counted,
    ...named(ctx, name),
    firstWave,
    firstOffline,
    overrides: null,
    streets: streets.total,
    firstStreets: streets.first,
    replaced: 0,
    deviceType: type.code,
  }
}

/** Counts the targets of a command of a device type. `risky`: it is sent in waves. */
export const previewOfDevices = (ctx: Ctx, type: DeviceTypeDefinition, deviceIds: readonly string[], risky: boolean): Promise<Preview> =>
  previewOfTargets(ctx, type, deviceTargets(ctx, [type], deviceIds), risky)

const REPLACED = (targets: string, params: number): string =>
  `select count(*)::int as n from (${targets}) t join control_param p on p.device_id = t.device_id and p.family = $${params + 1} where p.wanted_id is not null`

/** Counts the devices that a set of a parameter family reaches, and those whose wanted value it replaces. */
export const previewOfSet = async (ctx: Ctx, family: ParamFamilyDefinition, deviceIds: readonly string[]): Promise<Preview> => {
  const types = typesOf(ctx.platform, family)
  const type = await typeAmong(ctx, types, deviceIds)
  if (!type) throw new Error(`no slice declares a device type of the family ${family.name}`)
  const targets = deviceTargets(ctx, types, deviceIds)
  const preview = await previewOfTargets(ctx, type, targets, family.risky !== undefined)
  const [replaced] = await ctx.query<{ n: number }>(REPLACED(targets.sql, targets.params.length), [...targets.params, family.name])
  return { ...preview, replaced: replaced?.n ?? 0 }
}
