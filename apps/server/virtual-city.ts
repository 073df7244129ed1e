import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Gateways, InventorySource } from '@lamplight/devices/model'
import { TOWN_FOUNDED } from '@lamplight/lighting/server'
import type { Running } from '@lamplight/server-kit'
import type { Inventory } from '@lamplight/town'

interface GatewayRow {
  id: string
  sn: string
  lng: number
  lat: number
}

/** What the virtual city needs to play the virtual gateways of this database, or of one tenant, each with a fresh secret. */
export const inventoryOf = async ({ platform }: Running, tenantId: string | null = null): Promise<Inventory> => {
  const gateways = await platform.system.query<GatewayRow>(
    'select g.id, g.sn, g.lng, g.lat from devices_gateway g join devices_credential k on k.gateway_id = g.id where k.virtual and not g.is_deleted and ($1::text is null or g.tenant_id = $1) order by g.id',
    [tenantId],
  )
  const children = await platform.port<InventorySource>('devices.inventory').children(gateways.map((gateway) => gateway.id))
  const byGateway = Map.groupBy(children, (child) => child.gatewayId)
  const issue = platform.port<Gateways>('devices.gateways').issueSecret
  return {
    broker: { url: platform.mqtt.url },
    timeZone: 'Asia/Shanghai',
    gateways: await Promise.all(
      gateways.map(async ({ id, sn, lng, lat }) => ({
        sn,
        lng,
        lat,
        secret: await issue(sn, { virtual: true }),
        children: (byGateway.get(id) ?? []).map(({ gatewayId: _gatewayId, ...child }) => child),
      })),
    ),
  }
}

/** Runs the virtual city in a process of its own, and each town that is founded meanwhile in another; one that dies is started again after a second. Answers how to end them. */
export const startVirtualCity = async (running: Running, root: string, env: NodeJS.ProcessEnv): Promise<() => Promise<void>> => {
  const children = new Set<ChildProcess>()
  let ended = false
  const begin = async (tenantId: string | null): Promise<void> => {
    const inventory = await inventoryOf(running, tenantId)
    if (ended || inventory.gateways.length === 0) return
    const child = fork(join(root, 'apps', 'simulator', 'main.ts'), ['--quiet', ...(env.SIM_ARGS?.split(' ').filter(Boolean) ?? [])], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    children.add(child)
    child.send({ type: 'inventory', inventory, options: {} })
    child.once('exit', () => {
      children.delete(child)
      if (!ended) setTimeout(() => void begin(tenantId).catch(() => undefined), 1000)
    })
  }
  await begin(null)
  running.platform.bus.on<{ tenantId: string }>(TOWN_FOUNDED, ({ tenantId }) => begin(tenantId))
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
    await Promise.all([...children].map(end))
  }
}
