import { NOT_AHEAD, type TimeOptions } from '@lamplight/fields/model'
import type { DeviceProperty, DeviceTypeDefinition, Field, Fields, ResourceDefinition } from '@lamplight/kit'
import { projectTypeFilter } from '@lamplight/places/server'
import {
  type ActionCall,
  type Ctx,
  changedEach,
  fieldError,
  onServer,
  type Query,
  type ResourceServer,
  registryPort,
  type ServerImplementation,
  tableOf,
} from '@lamplight/server-kit'
import { REASON } from '../../model/device.resource.ts'
import { devicesErrors, routeOf } from '../../model/index.ts'
import { commandsPort } from '../../model/ports.ts'
import { BatchReturns } from '../commands.ts'
import { logActivation, logChange } from '../life/device-log.ts'
import { knownPort } from '../ports.ts'
import { isLampController } from './types.port.ts'

type Values = Readonly<Record<string, unknown>>
type Joined = NonNullable<ServerImplementation<ResourceDefinition>['joined']>

const TOLD_AT_MOST = 50

/** Removes these devices from the cache of ingest after the commit; before it, ingest would cache the old rows again. */
const forget = (ctx: Ctx, sns: readonly string[]): void => {
  void ctx.afterCommit(() => ctx.platform.port(knownPort).forget(sns))
}

/** Devices of different types have no property in common. */
const NO_TYPE: DeviceTypeDefinition = { name: '', code: 0, label: ['', ''], properties: {}, commands: {}, events: [] }

/** Columns of devices_state that every type has. A device without a row there is not activated (decisions.md B2). Online are the states on, off and fault. */
const OFFLINE = 4
const COMMON: Values = {
  currentControllerStatus: 's.state',
  deviceState: 's.state',
  online: `(s.state < ${OFFLINE})`,
  reportedAt: 's.reported_at',
}
/** Faults come in events as well as in reports: devices_state has those of both. */
const FAULTS = 's.faults'
/** Predicate of the index `devices_state_faulty`. */
const FAULTY = `${FAULTS} <> '{}'`
const LAMP: Values = { dim: 's.dim', activePower: 's.power' }
const ABSENT: Readonly<Record<string, number | boolean>> = { currentControllerStatus: 5, deviceState: 5, online: false }

/** Words that JSON writes without escapes, and that brackets and quotes do not begin or end. */
const PLAIN_WORD = /^[\p{L}\p{N} ._:-]+$/u

/**
 * SQL of a value that is no number, as its field stores it: texts of a vocabulary as an array, a time as timestamptz, any other as text. A value that an
 * earlier version of the type stored in another form does no harm.
 */
const textExpression = ({ type, words }: DeviceProperty, name: string): string => {
  const [json, text] = [`l.texts -> '${name}'`, `l.texts ->> '${name}'`]
  if (type === 'time') return `(case when jsonb_typeof(${json}) = 'number' then to_timestamp((${text})::float8 / 1000) end)`
  // Text functions take half the time of a subquery per row: filters read all devices of a type.
  if (words && Object.keys(words).every((word) => PLAIN_WORD.test(word))) return `string_to_array(btrim(${text}, '[]"'), '", "')`
  const entries = `case when jsonb_typeof(${json}) = 'array' then array(select jsonb_array_elements_text(${json}))`
  if (words) return `(${entries} else array[${text}] end)`
  return type === 'list' ? `array_to_string(${entries} end, ', ')` : `(${text})`
}

/** SQL of a field with `from: 'devices.state'`: a column that every type has, or the property with the name of the field. */
const expressionOf = (type: DeviceTypeDefinition, name: string): string => {
  const property = type.properties[name]
  const known = COMMON[name] ?? (isLampController(type.code) ? LAMP[name] : undefined)
  if (known !== undefined) return String(known)
  if (!property) throw new Error(`device type ${type.name} has no property ${name}`)
  if (name === 'faults') return FAULTS
  if (property.slot === undefined) return textExpression(property, name)
  return property.type === 'boolean' ? `(l.v[${property.slot}] = 1)` : `l.v[${property.slot}]`
}

/** Turns a filter by `online` into a filter by state, which has an index and stored totals. */
const onlineMeans = (fields: Readonly<Record<string, Field>>, names: readonly string[]): Joined['means'] => {
  const state = names.find((name) => COMMON[name] === COMMON.deviceState) ?? ''
  const { values = {} } = (fields[state]?.options ?? {}) as { values?: object }
  const among = (online: boolean) => ({
    [state]: Object.keys(values)
      .filter((value) => Number(value) < OFFLINE === online)
      .join(),
  })
  return state && names.includes('online') ? { online: { 1: among(true), 0: among(false) } } : {}
}

/**
 * Joins the reported values for the fields with `from: 'devices.state'`. `id`: SQL of the device id. The join names the type, so that a filter reads
 * only the index entries of this type.
 */
