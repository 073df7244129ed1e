import { eventually } from '@lamplight/testing'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { launchBrowser } from '../tools/browser.ts'
import { heapOf } from './browser.ts'
import type { Figure } from './measure.ts'
import { type Product, startProduct } from './product.ts'

const [TENANT, ACCOUNT] = ['000000', 'admin']
const LAMPS = Number(process.env.BENCH_LAMPS ?? 5000)
/** How many times faster the page refreshes and the lamps report. More would exceed the limit of calls of a shared dashboard. */
const SPEED = 16
const REPORT_SECONDS = 300
/** Hours of a wall, and those that fill its caches before. */
const [HOURS, WARM_HOURS] = [Number(process.env.BENCH_HOURS ?? 8), 1]
const MINUTE_MS = 60_000
const AIM = 1

interface Wall {
  readonly name: string
  readonly page: Page
  readonly cdp: CDPSession
  readonly refreshes: () => number
  readonly pushes: () => number
}

/** Makes the timers of the page run faster: the clock (1 s) and what is read again at intervals. Those that watch the connection stay as they are. */
const hurry = (speed: number): void => {
  const span = (ms = 0): number => (ms === 1000 || (ms >= 15_000 && ms <= 120_000) ? ms / speed : ms)
  const { setTimeout: once, setInterval: often } = window
  Object.assign(window, {
    setTimeout: (run: () => void, ms?: number, ...rest: unknown[]) => once(run, span(ms), ...rest),
    setInterval: (run: () => void, ms?: number, ...rest: unknown[]) => often(run, span(ms), ...rest),
  })
}

const openWall = async (browser: Browser, name: string, open: (page: Page) => Promise<void>): Promise<Wall> => {
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1920, height: 1080 } })
  context.setDefaultTimeout(5 * MINUTE_MS)
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('HeapProfiler.enable')
  let [refreshes, pushes] = [0, 0]
  page.on('response', (response) => {
    if (/\/blade-visual\/(visual|shared)\/(data|lamps)/.test(response.url())) refreshes += 1
  })
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (payload.includes('lamps')) pushes += 1
    }),
  )
  await page.addInitScript(hurry, SPEED)
  await open(page)
  for (const part of ['map', 'pie', 'line']) await page.locator(`[data-widget=${part}] canvas`).first().waitFor({ state: 'attached' })
  return { name, page, cdp, refreshes: () => refreshes, pushes: () => pushes }
}

/** The dashboard of the demo city, shared by a link without a password. The demo adds the dashboard some time after the server answers. */
const shareCode = async (product: Product): Promise<string> => {
  const client = await product.signIn(TENANT, ACCOUNT)
  const visualId = await eventually(
    async () => (await client.get<{ id: string }>('/api/blade-visual/visual/view', { id: '' })).data.id,
    300_000,
  )
  const { data: share } = await client.post<{ id: string }>('/api/blade-visual/visual/share/submit', { name: 'wall', visualId })
  return (await client.get<{ shareCode: string }>('/api/blade-visual/visual/share/detail', { id: share.id })).data.shareCode
}

/** Growth by least squares, MB an hour. */
const slopeOf = (points: readonly (readonly [hour: number, mb: number])[]): number => {
  const mean = (of: (point: readonly [number, number]) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [x, y] = [mean(([hour]) => hour), mean(([, mb]) => mb)]
  return mean(([hour, mb]) => (hour - x) * (mb - y)) / mean(([hour]) => (hour - x) ** 2)
}

interface Course {
  readonly wall: Wall
  readonly points: [hour: number, mb: number][]
}
const watch = async (walls: readonly Wall[]): Promise<Course[]> => {
  const courses = walls.map((wall): Course => ({ wall, points: [] }))
  const began = Date.now()
  for (let minute = 0; (minute * SPEED) / 60 <= HOURS; minute += 1) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, began + minute * MINUTE_MS - Date.now())))
    for (const { wall, points } of courses) points.push([((Date.now() - began) / MINUTE_MS) * (SPEED / 60), await heapOf(wall.cdp)])
    if (process.env.BENCH_LOG)
      console.log(courses.map(({ wall, points }) => `${wall.name} ${points.at(-1)?.[1].toFixed(2)} MB`).join(' · '))
  }
  return courses
}

const figureOf = ({ wall, points }: Course): Figure => {
  const kept = points.filter(([hour]) => hour >= WARM_HOURS)
  const slope = slopeOf(kept)
  const heaps = kept.map(([, mb]) => mb)
  return {
    name: `${wall.name} of ${LAMPS.toLocaleString('en')} lamps, ${HOURS} hours of refreshes and live changes in ${(HOURS * 60) / SPEED} minutes: growth of the heap`,
    unit: 'MB/h',
    ours: slope,
    limit: AIM,
    ratio: slope / AIM,
    rounds: [slope / AIM],
    aim: `≤ ${AIM} MB/h`,
    notes: [
      `least squares over ${kept.length} heaps after a collection, one a minute, without the first ${WARM_HOURS} h; smallest ${Math.min(...heaps).toFixed(1)}, largest ${Math.max(...heaps).toFixed(1)}, first ${heaps[0]?.toFixed(1)}, last ${heaps.at(-1)?.toFixed(1)} MB`,
      `${wall.refreshes().toLocaleString('en')} answers with values or lamps, ${wall.pushes().toLocaleString('en')} pushes; timers of the page and reports of the lamps ran ${SPEED} times as fast`,
      'limit: the aim',
    ],
  }
}

export const run = async (): Promise<Figure[]> => {
  const product = await startProduct({
    DEMO_LAMPS: String(LAMPS),
    DEMO_NIGHTS: '3',
    DEMO_LIT: '1',
    VIRTUAL_CITY: '1',
    SIM_ARGS: `--report-interval ${Math.round(REPORT_SECONDS / SPEED)}`,
  })
  const browser = await launchBrowser()
  try {
    const code = await shareCode(product)
    const walls = [
      await openWall(browser, 'data screen', async (page) => {
        await page.goto(`${product.url}/login`)
        for (const [field, text] of [
          ['tenantId', TENANT],
          ['account', ACCOUNT],
          ['password', ACCOUNT],
        ])
          await page.locator(`input[name=${field}]`).fill(text ?? '')
        await page.locator('button[type=submit]').click()
        await page.waitForURL((at) => !at.pathname.endsWith('/login'))
        await page.goto(`${product.url}/screen`)
      }),
      await openWall(browser, 'shared dashboard', async (page) => void (await page.goto(`${product.url}/screen?code=${code}`))),
    ]
    return (await watch(walls)).map(figureOf)
  } finally {
    await browser.close()
    await product.stop()
  }
}
