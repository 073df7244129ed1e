import { allDevices } from '@lamplight/devices/server'
import { dept, post, role, user } from '@lamplight/identity/model'
import { exampleId } from '@lamplight/kit'
import { area, project } from '@lamplight/places/model'
import { A, type AnswerOf, idsIn, page, pageWindow, type Route, type RouteInput, route, T } from '@lamplight/server-kit'
import { salesDept, salesPost, salesRole, salesUser } from '../model/people.resource.ts'
import { salesArea, salesProject } from '../model/place.resource.ts'
import { inTenant, tenantOf } from './chosen-tenant.ts'
import { callOf, callsOf, schemas, through } from './through.ts'

const { Paged, Id, TenantId, Ids } = schemas
const IdList = T.Optional(T.String({ pattern: '^(\\d{1,19}(,\\d{1,19})*)?$', maxLength: 4000 }))

/**
 * Calls of the pages for users, roles, positions, departments, areas and projects of a selected tenant
 * (rule.perm.sales.manage), derived from their definitions.
 */
const pages: readonly Route[] = [
  ...callsOf(salesUser, user),
  ...callsOf(salesRole, role),
  ...callsOf(salesDept, dept),
  ...callsOf(salesPost, post),
  ...callsOf(salesArea, area),
  ...callsOf(salesProject, project),
]

/** Calls for a selected tenant that do not follow from a page definition. */
const managed: readonly Route[] = [
  through({
    path: 'userPageByTenantId',
    call: 'GET /api/blade-user/page',
    summary: ['租户用户', 'Users of a chosen tenant'],
    permission: 'salesuser_view',
    query: { ...Paged, account: schemas.Text, realName: schemas.Text },
  }),
  through({
    path: 'user/sight',
    call: 'GET /api/blade-user/sight',
    summary: ['租户用户可见范围', 'Visible data of a user of a chosen tenant'],
    example: {
      id: exampleId('identity.user'),
      roleId: exampleId('identity.role'),
      areaIds: exampleId('places.area'),
      projectIds: exampleId('places.project'),
    },
    permission: 'salesuser_view',
    query: { id: Id, roleId: IdList, areaIds: IdList, projectIds: IdList },
  }),
  through({
    path: 'role/tree',
    call: 'GET /api/blade-system/role/tree',
    summary: ['租户角色树', 'Roles of a chosen tenant as tree nodes'],
    permission: 'salesrole_view',
  }),
  through({
    path: 'menu/grant-tree',
    call: 'GET /api/blade-system/menu/grant-tree',
    summary: ['租户可授权的菜单树', 'Menus and buttons that roles of a chosen tenant may be granted'],
    example: { parentId: exampleId('system.menu') },
    permission: 'salesrole_view',
    query: { parentId: Id, parts: schemas.Text },
  }),
  through({
    path: 'menu/role-tree-keys',
    call: 'GET /api/blade-system/menu/role-tree-keys',
    summary: ['租户角色已有的菜单', 'Ids of the menus granted to roles of a chosen tenant'],
    example: { roleIds: exampleId('identity.role') },
    permission: 'salesrole_view',
    query: { roleIds: T.String({ pattern: '^\\d{1,19}(,\\d{1,19})*$', maxLength: 4000 }) },
  }),
  through({
    path: 'post/select',
    call: 'GET /api/blade-system/post/select',
    summary: ['租户岗位', 'Positions of a chosen tenant'],
    permission: 'salesdept_view',
  }),
  through({
    path: 'dept/tree',
    call: 'GET /api/blade-system/dept/tree',
    summary: ['租户机构树', 'Departments of a chosen tenant as tree nodes'],
    permission: 'salesdept_view',
  }),
  through({
    path: 'area/tree',
    call: 'GET /api/blade-system/area/tree',
    summary: ['租户区域树', 'Areas of a chosen tenant as tree nodes'],
    example: { areaId: exampleId('places.area'), parentId: '0' },
    permission: 'salesarea_view',
    query: { areaId: Id, parentId: Id },
  }),
  through({
    path: 'areaManage/tree',
    call: 'GET /api/blade-system/areaManage/tree',
    summary: ['租户区域负责人', 'Areas of a chosen tenant with their managers and reviewers'],
    permission: 'salesareamanage_view',
    query: { areaId: Id, parentId: Id },
  }),
  ...['lazy-list', 'tree'].map((name) =>
    through({
      path: `project/${name}`,
      call: `GET /api/blade-system/project/${name}`,
      summary: ['租户项目', 'Projects of a chosen tenant below another'],
      example: { parentId: exampleId('places.project') },
      permission: 'salesproject_view',
      query: { parentId: Id },
    }),
  ),
  through({
    path: 'device/list',
    call: 'GET /api/blade-city/controller/page',
    summary: ['租户设备', 'Lamp controllers of a chosen tenant'],
    example: { projectId: exampleId('places.project') },
    permission: 'salesdevice_view',
    query: { ...Paged, sn: schemas.Text, projectId: Id, areaId: Id },
  }),
]