export const joinedState = (fields: Readonly<Record<string, Field>>, type: DeviceTypeDefinition = NO_TYPE, id = 't.id'): Joined => {
  const names = Object.keys(fields).filter((name) => fields[name]?.options.from === 'devices.state')
  const isLamp = isLampController(type.code)
  return {
    sql: `left join devices_state s on s.device_id = ${id}${type === NO_TYPE ? '' : ` and s.type = ${type.code}`}${isLamp ? '' : ` left join devices_latest l on l.device_id = ${id}`}`,
    fields: Object.fromEntries(names.map((name) => [name, expressionOf(type, name)])),
    means: onlineMeans(fields, names),
    absent: Object.fromEntries(Object.entries(ABSENT).filter(([name]) => names.includes(name))),
    // The planner does not know that `l.v[1] >= 90` excludes rows without a match in `l`, so the condition says it.
    present: Object.fromEntries(
      names.filter((name) => !isLamp && COMMON[name] === undefined && name !== 'faults').map((name) => [name, 'l.device_id']),
    ),
    filled: { faults: FAULTY },
  }
}

/** Range of the times that a command may carry, epoch ms. An earlier time comes from a clock that was never set: such clocks begin in 1970. */
const [EARLIEST, LATEST] = [Date.UTC(2000, 0, 1), Date.UTC(2100, 0, 1)]
/** Throws an error that names the field `name` if a time is outside that range, or is the end of an override and not in the future. */
const refuseTime = ({ lang, now }: Pick<Ctx, 'lang' | 'now'>, name: string, { ahead }: TimeOptions, at: number): void => {
  if (at < EARLIEST || at >= LATEST) throw fieldError(name, ['应在2000年至2099年之间', 'must be between the years 2000 and 2099'], lang)
  if (ahead && at <= now().getTime()) throw fieldError(name, NOT_AHEAD, lang)
}

/** The input of an action as command arguments: without empty values, times as epoch milliseconds. Throws an error that names the first time that is refused. */
export const argsOf = (ctx: Pick<Ctx, 'lang' | 'now'>, fields: Fields, input: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { kind, options }]) => {
      const value = input[name]
      if (value === null || value === undefined) return []
      if (kind !== 'time') return [[name, value]]
      const at = Date.parse(String(value))
      refuseTime(ctx, name, options, at)
      return [[name, at]]
    }),
  )

/** Actions of a resource that send a command to the rows. */
const commandActions = (resource: ResourceDefinition, type: DeviceTypeDefinition): object =>
  Object.fromEntries(
    Object.entries(resource.actions ?? {}).flatMap(([name, { command, input: fields = {} }]) => {
      if (command === undefined) return []
      const send = ({ ctx, headers, ids, input, body }: ActionCall) => {
        const commands = ctx.platform.port(commandsPort)
        const { [REASON]: reason, ...given } = input
        const isOverride = type.commands[command]?.endsBy !== undefined
        const order = {
          type,
          cmd: command,
          args: argsOf(ctx, fields, isOverride ? given : input),
          deviceIds: ids,
          asks: true as const,
          reason: isOverride ? (reason as string | null) : null,
        }
        return commands.send(ctx, order, commands.requestOf(ctx, headers, `${resource.name}.${name}`, body))
      }
      return [[name, send]]
    }),
  )

/** The route of a row whose device is reached by the driver of its type; null for devices with a gateway, or with neither. */
const routeIn = ({ driver }: DeviceTypeDefinition, { tenantId, address }: Values): string | null =>
  driver && address ? routeOf({ driver, tenantId: String(tenantId), address: String(address) }) : null

const register = async (ctx: Ctx, query: Query, type: DeviceTypeDefinition, row: Values, old: Values | null): Promise<void> => {
  await query(
    `insert into devices_registry (sn, device_id, tenant_id, gateway_id, gateway_sn, type, name, activated)
     select $1, $2, $3, g.id, coalesce(g.sn, $8, ''), $7, $6, $5 from (select 1) one left join devices_gateway g on g.id = $4
     on conflict (device_id) do update set sn = excluded.sn, gateway_id = excluded.gateway_id, gateway_sn = excluded.gateway_sn,
       name = excluded.name, activated = excluded.activated`,
    [row.sn, row.id, row.tenantId, row.gatewayId ?? null, row.activated ?? true, row.name ?? '', type.code, routeIn(type, row)],
  )
  forget(ctx, [...(old ? [String(old.sn)] : []), String(row.sn)])
}

