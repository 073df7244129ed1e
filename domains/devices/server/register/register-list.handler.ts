import { pick, snake } from '@lamplight/kit'
import { A, type Ctx, type Route, type RouteInput, registryPort, route, seenRows, T, tableOf } from '@lamplight/server-kit'
import { FAMILIES } from '../../model/families.ts'
import { FIRST_ROW_TYPE, gateway, gatewayType, typedDevice } from '../../model/index.ts'
import { deviceTypesPort } from '../../model/ports.ts'
import { mayRead, maySeeType, seenDevices } from '../device-sight.ts'
import { refuseBlind } from '../seen-device.ts'
import { RegisterReturns, registerPage } from './register-rows.ts'
import { familyIn } from './register-type.ts'

/* Lists over devices of all types (device.list, device.search): they have no resource of their own. The rights are those to list each type. */

interface Family {
  readonly code: number
  readonly slug: string
  readonly resource: string
}
/** Gateways, and families whose rows are no reporting devices: they are not in the registry. */
const OTHERS: readonly Family[] = [
  { code: gatewayType.code, slug: snake(gatewayType.name), resource: gateway.name },
  ...Object.entries(FAMILIES).map(([code, family]) => ({ code: Number(code), ...family })),
]

/**
 * Numbers of the devices that the user sees, by type: as `allDevices` counts them and as the pages of the register do, but without their places, so that a million
 * rows are not joined.
 */
const countTypes = async (ctx: Ctx): Promise<ReadonlyMap<number, number>> => {
  const params: unknown[] = []
  const rows = await ctx.query<{ code: number; total: number }>(
    `select r.type::int as code, count(*)::int as total from devices_registry r where true${seenDevices(ctx, params)} group by r.type`,
    params,
  )
  return new Map(rows.map(({ code, total }) => [code, total]))
}

/** Types of devices that the platform declares, of which the user may see devices. */
const declaredTypes = (ctx: Ctx, counts: ReadonlyMap<number, number>) => {
  const types = ctx.platform.port(deviceTypesPort)
  return types.all.flatMap(({ code, name }) => {
    const resource = code === gatewayType.code ? undefined : types.resourceOf(code)
    return resource && maySeeType(ctx, code) ? [{ code, slug: snake(name), resource, total: counts.get(code) ?? 0 }] : []
  })
}

const otherFamilies = async (ctx: Ctx) => {
  const { resources } = ctx.platform.port(registryPort)
  const lists = OTHERS.flatMap(({ resource, ...family }) => {
    const served = resources.get(resource)
    return served && mayRead(ctx, served.resource) ? [{ ...family, served }] : []
  })
  const counts = await ctx.queries(
    lists.map(({ served }) => {
      const params: unknown[] = []
      return [`select count(*)::int as n from ${tableOf(served.resource)} t where ${seenRows(served, ctx.user, params)}`, params] as const
    }),
  )
  return lists.map(({ served: { resource }, ...family }, at) => ({ ...family, resource, total: Number(counts[at]?.[0]?.n ?? 0) }))
}

/** Types made at run time: those of the tenant, also before they have devices, and removed ones of which the user still sees devices. */
const rowTypes = async (ctx: Ctx, counts: ReadonlyMap<number, number>) => {
  if (!maySeeType(ctx, FIRST_ROW_TYPE)) return []
  const own = await ctx.query<{ code: number }>('select code::int as code from devices_type where code is not null and not is_deleted')
  const codes = new Set([...own.map(({ code }) => code), ...[...counts.keys()].filter((code) => code >= FIRST_ROW_TYPE)])
  const types = ctx.platform.port(deviceTypesPort)
  await types.need([...codes])
  return [...codes]
    .sort((a, b) => a - b)
    .flatMap((code) => {
      const type = types.typeOf(code)
      const total = counts.get(code) ?? 0
      return type
        ? [{ code, slug: type.name, name: pick(type.label, ctx.lang), resource: typedDevice.name, total, registered: 1, imports: 0 }]
        : []
    })
}

export const typeList = route({
  method: 'GET',
  path: '/api/blade-device/device/type/list',
  summary: ['设备类型列表', 'Types of devices'],
  permission: 'signed-in',
  refuses: refuseBlind,
  returns: A.list(
    A.of({
      code: A.int,
      slug: A.text,
      name: A.text,
      resource: A.text,
      total: A.int,
      /** 1: the type is listed by device/list too. */
      registered: A.int,
      /** 1: the user may import devices of the type from a sheet. */
      imports: A.int,
    }),
  ),
  handler: async ({ ctx }) => {
    const counts = await countTypes(ctx)
    const [others, made] = await Promise.all([otherFamilies(ctx), rowTypes(ctx, counts)])
    const families = [...declaredTypes(ctx, counts), ...others].sort((a, b) => a.code - b.code)
    return [
      ...families.map(({ code, slug, resource, total }) => ({
        code,
        slug,
        name: pick(resource.label, ctx.lang),
        resource: resource.name,
        total,
        registered: code in FAMILIES ? 0 : 1,
        imports: typeof resource.io?.import === 'object' && ctx.user.permissions.has(`${resource.code}_import`) ? 1 : 0,
      })),
      ...made,
    ]
  },
})

const Id = T.Optional(T.String({ pattern: '^\\d{0,19}$' }))
const FILTER = {
  current: T.Optional(T.Integer({ minimum: 1, maximum: 1_000_000 })),
  size: T.Optional(T.Integer({ minimum: -1, maximum: 1000, description: '-1: all, at most 10,000' })),
  projectId: Id,
  areaId: Id,
  gatewayId: Id,
  deviceType: T.Optional(T.String({ maxLength: 40, description: 'code or name of the device type' })),
  status: T.Optional(T.Integer({ minimum: 1, maximum: 5, description: 'currentControllerStatus' })),
  keyword: T.Optional(T.String({ maxLength: 80, description: 'part of the serial number or name' })),
}
const read = async ({ ctx, query }: RouteInput, size: number) => {
  const { deviceType, status, ...more } = query as Partial<Record<keyof typeof FILTER, string>>
  const code = deviceType ? (await familyIn(ctx, deviceType, 'deviceType')).code : undefined
  const state = status === undefined ? undefined : Number(status)
  return registerPage(ctx, { ...more, code, state }, { current: Number(query.current ?? 1), size: Number(query.size || size) })
}

const lists = [
  ['device/list', ['全部设备列表', 'All devices']],
  // Remote selects ask for the first ten (decisions.md A65).
  ['device/search', ['设备搜索', 'Search for devices']],
] as const

export const registerListRoutes: readonly Route[] = [
  typeList,
  ...lists.map(([path, summary]) =>
    route({
      method: 'GET',
      path: `/api/blade-device/${path}`,
      summary,
      permission: 'signed-in',
      refuses: refuseBlind,
      query: T.Object(FILTER),
      returns: A.page(RegisterReturns),
      handler: (input) => read(input as unknown as RouteInput, 10),
    }),
  ),
]