/** Replaces the permissions of roles of one tenant. Without `tenantId` it is the tenant of the roles. */
const grant = route({
  method: 'POST',
  path: '/api/blade-sales/role/grant',
  summary: ['租户角色授权', 'Replace the rights of roles of a chosen tenant'],
  example: { body: { tenantId: '100001', roleIds: [exampleId('identity.role')], menuIds: [exampleId('system.menu')] } },
  permission: 'salesrole_grant',
  body: T.Object({ tenantId: T.Optional(TenantId), roleIds: Ids, menuIds: Ids, dataScopeIds: Ids, apiScopeIds: Ids }),
  returns: A.as('POST /api/blade-system/role/grant'),
  handler: async (input) => {
    const { tenantId, ...body } = input.body
    const roleIds = idsIn(body.roleIds, 'roleIds')
    const owner =
      tenantId ??
      (await tenantOf(input.ctx, 'select tenant_id from identity_roles where id = any($1::bigint[]) and not is_deleted', roleIds))
    const ctx = await inTenant(input.ctx, owner)
    return callOf(input, 'POST /api/blade-system/role/grant').handler({ ...(input as RouteInput), ctx, body })
  },
})

/** Returns one device by its serial number, with its live state. Without `tenantId` it is the tenant of the device. */
const device = route({
  method: 'GET',
  path: '/api/blade-sales/device/detail',
  summary: ['租户设备详情', 'A lamp controller by its serial number'],
  example: { query: { tenantId: '100001', sn: 'LC-0001' } },
  permission: 'salesdevice_view',
  query: T.Object({ sn: T.String({ minLength: 1, maxLength: 64 }), tenantId: T.Optional(TenantId) }),
  returns: A.as('GET /api/blade-city/controller/{id}'),
  handler: async (input) => {
    const found = 'select id, tenant_id from lighting_controllers where sn = $1 and not is_deleted'
    const ctx = await inTenant(input.ctx, input.query.tenantId ?? (await tenantOf(input.ctx, found, input.query.sn)))
    const [row] = await ctx.query<{ id: string }>(found, [input.query.sn])
    return callOf(input, 'GET /api/blade-city/controller/{id}').handler({
      ...(input as RouteInput),
      ctx,
      query: {},
      params: { id: row?.id ?? '0' },
    })
  },
})

/** Devices of a selected tenant that report a fault, newest report first. `faults` are words of the TALQ vocabulary. */
const FaultReturns = A.of({ id: A.id, sn: A.text, name: A.text, faults: A.list(A.text), areaName: A.text, reportedAt: A.time })
export const salesFaults = route({
  method: 'GET',
  path: '/api/blade-sales/deviceFault/list',
  summary: ['租户设备故障', 'Devices of a chosen tenant that report a fault'],
  example: { query: { tenantId: '100001' } },
  permission: 'salesdevice_view',
  query: T.Object({ ...Paged, tenantId: TenantId }),
  returns: A.page(FaultReturns),
  handler: async (input) => {
    const ctx = await inTenant(input.ctx, input.query.tenantId)
    const { current = 1, size = 10 } = input.query
    const { limit, offset } = pageWindow({ current, size })
    const params: unknown[] = []
    const from = `from (${allDevices(ctx, params, ' and s.state = 3')}) d`
    const counted = [...params]
    const $ = (value: unknown): string => `$${params.push(value)}`
    const [rows, [total]] = await ctx.queries<[AnswerOf<typeof FaultReturns>, { n: number }]>([
      [
        `select d.device_id::text as id, d.sn, coalesce(d.name, '') as name, s.faults, coalesce(a.area_full_name, '') as "areaName",
           coalesce(to_char(d.reported_at at time zone ${$(ctx.zone)}, 'YYYY-MM-DD HH24:MI:SS'), '') as "reportedAt"
         ${from} join devices_states s on s.device_id = d.device_id left join places_areas a on a.id = d.area_id
         order by d.reported_at desc nulls last, d.device_id limit ${$(limit)} offset ${$(offset)}`,
        params,
      ],
      [`select count(*)::int as n ${from}`, counted],
    ])
    return page(rows, total?.n ?? 0, current, size)
  },
})

export const chosenRoutes: readonly Route[] = [...pages, ...managed, grant, device, salesFaults]
