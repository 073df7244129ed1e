import { type ChildProcess, fork } from 'node:child_process'
import { heldValues } from '@lamplight/control/server'
import { DEMO_NIGHTS, gatewaysPort, inventoryPort, playedPort } from '@lamplight/devices/model'
import { playedChild } from '@lamplight/devices/server'
import { virtualPlatformsPort } from '@lamplight/iot/model'
import { nightsPort, TOWN_FOUNDED } from '@lamplight/lighting/model'
import type { CalendarMessage } from '@lamplight/protocol'
import type { Running } from '@lamplight/server-kit'
import type { Inventory, InventoryOperator } from '@lamplight/town'
import { DEMO_FAULTS, DEMO_PARAM_FAULTS } from '@lamplight/virtual-city'
import { followDevices } from './placed-devices.ts'
import { playCharging } from './virtual-charging.ts'

interface GatewayRow {
  id: string
  sn: string
  lng: number
  lat: number
}

/** Last meter readings and faults of a lamp: the virtual city continues from them. */
interface KnownState {
  sn: string
  energy: number
  hours: number
  faults: string[]
}

/** Returns what the virtual city needs for the virtual gateways of this database, or of one tenant, each with a new secret. */
export const inventoryOf = async ({ platform }: Running, tenantId: string | null = null): Promise<Inventory> => {
  const gateways = await platform.system.query<GatewayRow>(
    'select g.id, g.sn, g.lng, g.lat from devices_gateway g join devices_credential k on k.gateway_id = g.id where k.virtual and not g.is_deleted and ($1::text is null or g.tenant_id = $1) order by g.id',
    [tenantId],
  )
  const children = await platform.port(inventoryPort).children(gateways.map((gateway) => gateway.id))
  const { devices, types } = await platform.port(playedPort).behind(gateways.map((gateway) => gateway.id))
  const byGateway = Map.groupBy(children, (child) => child.gatewayId)
  const known = await platform.system.query<KnownState>(
    'select sn, energy, hours, faults from devices_state where gateway_id = any($1) and energy is not null and hours is not null',
    [gateways.map((gateway) => gateway.id)],
  )
  const stateOf = new Map(known.map(({ sn, ...state }) => [sn, state]))
  const held = await heldValues(
    platform,
    gateways.map((gateway) => gateway.id),
  )
  const paramsOf = (sn: string) => {
    const params = held.params.get(sn)
    return params && { params }
  }
  const calendarsOf = (id: string): readonly CalendarMessage[] =>
    (held.attachments.get(id) ?? []).flatMap(({ kind, payload }) => (kind === 'calendar' ? [payload as CalendarMessage] : []))
  const issue = platform.port(gatewaysPort).issueSecret
  return {
    broker: { url: platform.mqtt.url },
    timeZone: 'Asia/Shanghai',
    gateways: await Promise.all(
      gateways.map(async ({ id, sn, lng, lat }) => ({
        sn,
        lng,
        lat,
        secret: await issue(sn, { virtual: true }),
        children: (byGateway.get(id) ?? []).map((child) => ({
          ...playedChild(child, { lng, lat }),
          ...stateOf.get(child.sn),
          ...paramsOf(child.sn),
        })),
        devices: (devices.get(id) ?? []).map((device) => ({ ...device, ...paramsOf(device.sn) })),
        calendars: calendarsOf(id),
      })),
    ),
    types,
  }
}

/** Address at which programs on this machine reach this server. */
const ownUrl = ({ platform: { config } }: Running): string => {
  const host = ['0.0.0.0', '::', ''].includes(config.host) ? '127.0.0.1' : config.host
  return `http://${host.includes(':') ? `[${host}]` : host}:${config.port}`
}
/** Returns the IoT platforms that the virtual city plays, with the addresses to which they push. */
export const operatorsOf = async (running: Running): Promise<readonly InventoryOperator[]> =>
  (await running.platform.port(virtualPlatformsPort).list()).map(({ pushPath, devices, ...platform }) => ({
    ...platform,
    pushUrl: `${ownUrl(running)}${pushPath}`,
    devices: devices.map(({ imei, type }) => ({ sn: imei, type })),
  }))

interface OpenedOperators {
  readonly type: 'operators'
  readonly opened: readonly { readonly id: string; readonly baseUrl: string }[]
}
const isOpened = (message: unknown): message is OpenedOperators =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === 'operators'

/** A demo with generated history gets the faults that this history contains, unless `SIM_ARGS` sets them. */
const faultArgs = ({ platform }: Running): string[] =>
  platform.config.number('DEMO_NIGHTS', DEMO_NIGHTS) === 0
    ? []
    : Object.entries({ ...DEMO_FAULTS, paramClamp: DEMO_PARAM_FAULTS.clamp }).flatMap(([fault, share]) => [
        `--${fault.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
        String(share),
      ])

/**
 * Runs the virtual city in a child process, and each demo city added later in another. A child that ends is started again
 * after a second. Returns a function that ends them.
 */
export const startVirtualCity = async (running: Running, env: NodeJS.ProcessEnv): Promise<() => Promise<void>> => {
  const children = new Set<ChildProcess>()
  let ended = false
  const nights = running.platform.port(nightsPort)
  const leave = nights.attach((gateways, night) => {
    for (const child of children) child.send({ type: 'night', gateways, night })
  })
  const begin = async (tenantId: string | null): Promise<void> => {
    const operators = tenantId === null ? await operatorsOf(running) : []
    const inventory = { ...(await inventoryOf(running, tenantId)), operators }
    if (ended || inventory.gateways.length === 0) return
    const child = fork(
      new URL('../simulator/main.ts', import.meta.url),
      ['--quiet', ...faultArgs(running), ...(env.SIM_ARGS?.split(' ').filter(Boolean) ?? [])],
      {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      },
    )
    children.add(child)
    // A message to a child that has just ended fails; its exit starts another one.
    child.on('error', (why) => running.platform.log.warn('the virtual city was not reached', { why: String(why) }))
    child.send({ type: 'inventory', inventory, options: {} })
    const forget = followDevices(running, inventory, (gateways, types) => void child.send({ type: 'devices', gateways, types }))
    child.once('message', () => void nights.again().catch(() => undefined))
    child.on('message', (message) => {
      for (const { id, baseUrl } of isOpened(message) ? message.opened : [])
        running.platform
          .port(virtualPlatformsPort)
          .opened(id, baseUrl)
          .catch((why: unknown) => running.platform.log.warn('a virtual platform was not opened', { why: String(why) }))
    })
    // One process plays the charging operators of all tenants.
    if (tenantId === null) await playCharging(running, child, ownUrl(running))
    child.once('exit', () => {
      children.delete(child)
      forget()
      if (!ended) setTimeout(() => void begin(tenantId).catch(() => undefined), 1000)
    })
  }
  if (env.DEMO_LIT === '1') await nights.showAll()
  await begin(null)
  running.platform.bus.on(TOWN_FOUNDED, ({ tenantId }) => begin(tenantId))
  const end = async (child: ChildProcess): Promise<void> => {
    if (child.exitCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), 3000)
    await gone
    clearTimeout(late)
  }
  return async () => {
    ended = true
    leave()
    await Promise.all([...children].map(end))
  }
}
