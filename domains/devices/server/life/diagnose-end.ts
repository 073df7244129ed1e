import { actionPermission, type ResourceDefinition } from '@lamplight/kit'
import { type Ctx, mayUse, optionalPort, tableOf } from '@lamplight/server-kit'
import { commandsPort, deviceTypesPort, diagnoseRecordsPort } from '../../model/ports.ts'
import type { Diagnosis } from './diagnosis.ts'

interface Device {
  readonly id: string
  readonly type: number
  readonly resource: ResourceDefinition
}
/** Causes after which a device may still answer a read: nothing that the platform can see cuts it off. */
const READABLE: ReadonlySet<string> = new Set(['neverReported', 'neighboursSilent', 'weakSignal', 'silent'])
const READ = 'read'

/**
 * Ends a diagnosis with a read of the devices that may still answer, as far as the user may read them. Returns the command records by
 * device id.
 */
export const readDiagnosed = async (
  ctx: Ctx,
  devices: readonly Device[],
  found: readonly Diagnosis[],
): Promise<ReadonlyMap<string, string>> => {
  const readable = new Set(found.filter(({ cause }) => READABLE.has(cause)).map(({ id }) => id))
  const types = ctx.platform.port(deviceTypesPort)
  const records = new Map<string, string>()
  for (const [code, own] of Map.groupBy(
    devices.filter(({ id }) => readable.has(id)),
    ({ type }) => type,
  )) {
    const type = types.typeOf(code)
    const resource = own[0]?.resource
    const action = Object.entries(resource?.actions ?? {}).find(([, { command }]) => command === READ)?.[0]
    if (!type?.commands[READ] || !resource || !action || !mayUse(ctx.user, actionPermission(resource, action))) continue
    const deviceIds = own.map(({ id }) => id)
    const { commandRecordId } = await ctx.platform.port(commandsPort).send(ctx, { type, cmd: READ, args: {}, deviceIds }, null)
    for (const id of deviceIds) records.set(id, commandRecordId)
  }
  return records
}

interface Place {
  readonly id: string
  readonly name: string
  readonly projectId: string | null
  readonly areaId: string | null
}
/** Hands the result of a diagnosis to the slice that keeps diagnose records. */
export const keepDiagnosed = async (ctx: Ctx, devices: readonly Device[], found: readonly Diagnosis[]): Promise<void> => {
  const keeper = optionalPort(ctx.platform, diagnoseRecordsPort)
  if (!keeper) return
  const places = new Map<string, Place>()
  for (const own of Map.groupBy(devices, ({ resource }) => resource.name).values()) {
    const { resource } = own[0] as Device
    const column = (field: string, name: string): string =>
      field in resource.fields && !resource.fields[field]?.options.from ? name : 'null'
    const rows = await ctx.query<Place>(
      `select id::text as id, coalesce(${column('name', 'name')}, '') as name, ${column('projectId', 'project_id')}::text as "projectId",
         ${column('areaId', 'area_id')}::text as "areaId" from ${tableOf(resource)} where id = any($1::bigint[])`,
      [own.map(({ id }) => id)],
    )
    for (const row of rows) places.set(row.id, row)
  }
  const typeOf = new Map(devices.map(({ id, type }) => [id, type]))
  await keeper.store(
    ctx,
    found.map(({ id, sn, cause, text }) => ({
      id,
      sn,
      name: '',
      projectId: null,
      areaId: null,
      ...places.get(id),
      type: typeOf.get(id) ?? 0,
      cause: cause === 'online' ? null : text,
    })),
  )
}
