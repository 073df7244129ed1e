import { type ApiClient, eventually, md5, type TestPlatform } from '@lamplight/testing'
import { Secret, TOTP } from 'otpauth'
import type { Call } from './hand-written.ts'
import type { Known } from './known-rows.ts'
import type { Samples } from './samples.ts'

export interface World {
  readonly house: TestPlatform
  readonly admin: ApiClient
  /** Rows of the platform's tenant. */
  readonly known: Known
  /** Rows of another tenant, for salespeople. */
  readonly theirs: Known
  readonly samples: Samples
}
/** How a call is made that changes something: what it sends, as whom (an administrator of the platform unless told), and which file. */
export interface Doing extends Call {
  readonly as?: ApiClient
  readonly file?: { readonly content: string | Uint8Array<ArrayBuffer>; readonly name: string }
}
type Make = (world: World) => Doing | Promise<Doing>

const numbers = Array.from({ length: 10_000 }, (_, n) => n + 1).values()
const next = (): number => numbers.next().value ?? 0
const PASSWORD = 'Walks-0001'
const fresh = ({ house, samples }: World, name: string): Promise<string> => {
  const served = house.registry.resources.get(name)
  if (!served) throw new Error(`there is no resource ${name}`)
  return samples.create(served.resource)
}
const person = async (world: World): Promise<{ id: string; account: string; client: ApiClient }> => {
  const account = `walks_${next()}`
  const made = await world.admin.post<{ id: string }>('/api/blade-user/submit', {
    ...{ account, password: PASSWORD, name: account, realName: account, roleId: world.known.role },
  })
  if (made.code !== 200) throw new Error(`adding a user failed: ${made.msg}`)
  return { id: made.data.id, account, client: await world.house.signIn({ account, password: PASSWORD }) }
}
const insert = async ({ house }: World, table: string, row: Record<string, unknown>): Promise<string> => {
  const id = house.platform.newId()
  const columns = { id, tenant_id: '000000', ...row }
  await house.platform.system.query(
    `insert into ${table} (${Object.keys(columns).join(', ')}) values (${Object.keys(columns)
      .map((_, at) => `$${at + 1}`)
      .join(', ')})`,
    Object.values(columns),
  )
  return id
}
/** An authenticator app that waits for its first code, which is told. */
const begun = async (world: World) => {
  await world.house.platform.system.query(`update identity_tenant set mfa = 1 where tenant_id = '000000'`)
  const who = await person(world)
  const { data, msg } = await who.client.post<{ secret: string }>('/api/blade-auth/mfa/totp/begin', { password: PASSWORD })
  if (!data) throw new Error(msg)
  return { ...who, code: new TOTP({ secret: Secret.fromBase32(data.secret) }).generate() }
}
const withApp = async (world: World) => {
  const who = await begun(world)
  const { code, msg } = await who.client.post('/api/blade-auth/mfa/totp/confirm', { code: who.code })
  if (code !== 200) throw new Error(msg)
  return who
}
const users = (path: string, make: Make): Record<string, Make> => ({
  [`POST /api/blade-user/${path}`]: make,
  [`POST /api/blade-system/user/${path}`]: make,
})
const ofPerson = async (world: World): Promise<Doing> => ({ query: { userIds: (await person(world)).id } })
const actionOnPerson = async (world: World): Promise<Doing> => ({ body: { ids: [(await person(world)).id] } })
const failing = async (world: World) => {
  const who = await person(world)
  await world.house.anonymous.post('/api/blade-auth/oauth/token', undefined, {
    ...{ tenantId: '000000', username: who.account, password: md5('wrong'), grant_type: 'password', scope: 'all', type: 'account' },
  })
  return who
}
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])
const picture = { content: PNG, name: 'a.png' }
const userSheet = (): Doing => ({
  query: { isCovered: '0' },
  file: { content: `登录账号,用户姓名\nsheet_${next()},张`, name: 'users.csv' },
})