/** Activates or deactivates devices of a resource, in its table and in the registry. */
const activate = (resource: ResourceDefinition) => async (call: { ctx: Ctx; ids: string[]; input: { activated?: boolean | null } }) => {
  const { ctx, ids, input } = call
  const table = tableOf(resource)
  const sns = await ctx.tx(async (query) => {
    const rows = await query<{ sn: string; activated: boolean | null }>(
      `select sn, activated from ${table} where id = any($1) and activated is distinct from $2 order by sn limit ${TOLD_AT_MOST}`,
      [ids, input.activated],
    )
    await query(`update ${table} set activated = $2, update_time = now() where id = any($1)`, [ids, input.activated])
    const devices = await query<{ sn: string }>('update devices_registry set activated = $2 where device_id = any($1) returning sn', [
      ids,
      input.activated,
    ])
    if (rows.length > 0) await logActivation(ctx, query, ids, input.activated === true)
    await ctx.audit(
      {
        what: `${resource.name}.activated`,
        target: ids.slice(0, TOLD_AT_MOST).join(','),
        count: ids.length,
        detail: { activated: input.activated, ...changedEach(rows.map(({ sn, activated }) => [sn, activated, input.activated])) },
      },
      query,
    )
    return devices.map(({ sn }) => sn)
  })
  forget(ctx, sns)
  return { count: ids.length }
}

/** Throws if the driver says that devices of the row's tenant cannot have this access address. */
const refuseAddress = async (
  { ctx, query, old }: { readonly ctx: Ctx; readonly query: Query; readonly old: Values | null },
  name: string,
  address: string,
): Promise<void> => {
  const drivers = ctx.platform.port(registryPort).slices.flatMap((slice) => slice.drivers ?? [])
  const { hasAddress } = drivers.find((driver) => driver.name === name) ?? {}
  const tenantId = String(old?.tenantId ?? ctx.tenantId)
  if (hasAddress && !(await hasAddress(query, { tenantId, address }))) throw fieldError('address', ['不存在', 'does not exist'], ctx.lang)
}

type TypeOfRow = (ctx: Ctx, query: Query, row: Values) => Promise<DeviceTypeDefinition>
/**
 * Attaches server behaviour to a resource whose rows are devices of one type, or of the type that `of` returns for a row. The id of a row is the device
 * id, `sn` its serial number, `gatewayId` its gateway. Writes the registry, joins reported values to fields with `from: 'devices.state'`, and implements
 * the action `activated` and the declared actions that send a command. Also calls the hooks in `own` and uses its filters.
 */
export const onDevice = <const D extends ResourceDefinition>(
  resource: D,
  of: DeviceTypeDefinition | TypeOfRow,
  own?: Omit<Partial<ServerImplementation<D>>, 'actions' | 'returns'> & { readonly actions?: object; readonly returns?: object },
): ResourceServer => {
  const { beforeWrite, afterWrite, beforeRemove, filters, ...rest } = (own ?? {}) as Partial<ServerImplementation<ResourceDefinition>>
  const declared = typeof of === 'function' ? undefined : of
  const typeIn = async (ctx: Ctx, query: Query, row: Values): Promise<DeviceTypeDefinition> =>
    typeof of === 'function' ? of(ctx, query, row) : of
  const implementation: Partial<ServerImplementation<ResourceDefinition>> = {
    joined: joinedState(resource.fields, declared),
    ...rest,
    filters: { ...('projectId' in resource.fields && !resource.fields.projectId?.options.from ? projectTypeFilter : {}), ...filters },
    beforeWrite: async (input) => {
      const draft: Values & typeof input.draft = (await beforeWrite?.(input)) ?? input.draft
      const { address, gatewayId } = { ...input.old, ...draft }
      const type = await typeIn(input.ctx, input.query, { ...input.old, ...draft })
      if (type.driver && address && gatewayId) throw devicesErrors.oneWay({}, 'address')
      if (type.driver && address && address !== input.old?.address) await refuseAddress(input, type.driver, String(address))
      return 'devType' in resource.fields ? { ...draft, devType: type.code } : draft
    },
    afterWrite: async (input) => {
      await register(input.ctx, input.query, await typeIn(input.ctx, input.query, input.row), input.row, input.old)
      await logChange(input.ctx, input.query, resource, input.row, input.old)
      await afterWrite?.(input)
    },
    beforeRemove: async (input) => {
      await beforeRemove?.(input)
      const ids = input.rows.map(({ id }) => id)
      await input.query('delete from devices_registry where device_id = any($1)', [ids])
      await input.query('delete from devices_group_member where device_id = any($1)', [ids])
      forget(
        input.ctx,
        input.rows.map((row) => String((row as Values).sn)),
      )
    },
  }
  return onServer<ResourceDefinition>(resource, {
    ...implementation,
    returns: {
      ...own?.returns,
      ...Object.fromEntries(
        Object.entries(resource.actions ?? {}).flatMap(([name, { command }]) => (command ? [[name, BatchReturns]] : [])),
      ),
    },
    actions: {
      ...(resource.actions?.activated ? { activated: activate(resource) } : {}),
      ...(declared ? commandActions(resource, declared) : {}),
      ...own?.actions,
    },
  } as unknown as ServerImplementation<ResourceDefinition>)
}
