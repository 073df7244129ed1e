import http from 'node:http'
import pg from 'pg'
import { type House, startHouse } from './house.ts'
import { type Figure, interleave, median, throughput } from './measure.ts'

const LAMPS = 100_000
const PROJECTS = 20
const CONNECTIONS = 16
const TENANT = '100001'

/** 100,000 lamps with controllers and states in twenty projects of one tenant. */
const fill = async (client: pg.Client): Promise<string[]> => {
  const one = async (sql: string): Promise<void> => void (await client.query(sql))
  await one(
    `insert into places_project (id, tenant_id, name, type, sort) select 7000000000000000000 + n, '${TENANT}', 'Bench ' || n, 2, n from generate_series(1, ${PROJECTS}) n`,
  )
  await one(`insert into lighting_controller (id, tenant_id, sn, name, dev_type, activated, two_way, project_id)
    select 7100000000000000000 + n, '${TENANT}', 'BC' || n, 'lamp ' || n, 4, true, false, 7000000000000000001 + n % ${PROJECTS} from generate_series(1, ${LAMPS}) n`)
  await one(
    `insert into devices_registry (sn, device_id, tenant_id) select 'BC' || n, 7100000000000000000 + n, '${TENANT}' from generate_series(1, ${LAMPS}) n`,
  )
  await one(`insert into lighting_lamp (id, tenant_id, name, sn, kind, power, controller_id, project_id, lng, lat)
    select 7200000000000000000 + n, '${TENANT}', 'lamp ' || n, 'BL' || n, 1, 100, 7100000000000000000 + n, 7000000000000000001 + n % ${PROJECTS}, 112 + n * 1e-6, 28 from generate_series(1, ${LAMPS}) n`)
  await one('vacuum analyze')
  return Array.from({ length: 10 }, (_, n) => String(7_000_000_000_000_000_001n + BigInt(n)))
}

/** The same ten rows and the same exact total by the best SQL one would write by hand, without rights, as the owner of the tables. */
const HAND = {
  rows: `select l.id::text, l.name, l.sn, l.kind, l.power, l.lng, l.lat, l.project_id::text, p.name as project, c.sn as controller, s.state, s.dim, s.power as active_power, s.reported_at
    from (select * from lighting_lamp where tenant_id = $1 and project_id = $2 and not is_deleted order by id desc limit 10) l
    left join lighting_controller c on c.id = l.controller_id left join places_project p on p.id = l.project_id
    left join devices_state s on s.device_id = l.controller_id order by l.id desc`,
  total: 'select count(*)::int as total from lighting_lamp where tenant_id = $1 and project_id = $2 and not is_deleted',
}

const get = (agent: http.Agent, url: string, headers: Record<string, string>): Promise<string> =>
  new Promise((resolve, reject) => {
    http
      .get(url, { agent, headers }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => resolve(Buffer.concat(parts).toString()))
      })
      .on('error', reject)
  })

const measure = async (house: House): Promise<Figure> => {
  const owner = new pg.Client({ connectionString: house.databaseUrl })
  await owner.connect()
  const projects = await fill(owner)
  const { token } = await house.signIn(TENANT, 'operator')
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const headers = { 'blade-auth': `bearer ${token}`, authorization: `Basic ${btoa('saber:saber_secret')}` }
  let turn = 0
  const project = (): string => {
    turn += 1
    return projects[turn % projects.length] as string
  }
  const list = (id: string) => get(agent, `${house.url}/api/blade-city/lamp/list?current=1&size=10&projectId=${id}`, headers)
  const clients = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const client = new pg.Client({ connectionString: house.databaseUrl, pipeline: true })
      await client.connect()
      return client
    }),
  )
  const byHand = async (client: pg.Client, id: string) => {
    const [rows, total] = await Promise.all([
      client.query({ name: 'rows', text: HAND.rows, values: [TENANT, id] }),
      client.query({ name: 'total', text: HAND.total, values: [TENANT, id] }),
    ])
    return { rows: rows.rows as { id: string }[], total: (total.rows[0] as { total: number }).total }
  }
  for (const id of projects) {
    const answer = JSON.parse(await list(id)) as { data: { records: { id: string }[]; total: number } }
    const hand = await byHand(clients[0] as pg.Client, id)
    if (answer.data.total !== hand.total || answer.data.records.map((row) => row.id).join() !== hand.rows.map((row) => row.id).join())
      throw new Error('the two arms answer differently')
  }
  let p99 = 0
  const rounds = await interleave(
    5,
    async () => {
      const found = await throughput(CONNECTIONS, 2500, async () => void (await list(project())))
      p99 = found.p99
      return found.perSecond
    },
    async () => (await throughput(CONNECTIONS, 2500, async (loop) => void (await byHand(clients[loop] as pg.Client, project())))).perSecond,
  )
  agent.destroy()
  await Promise.all([...clients.map((client) => client.end()), owner.end()])
  return {
    name: 'paged lamp list, 100,000 lamps, token + tenant + rights, random project, exact total, 16 connections',
    unit: 'requests/s',
    ours: median(rounds.ours),
    limit: median(rounds.limit),
    ratio: median(rounds.ratios),
    rounds: rounds.ratios,
    aim: '≥ 0.45',
    notes: [`p99 ${p99.toFixed(1)} ms; limit: the same rows and total by hand-written SQL on 16 connections`],
  }
}

export const run = async (): Promise<Figure> => {
  const house = await startHouse()
  try {
    return await measure(house)
  } finally {
    await house.stop()
  }
}
