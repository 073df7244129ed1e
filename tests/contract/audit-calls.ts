import { signInPort } from '@lamplight/identity/server'
import { exampleId } from '@lamplight/kit'
import { type ApiClient, md5 } from '@lamplight/testing'
import { Secret, TOTP } from 'otpauth'
import { automationStages } from './audit-automation.ts'
import { deviceStages } from './audit-devices.ts'
import { imports } from './audit-imports.ts'
import { iotStages } from './audit-iot.ts'
import { productStages } from './audit-products.ts'
import type { Make, Stage, World } from './audit-stage.ts'

const counter = Array.from({ length: 10_000 }, (_, n) => n + 1).values()
const next = (): number => counter.next().value ?? 0
/** The password in the examples. */
const PASSWORD = 'Sample-secret-1'
const [USER, ROLE, GATEWAY, CONTROLLER] = ['identity.user', 'identity.role', 'devices.gateway', 'lighting.controller'].map(exampleId) as [
  string,
  string,
  string,
  string,
]
const fresh = ({ product, samples }: World, name: string): Promise<string> => {
  const served = product.registry.resources.get(name)
  if (!served) throw new Error(`there is no resource ${name}`)
  return samples.create(served.resource)
}
const person = async (world: World): Promise<{ id: string; account: string; client: ApiClient }> => {
  const account = `walks_${next()}`
  const made = await world.admin.post<{ id: string }>('/api/blade-user/submit', {
    account,
    password: PASSWORD,
    name: account,
    realName: account,
    roleId: world.known.row('identity.role'),
  })
  if (made.code !== 200) throw new Error(`adding a user failed: ${made.msg}`)
  return { id: made.data.id, account, client: await world.product.signIn({ account, password: PASSWORD }) }
}
const insert = async ({ product }: World, table: string, row: Record<string, unknown>): Promise<string> => {
  const id = product.platform.newId()
  const columns = { id, tenant_id: '000000', ...row }
  await product.platform.system.query(
    `insert into ${table} (${Object.keys(columns).join(', ')}) values (${Object.keys(columns)
      .map((_, at) => `$${at + 1}`)
      .join(', ')})`,
    Object.values(columns),
  )
  return id
}
/** Returns a user who has started to set up an authenticator app but not confirmed it, with the secret. */
const begun = async (world: World) => {
  await world.product.platform.system.query(`update identity_tenant set mfa = 1 where tenant_id = '000000'`)
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
const ofPerson: Make = async (world) => ({ stand: { [USER]: (await person(world)).id } })
const roles: Make = async (world) => ({ stand: { [USER]: (await person(world)).id, [ROLE]: await fresh(world, 'identity.role') } })
const failing = async (world: World) => {
  const who = await person(world)
  await world.product.anonymous.post('/api/blade-auth/oauth/token', undefined, {
    tenantId: '000000',
    username: who.account,
    password: md5('wrong'),
    grant_type: 'password',
    scope: 'all',
    type: 'account',
  })
  return who
}
const locked: Make = async (world) => ({ stand: { [USER]: (await failing(world)).id } })
const asPerson: Make = async (world) => ({ as: (await person(world)).client })
const asBegun: Make = async (world) => ({ as: (await begun(world)).client })
const asHolder: Make = async (world) => ({ as: (await withApp(world)).client })

/** Makes the controller a member of the group, or removes it from the group. */
const member = async ({ product, known }: World, inside: boolean): Promise<Stage> => {
  const { query } = product.platform.system
  await query('delete from devices_group_member where device_id = $1', [known.row('lighting.controller')])
  if (inside)
    await query('insert into devices_group_member (group_id, device_id, tenant_id) values ($1, $2, $3)', [
      known.row('devices.group'),
      known.row('lighting.controller'),
      '000000',
    ])
  return {}
}
const joins: Make = (world) => member(world, false)
const leaves: Make = (world) => member(world, true)
const guest = (world: World): Promise<string> =>
  insert(world, 'identity_guest', { account: `guest_${next()}`, name: '申请人', verifier: 'x', status: 0 })
const invited = (world: World): Promise<string> =>
  insert(world, 'identity_register_info', {
    account: `invited_${next()}`,
    name: '受邀人',
    verifier: 'x',
    status: 0,
    phone: '13700000001',
    role_ids: [world.known.row('identity.role')],
    invite_user_id: world.known.row('identity.user'),
    identification: world.known.words['invitation-0001'],
  })
const gateway = (world: World, status: number): Promise<string> =>
  insert(world, 'devices_gateway', { sn: `WALK-${next()}`, name: '箱', status, online: false })
const OTHER_TENANT = { '100001': '100001' }
const assigned = (call: string): Record<string, Make> => ({
  [`POST /api/blade-device/gateway/${call}`]: async (world) => ({ stand: { ...OTHER_TENANT, [GATEWAY]: await gateway(world, 1) } }),
})
/** Makes the server store files on its disk: switches all other stores off. */
const onDisk: Make = async ({ product }) => {
  await product.platform.system.query('update system_oss set status = 1')
  return {}
}

/** Adds a tenant with a project and without lamps. */
const newTenant = async (world: World): Promise<{ tenantId: string; projectId: string }> => {
  const { data } = await world.admin.post<{ tenantId: string }>('/api/blade-sales/tenant/submit', { tenantName: `新租户${next()}` })
  const made = await world.admin.post<{ ids: string[] }>('/api/blade-sales/tenant/projects', {
    tenantId: data.tenantId,
    projects: [{ name: '一期' }],
  })
  return { tenantId: data.tenantId, projectId: made.data.ids[0] ?? '' }
}

/** Sends a command that stays queued, because its gateway is not connected; returns its batch. */
const ordered = async ({ admin, known }: World): Promise<string> => {
  const { data, msg } = await admin.post<{ batchId: string }>('/api/blade-city/controller/batch/openlamp', {
    controllerIds: [known.row('lighting.controller')],
  })
  if (!data.batchId) throw new Error(msg)
  return data.batchId
}

/** The code of a shared map. */
const shared: Make = async ({ product, known }) => {
  const [row] = await product.platform.system.query<{ code: string }>('select share_code as code from places_map_share where id = $1', [
    known.row('places.mapShare'),
  ])
  return { stand: { 'share-0001': row?.code ?? '' } }
}
/** Puts a solar lamp into a project that is listed in the parameter of custom batteries. */
const withCustomBattery: Make = async ({ product, admin, known }) => {
  const projectId = known.row('places.project')
  await product.platform.system.query('update solar_lamp set project_id = $2 where id = $1', [known.row('solar.lamp'), projectId])
  const paramKey = 'sun.customBattery.projectIds'
  const { data } = await admin.get<{ records: object[] }>('/api/blade-system/param/list', { paramKey })
  const { code, msg } = await admin.post('/api/blade-system/param/submit', { ...data.records[0], paramKey, paramValue: projectId })
  if (code !== 200) throw new Error(msg)
  return {}
}
/** Stores a time offset of the controller that differs from the wanted one. */
const drifted: Make = async ({ product, known }) => {
  const { newId, system } = product.platform
  const value = async (minutes: number): Promise<string> => {
    const [row] = await system.query<{ id: string }>(
      `insert into control_value (id, tenant_id, family, hash, value) values ($1, $2, 'timeOffset', $3, $4)
       on conflict (tenant_id, family, hash) do update set hash = excluded.hash returning id`,
      [newId(), known.tenantId, `sample${minutes}`, JSON.stringify({ onOffset: minutes, offOffset: 0 })],
    )
    return row?.id ?? ''
  }
  await system.query(
    `insert into control_param (device_id, family, tenant_id, wanted_id, reported_id, status, drift) values ($1, 'timeOffset', $2, $3, $4, 6, true)
     on conflict (device_id, family) do update set wanted_id = excluded.wanted_id, reported_id = excluded.reported_id, status = 6, drift = true`,
    [known.row('lighting.controller'), known.tenantId, await value(1), await value(2)],
  )
  return {}
}

/** Preparation of each call's example. Calls that are not listed need the rows of `known`, or a new row of their resource. */
export const STAGES: Readonly<Record<string, Make>> = {
  ...users('update-info', () => ({ stand: { 小芳: `灯${next()}` } })),
  ...users('update', ofPerson),
  ...users('update-password', asPerson),
  ...users('reset-password', ofPerson),
  ...users('reset', ofPerson),
  ...users('unlock', locked),
  ...users('unlock-accounts', locked),
  ...users('grant', roles),
  ...users('assign-roles', roles),
  ...users('update-platform', async (world) => ({ stand: { [USER]: (await person(world)).id, '{"team":"1"}': `{"team":"${next()}"}` } })),
  'GET /api/blade-system/mapShare/fastMap': shared,
  'GET /api/blade-city/lamp/shared': shared,
  'POST /api/blade-city/lamp/move': async ({ product, known }) => {
    await product.platform.system.query('update lighting_lamp set area_id = null where id = $1', [known.row('lighting.lamp')])
    return {}
  },
  'GET /api/blade-resource/attach/download': async (world) => {
    await onDisk(world)
    const form = new FormData()
    form.append('file', new Blob(['巡检记录\n']), 'note.txt')
    const sent = await world.admin.call('POST', '/api/blade-resource/oss/endpoint/put-file-attach', { body: form })
    const { data } = (await sent.json()) as { data: { attachId: string } }
    return { stand: { [exampleId('system.attach')]: data.attachId } }
  },
  'GET /api/blade-auth/invite/user': async ({ product, known }) => {
    const [row] = await product.platform.system.query<{ id: string }>('select invite_user_id as id from identity_invite where id = $1', [
      known.row('identity.invite'),
    ])
    return { stand: { [USER]: row?.id ?? '' } }
  },
  'POST /api/blade-auth/oauth/token': () => ({ stand: OTHER_TENANT }),
  'POST /api/blade-auth/oauth/logout': asPerson,
  'POST /api/blade-auth/session/end': async (world) => {
    const { account, client } = await person(world)
    await world.product.signIn({ account, password: PASSWORD })
    const { data } = await client.get<{ id: string; current: boolean }[]>('/api/blade-auth/session/mine')
    return { as: client, stand: { [exampleId('identity.session')]: data.find(({ current }) => !current)?.id ?? '' } }
  },
  'POST /api/blade-auth/session/end-user': ofPerson,
  'POST /api/blade-auth/mfa/totp/begin': asBegun,
  'POST /api/blade-auth/mfa/passkey/begin': asBegun,
  'POST /api/blade-auth/mfa/totp/confirm': async (world) => {
    const { client, code } = await begun(world)
    return { as: client, stand: { '123456': code } }
  },
  'POST /api/blade-auth/mfa/totp/remove': asHolder,
  'POST /api/blade-auth/mfa/recovery': asHolder,
  'POST /api/blade-auth/mfa/reset': async (world) => ({ stand: { [USER]: (await withApp(world)).id } }),
  ...users('register-guest', async (world) => {
    const { known, product } = world
    const { challenges } = product.platform.port(signInPort)
    const source = known.row('identity.socialSource')
    const oauth = await insert(world, 'identity_oauth', { source_id: source, subject: `new-${next()}`, last_time: new Date() })
    const key = await challenges.make('oauth', known.tenantId, { id: oauth }, 60_000)
    return { stand: { zhangsan: `asks_${next()}`, 'key-of-sign-in': key } }
  }),
  'POST /api/blade-auth/invite/registerInfoSubmit': () => ({ stand: { zhangsan: `comes_${next()}` } }),
  'POST /api/blade-user/guest/approve': async (world) => ({ stand: { [exampleId('identity.guest')]: await guest(world) } }),
  'POST /api/blade-user/guest/reject': async (world) => ({ stand: { [exampleId('identity.guest')]: await guest(world) } }),
  'POST /api/blade-auth/invite/registerInfo/approve': async (world) => ({
    stand: { [exampleId('identity.registerInfo')]: await invited(world) },
  }),
  'POST /api/blade-auth/invite/registerInfo/reject': async (world) => ({
    stand: { [exampleId('identity.registerInfo')]: await invited(world) },
  }),
  'POST /api/blade-auth/invite/revoke': async (world) => ({
    stand: { [exampleId('identity.invite')]: await fresh(world, 'identity.invite') },
  }),
  'POST /api/blade-system/data-scope/submit': async ({ product }) => {
    // A data scope is accepted only for pages whose rows are created by users.
    const [row] = await product.platform.system.query<{ id: string }>(`select id from system_menu where code = 'post' and not is_deleted`)
    return { stand: { [exampleId('system.menu')]: row?.id ?? '' } }
  },
  'POST /api/blade-system/role/grant': async (world) => ({ stand: { [ROLE]: await fresh(world, 'identity.role') } }),
  'POST /api/blade-system/tenant/datasource': () => ({ stand: OTHER_TENANT }),
  'POST /api/blade-system/jobs/stop': async (world) => ({
    stand: {
      [exampleId('kit.job')]: await insert(world, 'kit_job', {
        user_id: world.admin.userId,
        kind: 'kit.export',
        title_zh: '导出',
        title_en: 'Export',
        status: 1,
        input: '{}',
      }),
    },
  }),
  'POST /api/blade-resource/oss/endpoint/put-file': onDisk,
  'POST /api/blade-resource/oss/endpoint/put-file-attach': onDisk,
  'POST /api/blade-system/dict/remove': async (world) => ({ stand: { [exampleId('system.dict')]: await fresh(world, 'system.dict') } }),
  'POST /api/blade-system/areaManage/addManagerUser': ofPerson,
  'POST /api/blade-system/areaManage/deleteManagerUser': async (world) => {
    const { id } = await person(world)
    await world.admin.post('/api/blade-system/areaManage/addManagerUser', {
      areaManageId: world.known.row('places.areaManage'),
      userIds: [id],
    })
    return { stand: { [USER]: id } }
  },
  'POST /api/blade-system/area/moveArea': async (world) => ({ stand: { [exampleId('places.area')]: await fresh(world, 'places.area') } }),
  'POST /api/blade-system/project/moveProject': async (world) => ({
    stand: { [exampleId('places.project')]: await fresh(world, 'places.project') },
  }),
  'POST /api/blade-system/project/addParentProject': async (world) => ({
    stand: { [exampleId('places.project')]: await fresh(world, 'places.project') },
  }),
  'POST /api/blade-sun/sunfunction/submit': async (world) => ({
    stand: { [exampleId('places.project')]: await fresh(world, 'places.project') },
  }),
  // The example of a time is in the future. No order has ended then.
  'POST /api/blade-charging/jscChargingPile/modifyChargeOrder': async ({ product, known }) => {
    const text = `update charging_order set state = 2, electricity_fen = 2400, start_time = '2026-01-01' where id = $1`
    await product.platform.system.query(text, [known.row('charging.order')])
    return { stand: { '2030-01-02 03:04:05': '2026-01-02 03:04:05' } }
  },
  'POST /api/blade-sun/customBattery/send': withCustomBattery,
  'POST /api/blade-city/device_group/copy': joins,
  'POST /api/blade-city/device_group/move': joins,
  'POST /api/blade-city/group/move': joins,
  'POST /api/blade-city/group/controller/move-copy': joins,
  'POST /api/blade-city/device_group/remove': leaves,
  'DELETE /api/blade-city/group/controller': leaves,
  ...automationStages,
  ...deviceStages,
  ...iotStages,
  ...productStages,
  'POST /api/blade-device/gateway/unregistered/assign': async (world) => ({
    stand: { ...OTHER_TENANT, [GATEWAY]: await gateway(world, 0) },
  }),
  ...assigned('unregistered/cancel'),
  ...assigned('move'),
  ...assigned('claim'),
  ...assigned('secret'),
  'DELETE /api/blade-device/device/{key}': async (world) => ({ stand: { [GATEWAY]: await gateway(world, 1) } }),
  'DELETE /api/blade-device/gateway/{id}': async (world) => ({ stand: { [GATEWAY]: await gateway(world, 1) } }),
  'PUT /api/blade-city/controller': async (world) => ({ stand: { [CONTROLLER]: await fresh(world, 'lighting.controller') } }),
  'POST /api/blade-city/param/repair': drifted,
  'POST /api/blade-city/param/accept': drifted,
  'POST /api/blade-city/commandrecord/cancel': async (world) => ({ stand: { [exampleId('control.batch')]: await ordered(world) } }),
  ...Object.fromEntries(
    ['blade-city/commandrecord/retry', 'blade-city/commandrecord/retry/preview', 'blade-strategy/boxcontrol/commandrecord/retry'].map(
      (path): [string, Make] => [
        `POST /api/${path}`,
        async (world) => {
          const commandRecordId = await ordered(world)
          await world.admin.post('/api/blade-city/commandrecord/cancel', { commandRecordId })
          return { stand: { [exampleId('control.batch')]: commandRecordId } }
        },
      ],
    ),
  ),
  ...imports('lamp'),
  ...imports('controller'),
  ...imports('install'),
  'POST /api/blade-sales/tenant/batchUpdateSales': async (world) => {
    const { query } = world.product.platform.system
    const roleId = await fresh(world, 'identity.role')
    await query(`insert into identity_role_menu (role_id, menu_code, tenant_id) values ($1, 'salestenant_view', '000000')`, [roleId])
    const { id } = await person(world)
    await query('update identity_user set role_id = $2 where id = $1', [id, [roleId]])
    await query('update identity_tenant set sales_id = null where id = $1', [world.theirs.row('identity.tenant')])
    return { stand: { [USER]: id } }
  },
  'POST /api/blade-sales/project/moveProject': async (world) => {
    const row = { tenant_id: world.theirs.tenantId, name: '要移动的', type: 2, sort: 1 }
    return { stand: { [exampleId('places.project')]: await insert(world, 'places_project', row) } }
  },
  'POST /api/blade-sales/tenant/administrator': async (world) => ({
    stand: { '100001': (await newTenant(world)).tenantId, zhangsan: 'the_boss' },
  }),
  'POST /api/blade-sales/tenant/town': async (world) => {
    const { tenantId, projectId } = await newTenant(world)
    return { stand: { '100001': tenantId, [exampleId('places.project')]: projectId } }
  },
}
