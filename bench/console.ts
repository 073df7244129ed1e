import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectTo } from '@lamplight/postgres/connect'
import { createClient, md5 } from '@lamplight/testing'
import type { Page } from 'playwright-core'
import nodeFlags from '../apps/server/node-flags.json' with { type: 'json' }
import { launchBrowser } from '../tools/browser.ts'
import { serverProgram } from '../tools/build/server-program.ts'
import { openSignedIn, type Window } from './browser.ts'
import { fillLamps, TENANT } from './lamps.ts'
import { type Figure, median } from './measure.ts'
import { type Product, startProduct } from './product.ts'

const [ADMIN_TENANT, ADMIN] = ['000000', 'admin']
const ACCOUNT = 'operator'
/** Path and request of the list of lamps. */
const LIST = '/city/lampmanagement/lampinformation/index'
const LIST_CALL = '/api/blade-city/lamp/list?current=1&size=30'
const LAMPS = 10_000
/** Pages between which the user navigates. */
const ROUTES = [
  LIST,
  '/city/basisaccessories/concentrator/index',
  '/city/basis/project',
  '/city/basisaccessories/controller/controllerinformation/index',
  '/city/basis/project',
  '/wel/index',
] as const
const CHANGES = 500

/** Returns the JavaScript that a page receives, compressed as sent over the network, kB. */
const scriptBytes = async (page: Page, url: string, ready: string): Promise<number> => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  const scripts = new Set<string>()
  let bytes = 0
  cdp.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId))
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await page.setExtraHTTPHeaders({ 'accept-encoding': 'gzip' })
  await page.goto(url)
  await page.locator(ready).first().waitFor()
  const stood = bytes
  await cdp.detach()
  return stood / 1000
}

/** Returns the JavaScript that the sign-in page loads in a browser with an empty cache, kB. */
const signInBytes = async (url: string): Promise<number> => {
  const browser = await launchBrowser()
  try {
    return await scriptBytes(await browser.newPage(), `${url}/login`, 'button[type=submit]')
  } finally {
    await browser.close()
  }
}

/** Returns the time from navigation to the first row of a list, with an empty cache and a session, ms. */
const coldList = async ({ page, cdp }: Window, url: string): Promise<number> => {
  await cdp.send('Network.clearBrowserCache')
  await page.goto(`${url}${LIST}`, { waitUntil: 'commit' })
  const handle = await page.waitForFunction(() => document.querySelector('tr.ll-r-tr') !== null && performance.now(), undefined, {
    polling: 'raf',
  })
  return Number(await handle.jsonValue())
}

/** Navigates between the pages; returns the time from each change to the page with its rows, ms, and the growth of the heap. */
const changes = async ({ page, heap }: Window, url: string): Promise<{ times: number[]; growth: number }> => {
  await page.goto(`${url}/wel/index`)
  await page.locator('.ll-side__nav').waitFor()
  const round = (count: number): Promise<number[]> =>
    page.evaluate(
      async ([routes, many]) => {
        const times: number[] = []
        for (let n = 0; n < many; n += 1) {
          const path = routes[n % routes.length] as string
          const began = performance.now()
          // Same effect as a press on the menu: the address changes and the router is notified.
          history.pushState(null, '', path)
          dispatchEvent(new PopStateEvent('popstate'))
          const stands = (): boolean => {
            const pane = document.querySelector('[role=tabpanel]:not([hidden])')
            return (
              location.pathname === path &&
              pane !== null &&
              pane.querySelector(path === '/wel/index' ? '.ll-home-lists' : 'tr.ll-r-tr') !== null
            )
          }
          while (!stands()) await new Promise(requestAnimationFrame)
          times.push(performance.now() - began)
          await new Promise((done) => setTimeout(done, 10))
        }
        return times
      },
      [ROUTES as readonly string[], count] as const,
    )
  // The first visits load the chunks and fill the caches.
  await round(ROUTES.length * 5)
  const before = await heap()
  const times = await round(CHANGES)
  return { times, growth: (await heap()) - before }
}

