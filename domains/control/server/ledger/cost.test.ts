import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World, type WorldLamp } from '../../testing/test-world.ts'

const FEW = 2
const MANY = 400
let world: World
beforeAll(async () => {
  world = await openWorld()
  await world.addGateway('FEW')
  await world.addGateway('MANY')
})
afterAll(() => world.stop())

/** Number of rows of control tables that the work writes, counted by the database. */
const rowsOf = async <T>(query: World['query'], work: () => Promise<T>): Promise<{ made: T; n: number }> => {
  const written = async (): Promise<number> =>
    (
      await query<{ n: number }>(
        `select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::int as n from pg_stat_xact_user_tables where relname like 'control\\_%'`,
      )
    )[0]!.n
  const before = await written()
  const made = await work()
  return { made, n: (await written()) - before }
}

/** Number of rows written for one command to `lamps`, then for sending, acks and proof. */
const costOf = async (lamps: readonly WorldLamp[]): Promise<Record<string, number>> => {
  const { writer } = world
  const gateway = lamps[0]!.gateway!
  let request = 0
  const ctx = world.ctx()
  const counting = {
    ...ctx,
    tx: ((work) =>
      ctx.tx(async (query) => {
        const { made, n } = await rowsOf(query, () => work(query))
        request = n
        return made
      })) as typeof ctx.tx,
  }
  const { batchId } = await world.order({ selector: { controllerIds: lamps.map((lamp) => lamp.id) } }, null, counting)
  const cost = (work: (query: World['query']) => Promise<unknown>): Promise<number> =>
    world.platform.system.tx(async (query) => (await rowsOf(query, () => work(query))).n)
  const at = world.clock.now()
  const reported = { on: true, dim: 30, reason: 'override' }
  const gatewayId = (await world.query<{ id: string }>('select id from devices_gateway where sn = $1', [gateway]))[0]!.id
  return {
    request,
    opened: await cost((query) => writer.ledger.opened(query, 10)),
    sent: await cost((query) => writer.ledger.sent(query, [{ batchId, gatewaySn: gateway, sns: lamps.map((lamp) => lamp.sn), at }])),
    acked: await cost((query) =>
      writer.ledger.acked(query, [
        { batchId, gatewaySn: gateway, sns: lamps.map(({ sn }) => sn), ok: true, code: 'ok', at, receivedAt: at, sentAt: at, reported },
      ]),
    ),
    reported: await cost((query) =>
      writer.ledger.reported(
        query,
        lamps.map(({ id }, n) => ({ deviceId: id, gatewayId, at: at + 1000, reported: { ...reported, power: 33 + (n % 3) } })),
      ),
    ),
  }
}

test('the number of rows that a command writes grows with its gateways, not with its lamps', async () => {
  const few = await costOf(await world.addLamps('FEW', FEW))
  const many = await costOf(await world.addLamps('MANY', MANY))
  expect(many).toEqual(few)
  for (const rows of Object.values(many)) expect(rows).toBeGreaterThan(0)
  for (const rows of Object.values(many)) expect(rows).toBeLessThanOrEqual(6)
  const verified = await world.query('select verified from control_batch order by id')
  expect(verified).toEqual([{ verified: FEW }, { verified: MANY }])
})
