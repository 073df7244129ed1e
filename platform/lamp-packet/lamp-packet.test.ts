import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeLampPacket, encodeLampPacket, type LampColumns, lampPacketSize, packLampBlocks } from './index.ts'

const lamp = fc.record({
  id: fc.bigInt({ min: 0n, max: (1n << 63n) - 1n }),
  lng: fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }),
  lat: fc.integer({ min: -900_000_000, max: 900_000_000 }),
  state: fc.integer({ min: 1, max: 5 }),
  dim: fc.integer({ min: 0, max: 100 }),
})

type Row = { id: bigint; lng: number; lat: number; state: number; dim: number }

const columnsOf = (rows: readonly Row[]): LampColumns => ({
  n: rows.length,
  ids: BigInt64Array.from(rows, (row) => row.id),
  lng: Float64Array.from(rows, (row) => row.lng / 1e7),
  lat: Float64Array.from(rows, (row) => row.lat / 1e7),
  state: Uint8Array.from(rows, (row) => row.state),
  dim: Uint8Array.from(rows, (row) => row.dim),
})

describe('lamp packet', () => {
  it('decodes every encoded lamp', () => {
    fc.assert(
      fc.property(fc.array(lamp, { maxLength: 40 }), (rows) => {
        const columns = columnsOf(rows)
        const packet = encodeLampPacket(columns)
        expect(packet.byteLength).toBe(lampPacketSize(rows.length))
        const { run, ...back } = decodeLampPacket(packet)
        expect(back).toEqual(columns)
        expect(run).toEqual(new Uint8Array(rows.length))
      }),
    )
  })

  it('has the agreed byte layout, each block aligned to 8 bytes', () => {
    const rows = [1, 2, 3].map((k) => ({ id: BigInt(k) << 40n, lng: k, lat: -k, state: k, dim: 10 * k }))
    const view = new DataView(encodeLampPacket(columnsOf(rows)))
    expect(view.byteLength).toBe(8 + 24 + 16 + 16 + 8 + 8)
    expect(view.getUint32(0, true)).toBe(0x4c4c4d31)
    expect(view.getUint32(4, true)).toBe(3)
    expect(view.getBigInt64(8 + 16, true)).toBe(3n << 40n)
    expect(view.getInt32(32 + 8, true)).toBe(3)
    expect(view.getInt32(48 + 8, true)).toBe(-3)
    expect(view.getUint8(64 + 2)).toBe(3)
    expect(view.getUint8(72 + 2)).toBe(30)
  })

  it('is the same when it is built from binary blocks of the database', () => {
    const rows = [1, 2, 3].map((k) => ({
      id: (BigInt(k) << 50n) + 77n,
      lng: k * 371_234_567,
      lat: -k * 117_654_321,
      state: k,
      dim: 30 * k,
    }))
    const block = (width: number, write: (buffer: Buffer, row: (typeof rows)[number], at: number) => unknown): Buffer => {
      const buffer = Buffer.alloc(width * rows.length)
      rows.forEach((row, at) => {
        write(buffer, row, at * width)
      })
      return buffer
    }
    const blocks = {
      n: rows.length,
      ids: block(8, (buffer, row, at) => buffer.writeBigInt64BE(row.id, at)),
      lng: block(4, (buffer, row, at) => buffer.writeInt32BE(row.lng, at)),
      lat: block(4, (buffer, row, at) => buffer.writeInt32BE(row.lat, at)),
      looks: block(2, (buffer, row, at) => buffer.writeInt16BE(row.state * 256 + row.dim, at)),
    }
    expect(new Uint8Array(packLampBlocks(blocks))).toEqual(new Uint8Array(encodeLampPacket(columnsOf(rows))))
    expect(() => packLampBlocks({ ...blocks, n: 2 })).toThrow(/ids holds 24 bytes/)
  })

  it('keeps a lamp without a position', () => {
    const columns = columnsOf([{ id: 7n, lng: Number.NaN, lat: Number.NaN, state: 5, dim: 0 }])
    const back = decodeLampPacket(encodeLampPacket(columns))
    expect([back.lng[0], back.lat[0]]).toEqual([Number.NaN, Number.NaN])
  })

  it('is refused if it is invalid, truncated, or has arrays of different length', () => {
    const packet = encodeLampPacket(columnsOf([{ id: 7n, lng: 0, lat: 0, state: 1, dim: 50 }]))
    expect(() => decodeLampPacket(new ArrayBuffer(3))).toThrow(RangeError)
    expect(() => decodeLampPacket(new ArrayBuffer(64))).toThrow(/magic/)
    expect(() => decodeLampPacket(packet.slice(0, -8))).toThrow(/1 lamps need/)
    expect(() => encodeLampPacket({ ...columnsOf([]), n: 1 })).toThrow(/ids holds 0 of 1/)
  })
})