export const KINDS = {
  lamp: 'blade-city/lamp',
  controller: 'blade-city/controller',
  install: 'blade-city/cityLampInstall',
} as const
type Kind = keyof typeof KINDS
const fileOf = async ({ admin }: World, kind: Kind): Promise<NonNullable<Doing['file']>> => {
  const at = next()
  if (kind === 'lamp') return { content: `id,lng,lat\nW${at},112.9,28.2\n`, name: 'lamps.csv' }
  if (kind === 'controller') return { content: `控制器序列号,名称,控制箱\nW-${at},一号,WK-${at}\n`, name: 'controllers.csv' }
  const template = await admin.call('GET', '/api/blade-city/cityLampInstall/template/download')
  return { content: (await template.text()).replaceAll('A-0001', `A-W${at}`), name: 'install.csv' }
}
const uploaded = async (world: World, kind: Kind): Promise<string> => {
  const form = new FormData()
  const file = await fileOf(world, kind)
  form.append('file', new Blob([file.content]), file.name)
  const base = `/api/${KINDS[kind]}/import`
  const sent = await world.admin.call('POST', `${base}/upload`, { body: form })
  const { data, msg } = (await sent.json()) as { data?: { uploadId: string }; msg: string }
  if (!data) throw new Error(msg)
  const seen = await world.admin.post(`${base}/preview`, { uploadId: data.uploadId, projectId: world.known.project })
  if (seen.code !== 200) throw new Error(seen.msg)
  return data.uploadId
}
const imports = (kind: Kind): Record<string, Make> => {
  const base = `/api/${KINDS[kind]}/import`
  return {
    [`POST ${base}`]: async (world) => ({ query: { projectId: world.known.project }, file: await fileOf(world, kind) }),
    [`POST ${base}/run`]: async (world) => ({ body: { uploadId: await uploaded(world, kind) } }),
    [`POST ${base}/undo`]: async (world) => {
      const uploadId = await uploaded(world, kind)
      await world.admin.post(`${base}/run`, { uploadId })
      await eventually(async () => {
        const { data } = await world.admin.get<{ phase: string }>(`${base}/detail`, { uploadId })
        return data.phase === 'ended'
      })
      return { body: { uploadId } }
    },
  }
}
const group = (path: string, body: boolean): Record<string, Make> => ({
  [path]: ({ known }) => ({ [body ? 'body' : 'query']: { groupId: known.group, groupName: `改名${next()}` } }),
})
/** Its group has the controller, or has it not. */
const member = async ({ house, known }: World, inside: boolean): Promise<Doing> => {
  const { query } = house.platform.system
  await query('delete from devices_group_member where device_id = $1', [known.controller])
  if (inside)
    await query('insert into devices_group_member (group_id, device_id, tenant_id) values ($1, $2, $3)', [
      ...[known.group, known.controller, '000000'],
    ])
  return { query: { ids: known.controller, groupId: known.group } }
}
const joins: Make = (world) => member(world, false)
const leaves: Make = (world) => member(world, true)
const guest = (world: World): Promise<string> =>
  insert(world, 'identity_guest', { account: `guest_${next()}`, name: '申请人', verifier: 'x', status: 0 })
const invited = (world: World): Promise<string> =>
  insert(world, 'identity_register_info', {
    ...{ account: `invited_${next()}`, name: '受邀人', verifier: 'x', status: 0, phone: '13700000001' },
    ...{ role_ids: [world.known.role], invite_user_id: world.known.user, identification: world.known.identification },
  })
const gateway = (world: World, status: number): Promise<string> =>
  insert(world, 'devices_gateway', { sn: `WALK-${next()}`, name: '箱', status, online: false })
const assigned = (call: string, input: object = {}): Record<string, Make> => ({
  [`POST /api/blade-device/gateway/${call}`]: async (world) => ({ body: { ids: [await gateway(world, 1)], ...input } }),
})
/** A file for the disk of the server: no other store is in use. */
const onDisk: Make = async ({ house }) => {
  await house.platform.system.query('update system_oss set status = 1')
  return { file: picture }
}

