import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32, deflateSync } from 'node:zlib'

const SIDE = 256

const chunk = (name: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(name), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Returns the colour that identifies a tile: its column, its row (both modulo 256), and its zoom. */
export const colourOf = (z: number, x: number, y: number): readonly [number, number, number] => [x & 255, y & 255, z * 8]

/** Returns a PNG of one colour. */
const png = (colour: readonly number[]): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(SIDE, 0)
  head.writeUInt32BE(SIDE, 4)
  head.set([8, 2], 8)
  const row = Buffer.concat([Buffer.from([0]), Buffer.concat(Array.from({ length: SIDE }, () => Buffer.from(colour)))])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: SIDE }, () => row)))
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Starts a tile server whose tiles can be told apart by their colour. */
export const openTiles = async (): Promise<{
  readonly template: string
  readonly requests: string[]
  readonly stop: () => Promise<void>
}> => {
  const requests: string[] = []
  const server = createServer((request, response) => {
    const [, z, x, y] = /^\/(\d+)\/(\d+)\/(\d+)\.png$/.exec(request.url ?? '')?.map(Number) ?? []
    if (z === undefined || x === undefined || y === undefined) {
      response.writeHead(404).end()
      return
    }
    requests.push(`${z}/${x}/${y}`)
    response.writeHead(200, { 'content-type': 'image/png' }).end(png(colourOf(z, x, y)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    template: `http://127.0.0.1:${(server.address() as AddressInfo).port}/{z}/{x}/{y}.png`,
    requests,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/**
 * Converts WGS-84 degrees to those of Chinese public maps, by the published series of the offset. It is written out here so that
 * the product's library is not checked by itself.
 */
export const gcj02 = (lng: number, lat: number): readonly [number, number] => {
  const [a, ee, rad] = [6_378_245, 0.006_693_421_622_965_943, Math.PI / 180]
  const [x, y] = [lng - 105, lat - 35]
  const wave = (v: number, ...parts: readonly (readonly [number, number])[]): number =>
    parts.reduce((sum, [size, rate]) => sum + (size * 2 * Math.sin(v * rate * Math.PI)) / 3, 0)
  const root = Math.sqrt(Math.abs(x))
  const east =
    300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * root + wave(x, [20, 6], [20, 2], [20, 1], [40, 1 / 3], [150, 1 / 12], [300, 1 / 30])
  const north =
    -100 +
    2 * x +
    3 * y +
    0.2 * y * y +
    0.1 * x * y +
    0.2 * root +
    wave(x, [20, 6], [20, 2]) +
    wave(y, [20, 1], [40, 1 / 3], [160, 1 / 12], [320, 1 / 30])
  const magic = 1 - ee * Math.sin(lat * rad) ** 2
  return [
    lng + east / ((a / Math.sqrt(magic)) * Math.cos(lat * rad) * rad),
    lat + north / (((a * (1 - ee)) / (magic * Math.sqrt(magic))) * rad),
  ]
}

/** Returns column and row of the tile at `zoom` that shows a place (degrees of the tile's own datum), with fractions. */
export const tileAt = (lng: number, lat: number, zoom: number): readonly [number, number] => {
  const tiles = 2 ** zoom
  return [((lng + 180) / 360) * tiles, ((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * tiles]
}
