import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CompetingStrategy, PublicationFacts } from '../../../domains/strategies/model/publication-facts.ts'
import { type AnsweringWorld, answeringWorld } from './linkage-world.ts'

// Two special strategies of one lamp: which one wins is told before they are sent, and two of equal priority on one night are refused.
const BASE = '/api/blade-strategy/workstrategy'
let world: AnsweringWorld
const ids: string[] = []

const entries = [
  { trigger: 2, offset: 0, level: 100 },
  { trigger: 3, offset: 0, level: 0 },
]
/** A date so many days from today. */
const day = (n: number): string => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10)
const special = (name: string, range: string, priority: number): Promise<string> =>
  world.made(`${BASE}/special`, { name, entries, range, priority })
const publish = (strategyId: string, controllerIds: string) =>
  world.operator.post<{ id: string }>(`${BASE}/publish`, { strategyId, controllerIds })
interface Answer {
  readonly rivals: readonly CompetingStrategy[]
  readonly findings: readonly { code: string; severity: string; firstNight: string; nights: number; text: string }[]
}
const preview = async (body: object): Promise<Answer> => (await world.operator.post<Answer>(`${BASE}/preview`, body)).data

beforeAll(async () => {
  world = await answeringWorld('GW-SPECIALS', () => ({}))
  for (const sn of ['SP-1', 'SP-2']) ids.push(await world.made('/api/blade-city/controller', { sn, name: sn, gatewayId: world.gatewayId }))
})
afterAll(() => world?.stop())

test('the preview says which of two special strategies wins, by priority, on which dates and for how many devices', async () => {
  const week = await special('黄金周', `${day(40)}..${day(46)}`, 5)
  const eve = await special('国庆夜', `${day(39)}..${day(41)}`, 8)
  expect((await publish(week, ids.join())).body).toMatchObject({ code: 200 })
  const chosen = { controllerIds: ids.join() }
  const { rivals, findings } = await preview({ id: eve, ...chosen })
  expect(rivals).toMatchObject([{ id: week, name: '黄金周', priority: 5, wins: false, n: 2, nights: 2 }])
  expect(rivals[0]?.dates).toEqual([`${day(40)}..${day(41)}`])
  expect(findings.map(({ code }) => code)).not.toContain('specialsSamePriority')
  expect((await publish(eve, ids[0]!)).body).toMatchObject({ code: 200 })
  expect((await preview({ id: week, ...chosen })).rivals, 'one of the two lamps has it').toMatchObject([
    { id: eve, wins: true, n: 1, nights: 2 },
  ])
  // A normal strategy gives way to both.
  const normal = await world.made(`${BASE}/normal`, { name: '平日', entries })
  const sent = await publish(normal, ids.join())
  const { data } = await world.operator.get<{ facts: string }>(`${BASE}/publication/detail`, { id: sent.data.id })
  expect((JSON.parse(data.facts) as PublicationFacts).rivals).toMatchObject([
    { id: eve, wins: true, n: 1, nights: 3 },
    { id: week, wins: true, n: 2, nights: 7 },
  ])
})

test('two special strategies of equal priority on one night are refused with that night, unless they reach different lamps or dates', async () => {
  const soon = day(60)
  const one = await special('开幕', `${day(55)}..${soon}`, 4)
  const other = await special('闭幕', `${soon}..${day(61)}`, 4)
  expect((await publish(one, ids[0]!)).body).toMatchObject({ code: 200 })
  expect((await preview({ id: other, controllerIds: ids[1] })).findings, 'another lamp').toEqual([])
  const { findings } = await preview({ id: other, controllerIds: ids[0] })
  const tie = findings.find(({ code }) => code === 'specialsSamePriority')
  expect(tie).toMatchObject({ severity: 'error', firstNight: soon, nights: 1 })
  expect(tie?.text).toContain('开幕')
  const refused = await publish(other, ids[0]!)
  expect(refused.body).toMatchObject({ code: 400, field: 'entries' })
  expect(refused.msg).toContain('开幕')
  expect((await world.operator.put(`${BASE}/special`, { workStrategyId: other, priority: 5 })).body).toMatchObject({ code: 200 })
  expect((await publish(other, ids[0]!)).body).toMatchObject({ code: 200 })
})

test('of two publications at once, the later sees the earlier: a lamp gets both strategies, and of two that exclude each other one is refused', async () => {
  for (let n = 0; n < 3; n++) {
    const date = `${day(100 + n)}..${day(100 + n)}`
    const [first, second] = [await special(`早班 ${n}`, date, 3), await special(`晚班 ${n}`, date, 3)]
    const codes = (await Promise.all([publish(first, ids[1]!), publish(second, ids[1]!)])).map(({ body }) => body.code)
    expect(codes.sort()).toEqual([200, 400])
  }
  const [one, other] = [await special('晴天', `${day(110)}..${day(110)}`, 3), await special('雨天', `${day(111)}..${day(111)}`, 3)]
  await Promise.all([publish(one, ids[1]!), publish(other, ids[1]!)])
  const { data } = await world.operator.get<{ specials: { id: string }[] }[]>(`${BASE}/special/batch/get`, { controllerIds: ids[1] })
  expect(data[0]?.specials.map(({ id }) => id)).toEqual(expect.arrayContaining([one, other]))
})
