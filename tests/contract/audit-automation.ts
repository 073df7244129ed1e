import { exampleDevice, exampleId } from '@lamplight/kit'
import type { Make, World } from './audit-stage.ts'

const next = Array.from({ length: 1000 }, (_, n) => n + 1).values()
const numbered = (name: string): string => `${name}${next.next().value}`
const [STRATEGY, GROUP, PUBLICATION] = ['strategies.strategy', 'devices.group', 'strategies.publication'].map(exampleId) as [
  string,
  string,
  string,
]
const fresh = (world: World, name: string, more: object = {}): Promise<string> => {
  const served = world.product.registry.resources.get(name)
  if (!served) throw new Error(`there is no resource ${name}`)
  return world.samples.create(served.resource, more as Readonly<Record<string, unknown>>)
}
const post = async ({ admin }: World, path: string, body: object): Promise<string> => {
  const { code, msg, data } = await admin.post<{ id: string }>(`/api/${path}`, body)
  if (code !== 200) throw new Error(`${path}: ${msg}`)
  return data.id
}

const ENTRIES = [
  { trigger: 2, offset: 0, level: 100 },
  { trigger: 3, offset: 0, level: 0 },
]
let days = 0
/** A date of its own: two special strategies of one device must not meet with equal priority. */
const nextDay = (): string => {
  days += 1
  const day = new Date(Date.UTC(2028, 0, days)).toISOString().slice(5, 10)
  return `${day}..${day}`
}
type Kind = 'normal' | 'special' | 'spray'
const BASES = {
  normal: 'blade-strategy/workstrategy/normal',
  special: 'blade-strategy/workstrategy/special',
  spray: 'blade-strategy/spray/workstrategy/normal',
} as const
const strategyId = (world: World, kind: Kind): Promise<string> =>
  post(world, BASES[kind], { name: numbered('STAGED-'), entries: ENTRIES, ...(kind === 'special' && { range: nextDay() }) })
/** A strategy of this kind that no device has. */
const strategyOf =
  (kind: Kind): Make =>
  async (world) => ({ stand: { [STRATEGY]: await strategyId(world, kind) } })
/** The calls that change and remove strategies of one kind. */
const ofKind = (kind: Kind): Record<string, Make> =>
  Object.fromEntries(['PUT', 'DELETE'].map((method) => [`${method} /api/${BASES[kind]}`, strategyOf(kind)]))

/** A strategy of spray devices and a spray device. */
const sprayed: Make = async (world) => ({
  stand: { [STRATEGY]: await strategyId(world, 'spray'), [exampleDevice({ name: 'controller' })]: world.known.row('environment.spray') },
})

/** A group of devices of this type, with a row of the resource as its member. */
const groupOf =
  (devType: number, resource: string): Make =>
  async ({ product, known }) => {
    const [id, { query }] = [product.platform.newId(), product.platform.system]
    await query("insert into devices_group (id, tenant_id, group_name, dev_type) values ($1, '000000', $2, $3)", [
      id,
      numbered('编组'),
      devType,
    ])
    await query("insert into devices_group_member (group_id, device_id, tenant_id) values ($1, $2, '000000')", [id, known.row(resource)])
    return { stand: { [GROUP]: id } }
  }
const bins = groupOf(19, 'environment.trash')
const solarLamps = groupOf(7, 'solar.lamp')
/** A strategy of bins whose group has a bin. */
const binStrategy: Make = async (world) => {
  const { stand = {} } = await bins(world)
  const id = await fresh(world, 'strategies.trashStrategy', { groupId: stand[GROUP] })
  return { stand: { [exampleId('strategies.trashStrategy')]: id } }
}

/** The controller has the normal strategy. */
const assigned: Make = async ({ product, known }) => {
  await product.platform.system.query(
    "insert into strategies_device (device_id, tenant_id, normal_id, normal_version) values ($1, '000000', $2, 1) on conflict do nothing",
    [known.row('lighting.controller'), known.row('strategies.strategy')],
  )
  return {}
}

/** A publication that waits for an approval: requested by another user, or by the caller. */
const waiting =
  (own: boolean): Make =>
  async ({ product, known, admin }) => {
    const id = product.platform.newId()
    const { query } = product.platform.system
    const [me] = await query<{ id: string }>("select id::text as id from identity_user where account = 'admin' and tenant_id = '000000'")
    await query(
      `insert into strategies_publication (id, tenant_id, strategy_id, strategy_name, version, kind, state, target_text, devices, device_ids, requester_id)
       select $1, '000000', id, name, version, 1, 0, '一盏灯', 1, array[$3::bigint], $4 from strategies_strategy where id = $2`,
      [id, known.row('strategies.strategy'), known.row('lighting.controller'), own ? me?.id : known.row('identity.user')],
    )
    return { stand: { [PUBLICATION]: id }, as: admin }
  }

