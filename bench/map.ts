import { connectTo } from '@lamplight/postgres/connect'
import { connectAsync, type MqttClient } from 'mqtt'
import type pg from 'pg'
import { openSignedIn, type Window } from './browser.ts'
import { fillLamps, gatewaySn, lampSn, PER_GATEWAY, PROJECT, SECRET, TENANT } from './lamps.ts'
import { type Figure, median } from './measure.ts'
import { type Product, startProduct } from './product.ts'

const LAMPS = Number(process.env.BENCH_LAMPS ?? 1_000_000)
const CHATTY_GATEWAYS = 5
const PAN_MS = 6000

/**
 * Inserts a city of streets: lamps 30 m apart on parallel streets, 300 m apart. The first lamps have all that
 * reports need, the others only what the map reads.
 */
const fillCity = async (owner: pg.Client): Promise<void> => {
  const along = Math.ceil(Math.sqrt(LAMPS * 10))
  const known = CHATTY_GATEWAYS * PER_GATEWAY
  await fillLamps(owner, known)
  // The map reads every lamp: the other indexes and the counters of lists do not matter here, and would make the inserts slow.
  const { rows } = await owner.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index where indrelid = 'lighting_lamp'::regclass and not indisprimary`,
  )
  for (const { name } of rows) await owner.query(`drop index ${name}`)
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `insert into lighting_lamp (id, tenant_id, name, sn, kind, power, controller_id, project_id, lng, lat)
     select 7200000000000000000 + n, '${TENANT}', 'lamp ' || n, 'BL' || n, 1, 100, 7100000000000000000 + n, ${PROJECT},
            112 + (n % ${along}) * 0.0003, 28 + (n / ${along}) * 0.0027 from generate_series(${known}, ${LAMPS - 1}) n`,
  )
  await owner.query(
    `update lighting_lamp set lng = 112 + (id - 7200000000000000000) * 0.0003 where id between 7200000000000000000 and 7200000000000000000 + ${known}`,
  )
  await owner.query(
    `insert into devices_state (device_id, sn, tenant_id, state, dim, reported_at)
     select 7100000000000000000 + n, 'BC' || n, '${TENANT}', case when n % 50 = 0 then 3 when n % 7 = 0 then 2 else 1 end, n % 101, now() from generate_series(0, ${LAMPS - 1}) n
     on conflict (device_id) do nothing`,
  )
  await owner.query('set session_replication_role = origin')
  await owner.query('vacuum analyze lighting_lamp, devices_state')
}

/** Two hundred lamps report a new level ten times a second. Returns a function that stops this. */
const chatter = async (port: number): Promise<() => Promise<void>> => {
  const clients: MqttClient[] = []
  for (let n = 0; n < CHATTY_GATEWAYS; n += 1)
    clients.push(await connectAsync(`mqtt://127.0.0.1:${port}`, { clientId: gatewaySn(n), username: gatewaySn(n), password: SECRET }))
  let turn = 0
  const timer = setInterval(() => {
    turn += 1
    for (const [n, client] of clients.entries()) {
      const rows = Array.from({ length: PER_GATEWAY }, (_, lamp) => ({
        sn: lampSn(n * PER_GATEWAY + lamp),
        at: Date.now(),
        p: { on: true, dim: (turn * 7 + lamp) % 101, power: 50 },
      }))
      client.publish(`ll/1/${gatewaySn(n)}/up/report`, JSON.stringify(rows), { qos: 1 })
    }
  }, 100)
  return async () => {
    clearInterval(timer)
    await Promise.all(clients.map((client) => client.endAsync(true)))
  }
}

/**
 * Returns the time from navigation to the frame in which the legend counts every lamp and the canvas shows
 * them, ms. All lamps are painted in one frame.
 */
const firstPaint = async ({ page }: Window, url: string): Promise<number> => {
  await page.goto(url, { waitUntil: 'commit' })
  const handle = await page.waitForFunction(
    (wanted) => {
      const counts = [...document.querySelectorAll('.ll-map-legend-count')].map((one) => Number(one.textContent?.replaceAll(',', '')))
      if (counts.reduce((sum, count) => sum + count, 0) !== wanted) return false
      const canvas = document.querySelector<HTMLCanvasElement>('.leaflet-ll-lamps-pane canvas')
      const pen = canvas?.getContext('2d')
      if (!canvas || !pen) return false
      const pixels = pen.getImageData(canvas.width / 2 - 50, canvas.height / 2 - 50, 100, 100).data
      return pixels.some((value) => value > 0) && performance.now()
    },
    LAMPS,
    { polling: 'raf' },
  )
  return Number(await handle.jsonValue())
}

/** Returns frames per second while the mouse drags to and fro and turns the wheel. */
const panAndZoom = async ({ page }: Window): Promise<{ fps: number; worst: number }> => {
  await page.evaluate(() => {
    const seen: number[] = []
    Object.assign(window, { frames: seen })
    const tick = (at: number): void => {
      seen.push(at)
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  })
  const began = Date.now()
  let turn = 0
  while (Date.now() - began < PAN_MS) {
    const by = turn % 2 ? -1 : 1
    await page.mouse.move(640, 360)
    await page.mouse.down()
    for (let step = 1; step <= 20; step += 1) await page.mouse.move(640 + by * step * 12, 360 + by * step * 6)
    await page.mouse.up()
    await page.mouse.wheel(0, turn % 4 < 2 ? -180 : 180)
    await page.waitForTimeout(200)
    turn += 1
  }
  const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames)
  const gaps = frames.slice(1).map((at, n) => at - (frames[n] ?? at))
  return { fps: (1000 * gaps.length) / gaps.reduce((sum, gap) => sum + gap, 0), worst: Math.max(...gaps) }
}

