import type { Known } from './known-rows.ts'

/** A call that a client would make: what goes into the address, the query and the body. */
export interface Call {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

const of = (rows: Known) => ({ ids: rows.controller, groupId: rows.group })
const selector = (rows: Known) => ({ command: 'on', duration: 60, selector: { controllerIds: [rows.controller] } })
const user = (path: string, call: (rows: Known) => Call): Record<string, (rows: Known) => Call> => ({
  [`${path.replace('*', 'blade-user')}`]: call,
  [`${path.replace('*', 'blade-system/user')}`]: call,
})
const nothing = (): Call => ({})
/** The steps that every kind of import has. */
const imports = (kind: 'lamp' | 'controller' | 'install', base: string): Record<string, (rows: Known) => Call> => {
  const asked = (rows: Known): Call => ({ query: { uploadId: rows.imports[kind] } })
  const told = (rows: Known): Call => ({ body: { uploadId: rows.imports[kind] } })
  const at = `/api/${base}/import`
  return {
    [`POST ${at}`]: (rows) => ({ query: { projectId: rows.project, areaId: rows.area, groupId: rows.group } }),
    [`POST ${at}/upload`]: nothing,
    [`GET ${at}/detail`]: asked,
    [`POST ${at}/inspect`]: told,
    [`POST ${at}/preview`]: (rows) => ({ body: { uploadId: rows.imports[kind], projectId: rows.project, areaId: rows.area } }),
    [`GET ${at}/places`]: asked,
    [`POST ${at}/run`]: told,
    [`GET ${at}/failures`]: asked,
    [`GET ${at}/failures/download`]: asked,
    [`GET ${at}/template`]: nothing,
    [`GET ${at}/undo`]: asked,
    [`POST ${at}/undo`]: told,
    [`POST ${at}/discard`]: told,
  }
}

/** Calls of sales, for the tenant of the rows. */
const chosen = (method: 'GET' | 'POST', calls: Readonly<Record<string, (rows: Known) => Call>>): Record<string, (rows: Known) => Call> =>
  Object.fromEntries(
    Object.entries(calls).map(([path, call]) => [
      `${method} /api/blade-sales/${path}`,
      (rows: Known): Call => {
        const { query, body } = call(rows)
        return method === 'GET'
          ? { query: { tenantId: rows.tenantId, ...query } }
          : { body: { tenantId: rows.tenantId, ...(body as object | undefined) } }
      },
    ]),
  )

/** Every call that is written by hand, with values that it takes. A route that is neither here nor follows from a resource fails the suite. */
export const HAND_WRITTEN: Readonly<Record<string, (rows: Known) => Call>> = {
  'GET /api/health': nothing,
  'GET /api/blade-auth/oauth/captcha': nothing,
  'GET /api/blade-auth/oauth/clear-cache': nothing,
  'GET /api/blade-auth/oauth/logout': nothing,
  'POST /api/blade-auth/oauth/logout': nothing,
  'POST /api/blade-auth/oauth/token': (rows) => ({
    query: { grant_type: 'password', tenantId: rows.tenantId, username: 'nobody', password: '0' },
  }),
  'GET /api/blade-auth/oauth/user-info': nothing,
  'GET /api/blade-system/tenant/info': () => ({ query: { domain: 'https://light.example.com' } }),
  'GET /api/blade-system/tenant/select': nothing,
  ...user('GET /api/*/info', nothing),
  ...user('GET /api/*/user-list', nothing),
  ...user('POST /api/*/update-info', () => ({ body: { name: '灯' } })),
  ...user('POST /api/*/update-password', () => ({ query: { oldPassword: 'wrong', newPassword: 'New-1', newPassword1: 'New-1' } })),
  ...user('POST /api/*/reset-password', (rows) => ({ query: { userIds: rows.user } })),
  ...user('POST /api/*/unlock', (rows) => ({ query: { userIds: rows.user } })),
  ...user('POST /api/*/grant', (rows) => ({ query: { userIds: rows.user, roleIds: rows.role } })),
  'GET /api/blade-system/role/tree': (rows) => ({ query: { tenantId: rows.tenantId } }),
  'GET /api/blade-system/role/tree-by-id': (rows) => ({ query: { roleId: rows.role } }),
  'GET /api/blade-system/role/select': (rows) => ({ query: { roleId: rows.role } }),
  'POST /api/blade-system/role/grant': (rows) => ({ body: { roleIds: [rows.role], menuIds: [rows.menu] } }),
  'GET /api/blade-system/menu/role-tree-keys': (rows) => ({ query: { roleIds: rows.role } }),
  'GET /api/blade-system/menu/routes': (rows) => ({ query: { topMenuId: rows.menu } }),
  'GET /api/blade-system/menu/buttons': nothing,
  'GET /api/blade-system/menu/top-menu': nothing,
  'GET /api/blade-system/menu/menu-list': nothing,
  'GET /api/blade-system/menu/lazy-menu-list': (rows) => ({ query: { parentId: rows.menu } }),
  'GET /api/blade-system/menu/tree': nothing,
  'GET /api/blade-system/menu/grant-tree': (rows) => ({ query: { parentId: rows.menu } }),
  'GET /api/blade-system/dict/dictionary': () => ({ query: { code: 'sex' } }),
  'GET /api/blade-system/dict/parent-list': () => ({ query: { code: 'sex', dictValue: '性' } }),
  'GET /api/blade-system/dict/child-list': (rows) => ({ query: { parentId: rows.dict } }),
  'GET /api/blade-system/dict/tree': () => ({ query: { code: 'sex' } }),
  'POST /api/blade-system/dict/remove': (rows) => ({ query: { ids: rows.dict } }),
  'GET /api/blade-system/param/console': nothing,
  'GET /api/blade-system/area/tree': (rows) => ({ query: { areaId: rows.area, parentId: '0' } }),
  'GET /api/blade-system/area/complete-tree': nothing,
  'GET /api/blade-system/project/tree': (rows) => ({ query: { parentId: rows.project } }),
  'GET /api/blade-system/project/authorized-tree': (rows) => ({ query: { parentId: rows.project } }),
  'GET /api/blade-system/project/authorized-list': nothing,
  'GET /api/blade-system/area/area-has-device-by-auth': (rows) => ({
    query: { areaId: rows.area, projectId: rows.project, currentControllerStatus: 5 },
  }),
  'GET /api/blade-system/area/reach': (rows) => ({ query: { ids: rows.area } }),
  'GET /api/blade-system/project/reach': (rows) => ({ query: { ids: rows.project } }),
  'GET /api/blade-system/area/counts': nothing,
  'GET /api/blade-system/area/boundaries': (rows) => ({ query: { areaId: rows.area } }),
  'POST /api/blade-system/area/boundary': (rows) => ({ body: { areaId: rows.area, boundary: null } }),
  'GET /api/blade-system/mapShare/fastMap': (rows) => ({ query: { code: rows.areaName } }),
  'GET /api/blade-city/lamp/shared': (rows) => ({ query: { code: rows.areaName } }),
  'POST /api/blade-city/lamp/updateLocation': (rows) => ({ body: { id: rows.lamp, longitude: 112.9, latitude: 28.2 } }),
  'GET /api/blade-system/areaManage/tree': (rows) => ({ query: { areaId: rows.area, parentId: '0' } }),
  'GET /api/blade-system/areaManage/reviewer': (rows) => ({ query: { areaId: rows.area } }),
  'GET /api/blade-system/areaManage/managerUser': (rows) => ({ query: { areaId: rows.area } }),
  'GET /api/blade-system/areaManage/validateArea': (rows) => ({ query: { areaId: rows.area } }),
  'POST /api/blade-system/areaManage/addManagerUser': (rows) => ({ body: { areaManageId: rows.areaManage, userIds: [rows.user] } }),
  'POST /api/blade-system/areaManage/deleteManagerUser': (rows) => ({ body: { areaManageId: rows.areaManage, userId: rows.user } }),
  'GET /api/blade-system/dept/areaChildTree': () => ({ query: { deptId: '77' } }),
  ...chosen('GET', {
    userPageByTenantId: nothing,
    'role/tree': nothing,
    'role/list': nothing,
    'menu/grant-tree': (rows) => ({ query: { parentId: rows.menu } }),
    'menu/role-tree-keys': (rows) => ({ query: { roleIds: rows.role } }),
    'post/select': nothing,
    'dept/tree': nothing,
    'area/tree': (rows) => ({ query: { areaId: rows.area, parentId: '0' } }),
    'project/lazy-list': (rows) => ({ query: { parentId: rows.project } }),
    'project/tree': (rows) => ({ query: { parentId: rows.project } }),
    'device/list': (rows) => ({ query: { projectId: rows.project } }),
    'device/detail': (rows) => ({ query: { sn: rows.controllerSn } }),
    'deviceFault/list': nothing,
  }),
  ...chosen('POST', {
    'user/submit': (rows) => ({ body: { id: rows.user, realName: '改名' } }),
    'role/submit': (rows) => ({ body: { id: rows.role, roleName: '改名' } }),
    'role/grant': (rows) => ({ body: { roleIds: [rows.role], menuIds: [rows.menu] } }),
    'post/submit': () => ({ body: { postName: '岗位' } }),
    'dept/submit': () => ({ body: { deptName: '部门' } }),
    'area/submit': (rows) => ({ body: { id: rows.area, areaName: '改名' } }),
    'project/submit': (rows) => ({ body: { id: rows.project, name: '改名' } }),
    'project/moveProject': (rows) => ({ body: { ids: [rows.project], parentId: '' } }),
    'tenant/administrator': () => ({ body: { account: 'boss', password: 'Boss-0001', realName: '老板' } }),
    'tenant/projects': () => ({ body: { projects: [{ name: '一期' }] } }),
    'tenant/town': (rows) => ({ body: { projectId: rows.project, lamps: 10 } }),
  }),
  'GET /api/blade-sales/tenantPageForSales': nothing,
  'GET /api/blade-sales/user/select': nothing,
  'POST /api/blade-sales/tenant/submit': () => ({ body: { tenantName: '新租户' } }),
  'POST /api/blade-sales/tenant/batchUpdateSales': (rows) => ({
    body: { orignSalesId: rows.user, destSalesId: rows.user, ids: [rows.tenant] },
  }),
  'GET /api/blade-device/gateway/list': (rows) => ({ query: { sn: rows.gatewaySn } }),
  'DELETE /api/blade-device/gateway/{id}': (rows) => ({ path: { id: rows.gateway } }),
  'GET /api/blade-device/gateway/status_num': (rows) => ({ query: { projectId: rows.project } }),
  'GET /api/blade-device/gateway/child_device': (rows) => ({ query: { gwSn: rows.gatewaySn } }),
  'GET /api/blade-device/device/gw/unregistered_child_dev': (rows) => ({ query: { gwSn: rows.gatewaySn } }),
  'GET /api/blade-device/gateway/message/latest': (rows) => ({ query: { sn: rows.gatewaySn } }),
  'POST /api/blade-device/gateway/virtual': (rows) => ({ query: { projectName: rows.projectName } }),
  'GET /api/blade-device/state': (rows) => ({ query: { deviceId: rows.controller } }),
  'GET /api/blade-device/telemetry/history': (rows) => ({ query: { deviceId: rows.controller, hours: 24 } }),
  'PUT /api/blade-city/device_group': (rows) => ({ body: { groupId: rows.group, groupName: '改名' } }),
  'PUT /api/blade-city/group': (rows) => ({ body: { groupId: rows.group, groupName: '改名' } }),
  'POST /api/blade-city/group/submit': (rows) => ({ body: { groupId: rows.group, groupName: '改名' } }),
  'POST /api/blade-city/group/remove': (rows) => ({ query: { ids: rows.group } }),
  'GET /api/blade-city/device_group/device/page': (rows) => ({ query: { groupId: rows.group } }),
  'GET /api/blade-city/group/controller/list': (rows) => ({ query: { groupId: rows.group } }),
  'POST /api/blade-city/device_group/copy': (rows) => ({ query: of(rows) }),
  'POST /api/blade-city/device_group/move': (rows) => ({ query: of(rows) }),
  'POST /api/blade-city/device_group/remove': (rows) => ({ query: of(rows) }),
  'POST /api/blade-city/group/move': (rows) => ({ query: of(rows) }),
  'DELETE /api/blade-city/group/controller': (rows) => ({ query: of(rows) }),
  'POST /api/blade-city/group/controller/move-copy': (rows) => ({ query: of(rows) }),
  'POST /api/blade-city/controller/batch/manual/switch-lum': (rows) => ({
    body: { controllerIds: [rows.controller], dimValue: 40, duration: 60 },
  }),
  'POST /api/blade-city/controller/batch/manual/switch-power': (rows) => ({ body: { controllerIds: [rows.controller], openStatus: 1 } }),
  'POST /api/blade-city/controller/getOffLamp': (rows) => ({ body: { controllerIds: [rows.controller], duration: 60 } }),
  'POST /api/blade-city/controller/batch/openlamp': (rows) => ({ body: { controllerIds: [rows.controller] } }),
  'POST /api/blade-city/controller/group/openlamp': (rows) => ({ body: { groupId: rows.group } }),
  'POST /api/blade-city/controller/batch/command': (rows) => ({ body: selector(rows) }),
  'POST /api/blade-city/controller/batch/command/preview': (rows) => ({ body: selector(rows) }),
  'GET /api/blade-city/commandrecord/executeStatus': (rows) => ({ query: { commandRecordId: rows.batch } }),
  'GET /api/blade-city/commandrecord/failDevice': (rows) => ({ query: { commandRecordId: rows.batch } }),
  'GET /api/blade-sun/commandRecord/getDetailByBatchId': (rows) => ({ query: { batchId: rows.batch } }),
  'GET /api/blade-sun/commandRecord/getFailDeviceByBatchId': (rows) => ({ query: { batchId: rows.batch } }),
  'GET /api/blade-city/commandrecord/ofDevice': (rows) => ({ query: { deviceId: rows.controller } }),
  'POST /api/blade-city/commandrecord/retry': (rows) => ({ body: { commandRecordId: rows.batch } }),
  'POST /api/blade-city/commandrecord/cancel': (rows) => ({ body: { commandRecordId: rows.batch } }),
  'GET /api/blade-city/lamp/map': (rows) => ({ query: { projectId: rows.project } }),
  'GET /api/blade-city/lamp/map/base': nothing,
  'GET /api/blade-city/lamp/search': (rows) => ({ query: { q: rows.areaName } }),
  'GET /api/blade-city/lamp/realTimeCondition': (rows) => ({ query: { id: rows.lamp } }),
  'GET /api/blade-city/lamp/ids': (rows) => ({ query: { areaId: rows.area } }),
  ...imports('lamp', 'blade-city/lamp'),
  ...imports('controller', 'blade-city/controller'),
  ...imports('install', 'blade-city/cityLampInstall'),
  'GET /api/blade-city/lamp/import/record': nothing,
  'GET /api/blade-city/lamp/import/status': (rows) => ({ query: { uploadId: rows.imports.lamp } }),
  'GET /api/blade-city/controller/import/record/list': nothing,
  'POST /api/blade-city/controller/import/result': (rows) => ({ body: { uploadId: rows.imports.controller } }),
  'GET /api/blade-city/cityLampInstall/import/records': nothing,
  'GET /api/blade-city/cityLampInstall/template/download': nothing,
  'GET /api/blade-city/cityLampInstall/fail/page': (rows) => ({ query: { uploadId: rows.imports.install } }),
  'GET /api/blade-city/cityLampInstall/fail/download': (rows) => ({ query: { uploadId: rows.imports.install } }),
  'GET /api/blade-report/dashboard/info': (rows) => ({ query: { projectId: rows.project } }),
}
