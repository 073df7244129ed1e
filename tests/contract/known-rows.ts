import { type ApiClient, eventually, type TestPlatform } from '@lamplight/testing'
import { type KnownSystem, knownSystem } from './known-system.ts'
import { makeRows } from './made-rows.ts'

/** One row of each kind that a tenant owns, and a few of its names: what calls are made with. */
export interface Known extends KnownSystem {
  readonly tenantId: string
  readonly tenant: string
  readonly lamp: string
  readonly post: string
  readonly street: string
  readonly controller: string
  readonly controllerSn: string
  readonly gateway: string
  readonly gatewaySn: string
  readonly group: string
  readonly area: string
  readonly areaName: string
  readonly project: string
  readonly areaManage: string
  readonly mapJumpArea: string
  readonly mapShare: string
  readonly builder: string
  readonly unit: string
  readonly report: string
  readonly projectName: string
  readonly batch: string
  readonly user: string
  readonly role: string
  readonly dept: string
  /** A position that people hold. */
  readonly position: string
  readonly client: string
  readonly dataScope: string
  readonly apiScope: string
  readonly topMenu: string
  readonly systemMenu: string
  /** An import that has ended, by its kind. */
  readonly imports: { readonly lamp: string; readonly controller: string; readonly install: string }
  readonly socialSource: string
  readonly oauth: string
  readonly guest: string
  readonly invite: string
  /** What the link of the invitation carries. */
  readonly identification: string
  readonly shortCode: string
  readonly registerInfo: string
  readonly dict: string
  readonly menu: string
  readonly param: string
  /** Resource name → the row of a resource that has no name here. */
  readonly made: Readonly<Record<string, string>>
}

const one = async (house: TestPlatform, sql: string, params: readonly unknown[] = []): Promise<Record<string, string>> => {
  const [row] = await house.platform.system.query<Record<string, string>>(sql, params)
  if (!row) throw new Error(`there is no row: ${sql}`)
  return row
}

/** Who asks to be let in, how they came, and by whose invitation. */
export const knownPeople = async (house: TestPlatform, tenantId: string, userId: string, roleId: string) => {
  const { newId, system } = house.platform
  const ids = { socialSource: newId(), oauth: newId(), guest: newId(), invite: newId(), registerInfo: newId() }
  const identification = `known-invitation-${tenantId}`
  const shortCode = `K${tenantId}`
  const insert = (table: string, row: Record<string, unknown>): Promise<unknown> =>
    system.query(
      `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.keys(row)
        .map((_, at) => `$${at + 1}`)
        .join(', ')})`,
      Object.values(row),
    )
  await insert('identity_social_source', {
    ...{ id: ids.socialSource, tenant_id: tenantId, name: '门户', source: `portal${tenantId}`, issuer: 'https://id.example.com' },
    ...{ client: 'lamplight', enabled: true, sort: 1 },
  })
  await insert('identity_oauth', {
    ...{ id: ids.oauth, tenant_id: tenantId, source_id: ids.socialSource, subject: `s-${tenantId}`, nickname: '访客' },
    ...{ user_id: userId, last_time: new Date() },
  })
  await insert('identity_guest', { id: ids.guest, tenant_id: tenantId, account: 'waits', name: '申请人', verifier: 'x', status: 0 })
  await insert('identity_invite', {
    ...{ id: ids.invite, tenant_id: tenantId, identification, short_code: shortCode, invite_type: 1, invite_module: 'SUN' },
    ...{ invite_roles: [roleId], multiple: true, used: 1, status: 0, expire_time: new Date(Date.now() + 1e8), invite_user_id: userId },
  })
  await insert('identity_register_info', {
    ...{ id: ids.registerInfo, tenant_id: tenantId, account: 'asks', name: '受邀人', verifier: 'x', status: 0, phone: '13700000000' },
    ...{ role_ids: [roleId], invite_user_id: userId, identification },
  })
  return { ...ids, identification, shortCode }
}