/** Returns the time from a click to the address that names the lamp, measured inside the page, ms. */
const clickToLamp = async ({ page }: Window): Promise<number> => {
  await page.evaluate(() => {
    const found: number[] = []
    Object.assign(window, { clicks: found })
    addEventListener(
      'click',
      () => {
        const began = performance.now()
        const look = (): void => {
          if (document.querySelector('.ll-city-card')) found.push(performance.now() - began)
          else if (performance.now() - began < 2000) requestAnimationFrame(look)
        }
        look()
      },
      { capture: true },
    )
  })
  await page.getByRole('button', { name: '显示全部灯具' }).click()
  await page.waitForTimeout(500)
  for (let n = 0; n < 7; n += 1) {
    await page
      .locator('.ll-city-card .ll-city-close')
      .click({ timeout: 500 })
      .catch(() => undefined)
    await page.waitForTimeout(100)
    await page.evaluate(() => (window as unknown as { clicks: number[] }).clicks.splice(0, 0))
    await page.mouse.click(420 + n * 37, 330 + n * 11)
    await page.waitForTimeout(250)
  }
  return median((await page.evaluate(() => (window as unknown as { clicks: number[] }).clicks)).filter((ms) => ms > 0))
}

/** The limit: the same number of points written into an image in every frame, by a page that does nothing else. */
const bareFrames = async ({ context }: Window): Promise<number> => {
  const page = await context.newPage()
  await page.setContent('<canvas width="1280" height="720"></canvas>')
  const fps = await page.evaluate(async (n) => {
    const pen = document.querySelector('canvas')?.getContext('2d')
    if (!pen) return 0
    const [x, y] = [new Uint32Array(n), new Uint32Array(n)]
    for (let i = 0; i < n; i += 1) {
      x[i] = (i * 2654435761) % 12_800_000
      y[i] = (i * 40503) % 7_200_000
    }
    const image = new ImageData(1280, 720)
    const pixels = new Uint32Array(image.data.buffer)
    const frame = (shift: number): void => {
      pixels.fill(0)
      for (let i = 0; i < n; i += 1) {
        const px = ((x[i] as number) * 0.0001 + shift) | 0
        if (px < 1280) pixels[(((y[i] as number) * 0.0001) | 0) * 1280 + px] = 0xff4ad2ff
      }
      pen.putImageData(image, 0, 0)
    }
    const began = performance.now()
    let count = 0
    while (performance.now() - began < 3000) {
      await new Promise(requestAnimationFrame)
      frame(count % 200)
      count += 1
    }
    return (1000 * count) / (performance.now() - began)
  }, LAMPS)
  await page.close()
  return fps
}

const measure = async (product: Product): Promise<Figure> => {
  const owner = await connectTo(product.databaseUrl)
  // The lamps of the demo city would be far away from these.
  await owner.query(`delete from lighting_lamp where tenant_id = '${TENANT}'`)
  await fillCity(owner)
  const window = await openSignedIn(product.url, TENANT, 'operator')
  try {
    const map = `${product.url}/city/map/index`
    const paints: number[] = []
    for (let round = 0; round < 3; round += 1) paints.push(await firstPaint(window, map))
    const hush = await chatter(product.brokerPort)
    const fps: number[] = []
    const bare: number[] = []
    let worst = 0
    for (let round = 0; round < 3; round += 1) {
      const found = await panAndZoom(window)
      fps.push(found.fps)
      worst = Math.max(worst, found.worst)
      bare.push(await bareFrames(window))
    }
    const click = await clickToLamp(window)
    const heap = await window.heap()
    await hush()
    return {
      name: `map of ${LAMPS.toLocaleString('en')} lamps, panned and zoomed while 2,000 changes a second arrive, Chromium without a GPU`,
      unit: 'frames/s',
      ours: median(fps),
      limit: median(bare),
      ratio: median(fps) / median(bare),
      rounds: fps.map((one, n) => one / (bare[n] ?? one)),
      aim: '≥ 30 frames/s',
      notes: [
        `first paint, every lamp in view, ${paints.map((ms) => ms.toFixed(0)).join(', ')} ms from navigation with a session, the first one by a server that was never asked for this map (aim ≤ 3,000); longest gap between frames ${worst.toFixed(0)} ms`,
        `click → lamp ${click.toFixed(1)} ms (aim ≤ 50); heap with its typed arrays ${heap.toFixed(0)} MB (aim ≤ 150)`,
        'limit: as many points written into an ImageData of the same size in every frame, in the same browser',
      ],
    }
  } finally {
    await window.close()
    await owner.end()
  }
}

export const run = async (): Promise<Figure> => {
  const product = await startProduct()
  try {
    return await measure(product)
  } finally {
    await product.stop()
  }
}