/** Returns the time from starting the whole product on existing data to the first response that needs a session, ms. */
const start = async (dataDir: string, port: number, brokerPort: number): Promise<number> => {
  const began = performance.now()
  const child = spawn(process.execPath, [...nodeFlags, serverProgram()], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      MQTT_PORT: String(brokerPort),
      LOG_LEVEL: 'error',
      DEMO_LAMPS: '200',
      DEMO_NIGHTS: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  const query = { tenantId: ADMIN_TENANT, username: ADMIN, password: md5(ADMIN), grant_type: 'password', scope: 'all', type: 'account' }
  let answered = Number.NaN
  while (Number.isNaN(answered) && performance.now() - began < 60_000) {
    const signed = await createClient(url, { tenantId: ADMIN_TENANT })
      .post('/api/blade-auth/oauth/token', undefined, query)
      .catch(() => null)
    const token = signed?.body.access_token
    if (typeof token === 'string') {
      const answer = await createClient(url, { tenantId: ADMIN_TENANT, token })
        .get('/api/blade-system/dict/list', { current: 1, size: 10 })
        .catch(() => null)
      if (answer?.code === 200) answered = performance.now() - began
    }
    if (Number.isNaN(answered)) await new Promise((resolve) => setTimeout(resolve, 10))
  }
  child.kill('SIGTERM')
  await new Promise((resolve) => child.once('exit', resolve))
  return answered
}

const starts = async (): Promise<number[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'lamplight-bench-'))
  try {
    await start(folder, 17_960, 17_961)
    const found: number[] = []
    for (let round = 0; round < 3; round += 1) found.push(await start(folder, 17_960, 17_961))
    return found
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const measure = async (product: Product): Promise<Figure> => {
  const signIn = await signInBytes(product.url)
  const window = await openSignedIn(product.url, TENANT, ACCOUNT)
  try {
    // Requests of the page after the sign-in that are still running must not count for the list.
    await window.page.goto('about:blank')
    await window.cdp.send('Network.enable')
    await window.cdp.send('Network.clearBrowserCache')
    const list = await scriptBytes(window.page, `${product.url}${LIST}`, 'tr.ll-r-tr')
    const cold: number[] = []
    for (let round = 0; round < 5; round += 1) cold.push(await coldList(window, product.url))
    const { times, growth } = await changes(window, product.url)
    const sorted = times.toSorted((a, b) => a - b)
    const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
    // The limit: one request to the server from the same browser.
    const trip = await window.page.evaluate(async (call) => {
      const token = JSON.parse(localStorage.getItem('saber-token') ?? '{}').content
      const spans: number[] = []
      for (let n = 0; n < 40; n += 1) {
        const began = performance.now()
        await (await fetch(call, { headers: { 'Blade-Auth': `bearer ${token}` } })).json()
        spans.push(performance.now() - began)
      }
      return spans.sort((a, b) => a - b)[38] ?? 0
    }, LIST_CALL)
    const began = await starts()
    return {
      name: `a change of page in the console, the list of ${LAMPS.toLocaleString('en')} lamps among them, click to rows, 95th percentile of ${CHANGES}`,
      unit: 'ms',
      ours: p95,
      limit: trip,
      ratio: p95 / trip,
      rounds: [p95 / trip],
      aim: '≤ 100 ms',
      notes: [
        `JavaScript, gzip: sign-in ${signIn.toFixed(0)} kB (aim ≤ 120), first list ${list.toFixed(0)} kB (aim ≤ 200)`,
        `list of lamps visible, empty cache: ${cold.map((ms) => ms.toFixed(0)).join(', ')} ms, median ${median(cold).toFixed(0)} (aim ≤ 500)`,
        `heap after ${CHANGES} changes of page ${growth >= 0 ? '+' : ''}${growth.toFixed(1)} MB (aim ≤ 5)`,
        `start of everything to the first authorised answer: ${began.map((ms) => ms.toFixed(0)).join(', ')} ms (aim ≤ 1,200)`,
        'limit: the round trip of the list of lamps alone, from the same browser, 95th percentile',
      ],
    }
  } finally {
    await window.close()
  }
}

export const run = async (): Promise<Figure> => {
  const product = await startProduct()
  const owner = await connectTo(product.databaseUrl)
  try {
    await fillLamps(owner, LAMPS)
    await owner.end()
    return await measure(product)
  } finally {
    await product.stop()
  }
}
