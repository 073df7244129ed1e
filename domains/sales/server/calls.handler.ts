import { exampleId } from '@lamplight/kit'
import { A, idsIn, page, type Route, type RouteInput, route, T } from '@lamplight/server-kit'
import { inTenant, tenantOf } from './chosen-tenant.ts'
import { callOf, schemas, through } from './through.ts'

const { Paged, Id, TenantId, BodyId, Ids } = schemas
const Text = T.Optional(T.String({ maxLength: 500 }))
const IdList = T.Optional(T.String({ pattern: '^(\\d{1,19}(,\\d{1,19})*)?$', maxLength: 4000 }))
const Any = T.Optional(T.Unknown())

/** Users, roles, posts, departments, areas and projects of a chosen tenant: the calls of their own slices, inside it (rule.perm.sales.manage). */
const managed: readonly Route[] = [
  through({
    path: 'userPageByTenantId',
    call: 'GET /api/blade-user/page',
    summary: ['租户用户', 'Users of a chosen tenant'],
    permission: 'salesuser_view',
    query: { ...Paged, account: Text, realName: Text },
  }),
  through({
    path: 'user/submit',
    call: 'POST /api/blade-user/submit',
    summary: ['新增或修改租户用户', 'Add or change a user of a chosen tenant'],
    example: { account: 'zhangsan', realName: '张三', password: 'Sample-secret-1', roleId: exampleId('identity.role') },
    permission: 'salesuser_edit',
    body: {
      id: BodyId,
      account: Any,
      realName: Any,
      roleId: Ids,
      deptId: Ids,
      postId: Ids,
      areaIds: Ids,
      projectIds: Ids,
      password: Any,
      phone: Any,
      email: Any,
      status: Any,
      expireTime: Any,
    },
  }),
  through({
    path: 'user/detail',
    call: 'GET /api/blade-user/detail',
    summary: ['租户用户详情', 'A user of a chosen tenant'],
    example: { id: exampleId('identity.user') },
    permission: 'salesuser_view',
    query: { id: Id },
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
    path: 'role/copy',
    call: 'POST /api/blade-system/role/copy',
    summary: ['复制租户角色', 'Copy a role of a chosen tenant with its rights'],
    example: { ids: exampleId('identity.role'), roleName: '值班员' },
    permission: 'salesrole_edit',
    body: { ids: Ids, roleName: Any, roleAlias: Any },
  }),
  through({
    path: 'role/tree',
    call: 'GET /api/blade-system/role/tree',
    summary: ['租户角色树', 'Roles of a chosen tenant as tree nodes'],
    permission: 'salesrole_view',
  }),
  through({
    path: 'role/list',
    call: 'GET /api/blade-system/role/list',
    summary: ['租户角色', 'Roles of a chosen tenant'],
    permission: 'salesrole_view',
    query: { ...Paged, roleName: Text },
  }),
  through({
    path: 'role/submit',
    call: 'POST /api/blade-system/role/submit',
    summary: ['新增或修改租户角色', 'Add or change a role of a chosen tenant'],
    example: { roleName: '调度员', roleAlias: 'dispatcher', sort: 1 },
    permission: 'salesrole_edit',
    body: { id: BodyId, roleName: Any, roleAlias: Any, parentId: BodyId, sort: Any },
  }),
  through({
    path: 'menu/grant-tree',
    call: 'GET /api/blade-system/menu/grant-tree',
    summary: ['租户可授权的菜单树', 'Menus and buttons that roles of a chosen tenant may be granted'],
    example: { parentId: exampleId('system.menu') },
    permission: 'salesrole_view',
    query: { parentId: Id, parts: Text },
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
    summary: ['租户岗位', 'Posts of a chosen tenant'],
    permission: 'salesdept_view',
  }),
  through({
    path: 'dept/tree',
    call: 'GET /api/blade-system/dept/tree',
    summary: ['租户机构树', 'Departments of a chosen tenant as tree nodes'],
    permission: 'salesdept_view',
  }),
  through({
    path: 'post/submit',
    call: 'POST /api/blade-system/post/submit',
    summary: ['新增或修改租户岗位', 'Add or change a post of a chosen tenant'],
    example: { postName: '巡检员', postCode: 'inspector', sort: 1 },
    permission: 'salesdept_edit',
    body: { id: BodyId, postCode: Any, postName: Any, category: Any, sort: Any },
  }),
  through({
    path: 'dept/submit',
    call: 'POST /api/blade-system/dept/submit',
    summary: ['新增或修改租户机构', 'Add or change a department of a chosen tenant'],
    example: { deptName: '照明所', fullName: '城区照明所', sort: 1 },
    permission: 'salesdept_edit',
    body: { id: BodyId, parentId: BodyId, deptName: Any, fullName: Any, deptCategory: Any, sort: Any },
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
    path: 'area/submit',
    call: 'POST /api/blade-system/area/submit',
    summary: ['新增或修改租户区域', 'Add or change an area of a chosen tenant'],
    example: { areaName: '望城区', sort: 1 },
    permission: 'salesarea_edit',
    body: { id: BodyId, parentId: BodyId, areaName: Any, areaCode: Any, sort: Any },
  }),
  through({
    path: 'areaManage/tree',
    call: 'GET /api/blade-system/areaManage/tree',
    summary: ['租户区域负责人', 'Areas of a chosen tenant with their managers and reviewers'],
    permission: 'salesareamanage_view',
    query: { areaId: Id, parentId: Id },
  }),
  through({
    path: 'project/lazy-list',
    call: 'GET /api/blade-system/project/lazy-list',
    summary: ['租户项目', 'Projects of a chosen tenant below one'],
    example: { parentId: exampleId('places.project') },
    permission: 'salesproject_view',
    query: { parentId: Id },
  }),
  through({
    path: 'project/tree',
    call: 'GET /api/blade-system/project/tree',
    summary: ['租户项目树', 'Projects of a chosen tenant as tree nodes'],
    example: { parentId: exampleId('places.project') },
    permission: 'salesproject_view',
    query: { parentId: Id },
  }),
  through({
    path: 'project/submit',
    call: 'POST /api/blade-system/project/submit',
    summary: ['新增或修改租户项目', 'Add or change a project of a chosen tenant'],
    example: { name: '二期工程', type: 2, sort: 1 },
    permission: 'salesproject_edit',
    body: { id: BodyId, parentId: BodyId, name: Any, type: Any, sort: Any },
  }),
  through({
    path: 'project/moveProject',
    call: 'POST /api/blade-system/project/moveProject',
    summary: ['移动租户项目', 'Move projects of a chosen tenant below another'],
    example: { ids: [exampleId('places.project')], parentId: exampleId('places.project.parent') },
    permission: 'salesproject_edit',
    body: { ids: Ids, parentId: BodyId },
  }),
  through({
    path: 'device/list',
    call: 'GET /api/blade-city/controller/page',
    summary: ['租户设备', 'Lamp controllers of a chosen tenant'],
    example: { projectId: exampleId('places.project') },
    permission: 'salesdevice_view',
    query: { ...Paged, sn: Text, projectId: Id, areaId: Id },
  }),
]