/** Sees to it that the tenant has a row of every kind (a command, a group with members, an import, messages that did not fit) and tells their ids. */
export const knownRows = async (house: TestPlatform, tenantId: string, writer: ApiClient): Promise<Known> => {
  const own = (columns: string, table: string, more = ''): Promise<Record<string, string>> =>
    one(house, `select ${columns} from ${table} where tenant_id = $1 and not is_deleted ${more} order by id limit 1`, [tenantId])
  const system = house.platform.system
  const device = await own('id, sn, gateway_id', 'lighting_controller')
  const gateway = await one(house, 'select id, sn from devices_gateway where id = $1', [device.gateway_id])
  const lamp = await one(house, 'select id, post_id, project_id, area_id from lighting_lamp where controller_id = $1', [device.id])
  const street = await one(house, 'select street_id as id from lighting_post where id = $1', [lamp.post_id])
  const project = await one(house, 'select id, name from places_project where id = $1', [lamp.project_id])
  const area = await one(house, 'select id, area_name as name from places_area where id = $1', [lamp.area_id])
  const made = await writer.post<{ id: string }>('/api/blade-city/group/submit', { groupName: `已知分组${tenantId}` })
  if (made.code !== 200) throw new Error(`adding a group failed: ${made.msg}`)
  await system.query('insert into devices_group_member (group_id, device_id, tenant_id) values ($1, $2, $3)', [
    made.data.id,
    device.id,
    tenantId,
  ])
  const dimmed = await writer.post<{ batchId: string }>('/api/blade-city/lamp/dim', { ids: [lamp.id], level: 33, duration: 600 })
  if (dimmed.code !== 200) throw new Error(`dimming failed: ${dimmed.msg}`)
  await eventually(async () => (await system.query('select 1 from control_batch where id = $1', [dimmed.data.batchId])).length > 0)
  const imported = async (kind: string): Promise<string> => {
    const made = house.platform.newId()
    await system.query(
      `insert into lighting_import (id, tenant_id, kind, file_name, size, phase, status, account, project_id) values ($1, $2, $3, 'lamps.csv', 9, 'ended', 2, 'x', $4)`,
      [made, tenantId, kind, project.id],
    )
    return made
  }
  const imports = { lamp: await imported('lamp'), controller: await imported('controller'), install: await imported('install') }
  await system.query(
    `insert into devices_misfit (gateway_sn, tenant_id, kind, reason, payload, at) values ($1, $2, 'report', 'not JSON', '{', now()) on conflict do nothing`,
    [gateway.sn, tenantId],
  )
  await system.query(
    `insert into devices_stranger (gateway_sn, sn, tenant_id, type, at) values ($1, $2, $3, '4', now()) on conflict do nothing`,
    [gateway.sn, `STRANGER-${tenantId}`, tenantId],
  )
  const place = async (table: string, columns: Record<string, unknown>): Promise<string> => {
    const made = house.platform.newId()
    const names = Object.keys(columns)
    await system.query(
      `insert into ${table} (id, tenant_id, ${names.join(', ')}) values ($1, $2, ${names.map((_, at) => `$${at + 3}`).join(', ')})`,
      [made, tenantId, ...Object.values(columns)],
    )
    return made
  }
  const placed = {
    areaManage: await place('places_area_manage', { area_id: area.id, name: '负责', remark: '负责' }),
    mapJumpArea: await place('places_map_jump_area', { area_id: area.id, area_name: '跳转' }),
    mapShare: await place('places_map_share', {
      area_id: area.id,
      name: '分享',
      share_code: `${tenantId}-${house.platform.newId()}`,
      expire_time: '2099-01-01',
      enabled: true,
    }),
    builder: await place('places_builder', { name: `建设${house.platform.newId()}` }),
    report: await place('reports_report', { name: '报表', source: 'lighting.lamp', columns: 'name', filter: 'kind=2', format: 2 }),
    unit: await place('places_unit', { name: `单位${house.platform.newId()}` }),
  }
  const menu = await one(house, `select id from system_menu where code = 'post' and not is_deleted`)
  const shared = await one(house, `select id from system_system_menu where not is_deleted order by id limit 1`)
  const global = async (table: string, columns: Record<string, unknown>): Promise<string> => {
    const made = await place(table, columns)
    await system.query(`update ${table} set tenant_id = '000000' where id = $1`, [made])
    return made
  }
  const tag = `${tenantId}-${house.platform.newId()}`
  const organised = {
    dept: await place('identity_dept', { dept_name: '部门', full_name: '部门全称', ancestors: '0', sort: 1 }),
    position: await place('identity_post', { post_name: '岗位', post_code: tag, sort: 1 }),
    dataScope: await place('identity_data_scope', { scope_name: '范围', menu_id: menu.id, resource_code: tag, scope_type: 1 }),
    apiScope: await place('identity_api_scope', {
      scope_name: '接口',
      menu_id: menu.id,
      resource_code: tag,
      scope_path: '/x',
      scope_type: 2,
    }),
    client: await global('identity_client', { client: tag, grants: 'password', enabled: true }),
    topMenu: await global('system_top_menu', { name: '顶部', code: tag, source: 'globe', sort: 1 }),
    systemMenu: String(shared.id),
  }
  const id = (row: Record<string, string>): string => String(row.id)
  const first = (table: string): Promise<Record<string, string>> =>
    one(house, `select id from ${table} where not is_deleted order by id limit 1`)
  const user = id(await own('id', 'identity_user'))
  const role = id(await own('id', 'identity_role'))
  return {
    ...(await knownPeople(house, tenantId, user, role)),
    ...(await knownSystem(house, tenantId, user)),
    tenantId,
    tenant: id(await own('id', 'identity_tenant')),
    lamp: id(lamp),
    post: String(lamp.post_id),
    street: id(street),
    controller: id(device),
    controllerSn: String(device.sn),
    gateway: id(gateway),
    gatewaySn: String(gateway.sn),
    group: made.data.id,
    area: id(area),
    areaName: String(area.name),
    project: id(project),
    ...placed,
    ...organised,
    projectName: String(project.name),
    batch: dimmed.data.batchId,
    user,
    role,
    imports,
    dict: id(await first('system_dict')),
    menu: id(await first('system_menu')),
    param: id(await first('system_param')),
    made: await makeRows(house, writer, {
      'devices.gateway': id(gateway),
      'places.project': id(project),
      'places.area': id(area),
    }),
  }
}