/** A command to one lamp that waits for a second person: requested by another user, or by the caller. */
const commandWaiting =
  (own: boolean): Make =>
  async ({ product, known, admin }) => {
    const id = product.platform.newId()
    const { query } = product.platform.system
    const [me] = await query<{ id: string }>("select id::text as id from identity_user where account = 'admin' and tenant_id = '000000'")
    const lamps = { command: 'dim', level: 40, duration: 600, until: null, lampSelect: null, target: null, again: null }
    await query(
      `insert into control_approval (id, tenant_id, state, content, content_en, target_text, devices, device_ids, work, requester_id)
       values ($1, '000000', 0, '调光 40 %', 'Dim 40 %', '一盏灯', 1, array[$2::bigint], $3, $4)`,
      [id, known.row('lighting.controller'), JSON.stringify({ lamps }), own ? me?.id : known.row('identity.user')],
    )
    return { stand: { [exampleId('control.approval')]: id }, as: admin }
  }

/** A box template with the interface of the examples. */
const template: Make = async (world) => {
  const { boxTemplateId } = await world.samples.body(world.product.registry.resources.get('linkage.boxStrategy')!.resource)
  return { stand: { [exampleId('roadcabinets.product')]: String(boxTemplateId) } }
}
/** A template, a strategy for it, and a cabinet of it in a group. */
const boxes: Make = async (world) => {
  const { stand = {} } = await template(world)
  const productId = stand[exampleId('roadcabinets.product')] ?? ''
  const cabinet = await fresh(world, 'roadcabinets.cabinet', { productId })
  const group = await fresh(world, 'roadcabinets.group', { cabinetIds: cabinet })
  const strategy = await fresh(world, 'linkage.boxStrategy', { boxTemplateId: productId })
  return {
    stand: {
      ...stand,
      [exampleId('roadcabinets.cabinet')]: cabinet,
      [exampleId('roadcabinets.group')]: group,
      [exampleId('linkage.boxStrategy')]: strategy,
    },
  }
}

/** Stages of the calls of strategies and linkages. */
export const automationStages: Readonly<Record<string, Make>> = {
  ...ofKind('normal'),
  ...ofKind('special'),
  ...ofKind('spray'),
  'GET /api/blade-strategy/workstrategy/normal/{id}': strategyOf('normal'),
  'GET /api/blade-strategy/workstrategy/special/detail': strategyOf('special'),
  'GET /api/blade-strategy/spray/workstrategy/normal/{id}': strategyOf('spray'),
  'GET /api/blade-strategy/workstrategy/normal/data/controller': assigned,
  'GET /api/blade-strategy/workstrategy/readWorkStrategyEventBatch': async ({ product, known }) => {
    const [row] = await product.platform.system.query<{ sn: string }>('select sn from lighting_controller where id = $1', [
      known.row('lighting.controller'),
    ])
    return { stand: { [exampleDevice({ name: 'sn.controller' })]: row?.sn ?? '' } }
  },
  'GET /api/blade-city/controller/group/get/powersupplystrategy': solarLamps,
  'GET /api/blade-strategy/powerSupplyStrategy/data/by/sn': async ({ product, known }) => {
    const [row] = await product.platform.system.query<{ sn: string }>('select sn from solar_lamp where id = $1', [known.row('solar.lamp')])
    return { stand: { 'solarLamp-1': row?.sn ?? '' } }
  },
  'POST /api/blade-strategy/workstrategy/special/batch/set': strategyOf('special'),
  'POST /api/blade-city/controller/group/set/workstrategy/special': strategyOf('special'),
  'POST /api/blade-strategy/spray/workstrategy/normal/data/batch/set': sprayed,
  'POST /api/blade-strategy/workstrategy/publication/approve': waiting(false),
  'POST /api/blade-strategy/workstrategy/publication/reject': waiting(false),
  'POST /api/blade-strategy/workstrategy/publication/withdraw': waiting(true),
  'POST /api/blade-city/controller/approval/approve': commandWaiting(false),
  'POST /api/blade-city/controller/approval/reject': commandWaiting(false),
  'POST /api/blade-city/controller/approval/withdraw': commandWaiting(true),
  'POST /api/blade-strategy/trashdeviceworkstrategy/submit': bins,
  'POST /api/blade-strategy/trashdeviceworkstrategy/updateWorkStrategy': bins,
  'POST /api/blade-strategy/trashdeviceworkstrategy/send': binStrategy,
  'POST /api/blade-strategy/trashdeviceworkstrategy/sendWorkStrategy': binStrategy,
  'POST /api/blade-city/controller/group/set/powersupplystrategy': solarLamps,
  'POST /api/blade-strategy/powerSupplyStrategy/send': solarLamps,
  // A model has at most one row.
  'POST /api/blade-strategy/calendarlimit/submit': async (world) => ({
    stand: { [exampleId('devices.model')]: await fresh(world, 'devices.model') },
  }),
  'POST /api/blade-strategy/boxcontrol/strategy/submit': template,
  'POST /api/blade-strategy/boxcontrol/alarmlinkageconfig/submit': boxes,
  ...Object.fromEntries(
    ['send', 'reach', 'strategy/set', 'strategy/setGroup', 'strategy/batch/set', 'strategy/group/set'].map((path) => [
      `POST /api/blade-strategy/boxcontrol/${path}`,
      boxes,
    ]),
  ),
}