/** The rights of roles of one tenant; `tenantId` may be left out, for roles tell it. */
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

/** One device of a salesperson's tenants by its serial number, with its live state. */
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

/** Devices of a chosen tenant that report a fault, the newest report first. `faults` are words of the TALQ vocabulary. */
const faults = route({
  method: 'GET',
  path: '/api/blade-sales/deviceFault/list',
  summary: ['租户设备故障', 'Devices of a chosen tenant that report a fault'],
  example: { query: { tenantId: '100001' } },
  permission: 'salesdevice_view',
  query: T.Object({ ...Paged, tenantId: TenantId }),
  returns: A.page(A.of({ id: A.id, sn: A.text, name: A.text, faults: A.list(A.text), areaName: A.text, reportedAt: A.time })),
  handler: async (input) => {
    const ctx = await inTenant(input.ctx, input.query.tenantId)
    const { current = 1, size = 10 } = input.query
    const rows = await ctx.query(
      `select s.device_id::text as id, r.sn, coalesce(r.name, '') as name, s.faults, coalesce(a.area_full_name, '') as "areaName",
         coalesce(to_char(s.reported_at at time zone $3, 'YYYY-MM-DD HH24:MI:SS'), '') as "reportedAt"
       from devices_states s join devices_registered r on r.device_id = s.device_id
       left join lighting_controllers c on c.id = s.device_id and not c.is_deleted left join places_areas a on a.id = c.area_id
       where s.state = 3 order by s.reported_at desc nulls last, s.device_id limit $1 offset $2`,
      [size < 0 ? 10_000 : size, size < 0 ? 0 : Math.max(0, current - 1) * size, ctx.zone],
    )
    const [total] = await ctx.query<{ n: number }>('select count(*)::int as n from devices_states where state = 3')
    return page(rows, total?.n ?? 0, current, size)
  },
})

export const chosenRoutes: readonly Route[] = [...managed, grant, device, faults]
