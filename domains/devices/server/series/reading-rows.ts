import { isFaultType } from '@lamplight/protocol'
import type { Platform } from '@lamplight/server-kit'
import { type Folded, saysLight } from '../ingest/fold.ts'

/** Flags of `devices_reading`. */
export const FLAG = { history: 1, latest: 2, light: 4, untimed: 8 } as const

/** Fixed type numbers of PostgreSQL (pg_type.dat). */
const OID = { bool: 16, int8: 20, int2: 21, text: 25, float8: 701, timestamptz: 1184 } as const
const FIELDS = 18
/** Bytes for one row without its texts. */
const ROW_BYTES = 512
/** 2000-01-01 UTC as epoch ms. PostgreSQL counts microseconds from there. */
const EPOCH_MS = 946_684_800_000
const TWO_32 = 4_294_967_296
const NUMBERS = ['power', 'voltage', 'current', 'pf', 'energy', 'hours', 'temperature', 'tilt'] as const

/** Buffer that grows as needed; the same writer uses it again for its next batch. */
const createBytes = () => {
  let bytes = Buffer.allocUnsafe(256 * 1024)
  let at = 0
  const int = (value: number): void => {
    at = bytes.writeInt32BE(value, at)
  }
  /** Writes the type of a field and its length in bytes. */
  const head = (oid: number, length: number): void => {
    int(oid)
    int(length)
  }
  return {
    int,
    begin: (): void => {
      at = 0
    },
    here: (): number => at,
    /** Writes the number of bytes since `from` in front of them. */
    close: (from: number): void => {
      bytes.writeInt32BE(at - from - 4, from)
    },
    room: (more: number): void => {
      if (at + more <= bytes.length) return
      const wider = Buffer.allocUnsafe(Math.max(bytes.length * 2, at + more))
      bytes.copy(wider, 0, 0, at)
      bytes = wider
    },
    float: (value: number | undefined): void => {
      head(OID.float8, value === undefined ? -1 : 8)
      if (value !== undefined) at = bytes.writeDoubleBE(value, at)
    },
    small: (value: number | undefined): void => {
      head(OID.int2, value === undefined ? -1 : 2)
      if (value !== undefined) at = bytes.writeInt16BE(value, at)
    },
    big: (value: bigint): void => {
      head(OID.int8, 8)
      at = bytes.writeBigInt64BE(value, at)
    },
    flag: (value: boolean | undefined): void => {
      head(OID.bool, value === undefined ? -1 : 1)
      if (value !== undefined) bytes[at++] = value ? 1 : 0
    },
    time: (ms: number | undefined): void => {
      head(OID.timestamptz, ms === undefined ? -1 : 8)
      if (ms === undefined) return
      const micros = (ms - EPOCH_MS) * 1000
      const high = Math.floor(micros / TWO_32)
      int(high)
      at = bytes.writeUInt32BE(micros - high * TWO_32, at)
    },
    /** ASCII only: tenant ids and words of the protocol. */
    text: (value: string | undefined): void => {
      head(OID.text, value?.length ?? -1)
      if (value !== undefined) at += bytes.write(value, at, 'latin1')
    },
    /** Returns a copy, so that the buffer can be used again. */
    taken: (): Buffer => Buffer.from(bytes.subarray(0, at)),
  }
}
type Bytes = ReturnType<typeof createBytes>

const faultsOf = ({ p }: Folded['reading']): string | undefined =>
  p.faults
    ?.filter((type) => isFaultType(type) && type !== 'communicationFailure')
    .sort()
    .join(',')

const writeRow = (bytes: Bytes, { reading, history, latest, faultsAt }: Folded): void => {
  const { child, at, p } = reading
  const faults = faultsOf(reading)
  bytes.room(ROW_BYTES + child.tenantId.length + (faults?.length ?? 0))
  const start = bytes.here()
  bytes.int(0)
  bytes.int(FIELDS)
  bytes.big(BigInt(child.deviceId))
  bytes.text(child.tenantId)
  bytes.time(at)
  bytes.small(
    (history ? FLAG.history : 0) | (latest ? FLAG.latest : 0) | (saysLight(p) ? FLAG.light : 0) | (reading.isUntimed ? FLAG.untimed : 0),
  )
  bytes.small(p.dim === undefined ? undefined : Math.round(p.dim))
  bytes.flag(p.on)
  for (const name of NUMBERS) bytes.float(p[name])
  bytes.text(p.reason)
  bytes.time(p.until)
  bytes.text(faults)
  bytes.time(faultsAt)
  bytes.close(start)
}

/**
 * Writes readings as one array of `devices_reading` in PostgreSQL's binary form (array_recv, record_recv): each row as its fields, each field as type,
 * length and big-endian value. Formatting numbers as text and parsing them again would cost both sides more than all other work.
 */
export const createRowWriter = (): ((rows: readonly Folded[], rowType: number) => Buffer) => {
  const bytes = createBytes()
  return (rows, rowType) => {
    bytes.begin()
    for (const head of [1, 0, rowType, rows.length, 1]) bytes.int(head)
    for (const row of rows) writeRow(bytes, row)
    return bytes.taken()
  }
}

const types = new WeakMap<object, Promise<number>>()

/** Returns the number that this database gave the type `devices_reading`; queried once. */
export const rowTypeOf = (system: Platform['system']): Promise<number> => {
  const known = types.get(system)
  if (known) return known
  const oid = system.query<{ oid: number }>(`select 'devices_reading'::regtype::oid as oid`).then(([row]) => Number(row?.oid))
  types.set(system, oid)
  oid.catch(() => types.delete(system))
  return oid
}