/** A tenant that has a project, and no lamps. */
const newTenant = async (world: World): Promise<{ tenantId: string; projectId: string }> => {
  const { data } = await world.admin.post<{ tenantId: string }>('/api/blade-sales/tenant/submit', { tenantName: `新租户${next()}` })
  const made = await world.admin.post<{ ids: string[] }>('/api/blade-sales/tenant/projects', {
    tenantId: data.tenantId,
    projects: [{ name: '一期' }],
  })
  return { tenantId: data.tenantId, projectId: made.data.ids[0] ?? '' }
}

/** A command that waits: its gateway is not connected. */
const ordered = async ({ admin, known }: World): Promise<string> => {
  const { data, msg } = await admin.post<{ batchId: string }>('/api/blade-city/controller/batch/openlamp', {
    controllerIds: [known.controller],
  })
  if (!data.batchId) throw new Error(msg)
  return data.batchId
}

/** Calls that are made otherwise than `good` of their row: with what changes something, whatever was called before. */
export const DOINGS: Readonly<Record<string, Make>> = {
  ...users('update-info', () => ({ body: { name: `灯${next()}` } })),
  ...users('update-password', async (world) => ({
    as: (await person(world)).client,
    query: { oldPassword: md5(PASSWORD), newPassword: md5('Walks-0002'), newPassword1: md5('Walks-0002') },
  })),
  ...users('reset-password', ofPerson),
  ...users('reset', actionOnPerson),
  ...users('unlock', async (world) => ({ query: { userIds: (await failing(world)).id } })),
  ...users('unlock-accounts', async (world) => ({ body: { ids: [(await failing(world)).id] } })),
  ...users('grant', async (world) => ({
    query: { userIds: (await person(world)).id, roleIds: await fresh(world, 'identity.role') },
  })),
  ...users('assign-roles', async (world) => ({
    body: { ids: [(await person(world)).id], roleIds: [await fresh(world, 'identity.role')] },
  })),
  ...users('update-platform', async (world) => ({
    query: { userId: (await person(world)).id, userType: '1', userExt: `{"n":${next()}}` },
  })),
  ...users('import', userSheet),
  ...users('import-user', userSheet),
  'POST /api/blade-user/avatar': async (world) => ({ as: (await person(world)).client, file: picture }),
  'POST /api/blade-auth/oauth/token': async (world) => ({
    query: {
      ...{ grant_type: 'password', tenantId: '000000', username: (await person(world)).account, password: md5(PASSWORD) },
      ...{ scope: 'all', type: 'account' },
    },
  }),
  'POST /api/blade-auth/oauth/logout': async (world) => ({ as: (await person(world)).client }),
  'POST /api/blade-auth/session/end': async (world) => {
    const { account, client } = await person(world)
    await world.house.signIn({ account, password: PASSWORD })
    const { data } = await client.get<{ id: string; current: boolean }[]>('/api/blade-auth/session/mine')
    return { as: client, query: { id: data.find(({ current }) => !current)?.id } }
  },
  'POST /api/blade-auth/session/end-user': async (world) => ({ query: { userId: (await person(world)).id } }),
  'POST /api/blade-auth/mfa/totp/confirm': async (world) => {
    const { client, code } = await begun(world)
    return { as: client, body: { code } }
  },
  'POST /api/blade-auth/mfa/totp/remove': async (world) => ({ as: (await withApp(world)).client, body: { password: PASSWORD } }),
  'POST /api/blade-auth/mfa/recovery': async (world) => ({ as: (await withApp(world)).client, body: { password: PASSWORD } }),
  'POST /api/blade-auth/mfa/reset': async (world) => ({ query: { userId: (await withApp(world)).id } }),
  'POST /api/blade-system/tenant/datasource': async (world) => ({
    query: { tenantId: '100001', datasourceId: await fresh(world, 'system.datasource') },
  }),
  'POST /api/blade-system/region/import-region': () => ({
    file: { content: 'code,parent code,name\n4301030,430103,城南路\n', name: 'r.csv' },
  }),
  ...users('register-guest', async (world) => {
    const { known, house } = world
    const { challenges } = house.platform.port<{
      challenges: { make: (kind: string, tenantId: string, value: object, ms: number) => Promise<string> }
    }>('identity.signIn')
    const oauth = await insert(world, 'identity_oauth', { source_id: known.socialSource, subject: `new-${next()}`, last_time: new Date() })
    return {
      query: {
        ...{ tenantId: '000000', name: '申请人', account: `asks_${next()}`, password: 'Guest-12' },
        oauthId: await challenges.make('oauth', '000000', { id: oauth }, 60_000),
      },
    }
  }),
  'POST /api/blade-auth/invite/registerInfoSubmit': ({ known }) => ({
    body: {
      ...{ identification: known.identification, name: '受邀人', account: `comes_${next()}`, phone: '13700000018' },
      password: 'Guest-12',
    },
  }),
  'POST /api/blade-user/oauth/unbind': ({ known }) => ({ query: { id: known.oauth } }),
  'POST /api/blade-user/guest/approve': async (world) => ({ body: { ids: [await guest(world)], roleIds: [world.known.role] } }),
  'POST /api/blade-user/guest/reject': async (world) => ({ body: { ids: [await guest(world)], reason: '说明' } }),
  'POST /api/blade-auth/invite/registerInfo/approve': async (world) => ({ body: { ids: [await invited(world)] } }),
  'POST /api/blade-auth/invite/registerInfo/reject': async (world) => ({ body: { ids: [await invited(world)], reason: '说明' } }),
  'POST /api/blade-auth/invite/revoke': async (world) => ({ body: { ids: [await fresh(world, 'identity.invite')] } }),
  'POST /api/blade-system/role/grant': async (world) => ({
    body: {
      ...{ roleIds: [await fresh(world, 'identity.role')], menuIds: [world.known.menu] },
      ...{ dataScopeIds: [world.known.dataScope], apiScopeIds: [world.known.apiScope], menuMiNiList: [] },
    },
  }),
  'POST /api/blade-system/jobs/stop': async (world) => ({
    body: {
      source: 'kit.export',
      id: await insert(world, 'kit_job', {
        ...{ user_id: world.admin.userId, kind: 'kit.export', title_zh: '导出', title_en: 'Export', status: 1, input: '{}' },
      }),
    },
  }),
  'POST /api/blade-resource/oss/endpoint/put-file': onDisk,
  'POST /api/blade-resource/oss/endpoint/put-file-attach': onDisk,
  'POST /api/blade-system/dict/remove': async (world) => ({ query: { ids: await fresh(world, 'system.dict') } }),
  'POST /api/blade-system/area/boundary': ({ known }) => ({
    body: {
      areaId: known.area,
      boundary: {
        type: 'Polygon',
        coordinates: [
          [
            [112.9, 28.2],
            [112.91, 28.2],
            [112.91, 28.21],
            [112.9, 28.2],
          ],
        ],
      },
    },
  }),
  'POST /api/blade-system/areaManage/addManagerUser': async (world) => ({
    body: { areaManageId: world.known.areaManage, userIds: [(await person(world)).id] },
  }),
  'POST /api/blade-system/areaManage/deleteManagerUser': async (world) => {
    const { id } = await person(world)
    await world.admin.post('/api/blade-system/areaManage/addManagerUser', { areaManageId: world.known.areaManage, userIds: [id] })
    return { body: { areaManageId: world.known.areaManage, userId: id } }
  },
  'POST /api/blade-system/area/moveArea': async (world) => ({
    body: { ids: [await fresh(world, 'places.area')], parentId: world.known.area },
  }),
  'POST /api/blade-system/project/moveProject': async (world) => ({
    body: { ids: [await fresh(world, 'places.project')], parentId: world.known.project },
  }),
  'POST /api/blade-system/project/addParentProject': async (world) => ({
    body: { ids: [await fresh(world, 'places.project')], name: '上级' },
  }),
  ...group('PUT /api/blade-city/device_group', true),
  ...group('PUT /api/blade-city/group', true),
  ...group('POST /api/blade-city/group/submit', true),
  'POST /api/blade-city/group/remove': async (world) => ({ query: { ids: await fresh(world, 'devices.group') } }),
  'POST /api/blade-city/device_group/copy': joins,
  'POST /api/blade-city/device_group/move': joins,
  'POST /api/blade-city/group/move': joins,
  'POST /api/blade-city/group/controller/move-copy': joins,
  'POST /api/blade-city/device_group/remove': leaves,
  'DELETE /api/blade-city/group/controller': leaves,
  'POST /api/blade-device/gateway/unregistered/assign': async (world) => ({ body: { ids: [await gateway(world, 0)], tenantId: '100001' } }),
  ...assigned('unregistered/cancel'),
  ...assigned('move', { tenantId: '100001' }),
  ...assigned('claim', { claimCode: '0123-4567-89AB-CDEF' }),
  ...assigned('secret'),
  'DELETE /api/blade-device/gateway/{id}': async (world) => ({ path: { id: await gateway(world, 1) } }),
  'PUT /api/blade-city/controller': async (world) => ({ body: { id: await fresh(world, 'lighting.controller'), name: `改名${next()}` } }),
  'POST /api/blade-city/controller/batch/activated': ({ known }) => ({ body: { ids: [known.controller], activated: 0 } }),
  'POST /api/blade-city/commandrecord/cancel': async (world) => ({ body: { commandRecordId: await ordered(world) } }),
  'POST /api/blade-city/commandrecord/retry': async (world) => {
    const commandRecordId = await ordered(world)
    await world.admin.post('/api/blade-city/commandrecord/cancel', { commandRecordId })
    return { body: { commandRecordId } }
  },
  ...imports('lamp'),
  ...imports('controller'),
  ...imports('install'),
  'POST /api/blade-sales/tenant/batchUpdateSales': async (world) => {
    const { query } = world.house.platform.system
    const roleId = await fresh(world, 'identity.role')
    await query(`insert into identity_role_menu (role_id, menu_code, tenant_id) values ($1, 'salestenant_view', '000000')`, [roleId])
    const { id } = await person(world)
    await query('update identity_user set role_id = $2 where id = $1', [id, [roleId]])
    await query('update identity_tenant set sales_id = null where id = $1', [world.theirs.tenant])
    return { body: { orignSalesId: '', destSalesId: id, ids: [world.theirs.tenant] } }
  },
  'POST /api/blade-sales/post/submit': ({ theirs }) => ({
    body: { tenantId: theirs.tenantId, postName: '岗位', postCode: `walk-${next()}`, sort: 1 },
  }),
  'POST /api/blade-sales/dept/submit': ({ theirs }) => ({
    body: { tenantId: theirs.tenantId, deptName: '部门', fullName: '部门全称', sort: 1 },
  }),
  'POST /api/blade-sales/project/moveProject': async (world) => {
    const { tenantId, project: parentId } = world.theirs
    const id = await insert(world, 'places_project', { tenant_id: tenantId, name: '要移动的', type: 2, sort: 1 })
    return { body: { tenantId, ids: [id], parentId } }
  },
  'POST /api/blade-sales/tenant/administrator': async (world) => ({
    body: { tenantId: (await newTenant(world)).tenantId, account: 'the_boss', password: 'Boss-0001', realName: '老板' },
  }),
  'POST /api/blade-sales/tenant/town': async (world) => ({ body: { ...(await newTenant(world)), lamps: 10 } }),
}
