import type { DeviceTypeDefinition, ResourceDefinition } from '@lamplight/kit'
import { type Sieved, sieveOf, typeFrom } from '@lamplight/protocol'
import { type Platform, registryPort } from '@lamplight/server-kit'
import { TYPE_CHANGED } from '../../model/events.ts'
import { controllerType, FIRST_ROW_TYPE, ROW_TYPES } from '../../model/index.ts'
import type { DeviceTypes } from '../../model/ports.ts'

/** Lamp controllers have their own tables; all other types share `devices_latest` and `devices_series`. */
export const isLampController = (code: number): boolean => code === controllerType.code

/** A process reads all rows again after this time, in case it missed an event. */
const REFRESH_MS = 30_000
/** A code without a row is queried again after this time. */
const MISSED_MS = 2000

type Sieve = (p: Readonly<Record<string, unknown>>) => Sieved
interface KnownType {
  readonly type: DeviceTypeDefinition
  sieve?: Sieve
}
interface TypeRow {
  readonly code: number
  readonly unit_product_code: string
  readonly name: string
  readonly name_en: string | null
  readonly descriptor: string
}
/** Includes removed types, because stored values of devices still use them. */
const ROWS = 'select code, unit_product_code, name, name_en, descriptor from devices_type where code is not null'

/** Cache of the types made at run time. */
const createRowTypes = ({ system, log }: Pick<Platform, 'system' | 'log'>) => {
  const known = new Map<number, KnownType>()
  const missed = new Map<number, number>()
  let first: Promise<void> | undefined
  let loadedAt = performance.now()

  const keep = (rows: readonly TypeRow[]): void => {
    for (const { code, unit_product_code: name, name: zh, name_en: en, descriptor } of rows) {
      const type = typeFrom(descriptor, { name, code, label: [zh, en || zh] })
      if (typeof type === 'string') log.warn('a device type cannot be read', { code, why: type })
      else known.set(code, { type })
    }
  }
  const load = async (): Promise<void> => {
    loadedAt = performance.now()
    keep(await system.query<TypeRow>(ROWS))
  }
  return {
    ready: (): Promise<void> => {
      first ??= load().catch((thrown: unknown) => {
        first = undefined
        throw thrown
      })
      return first
    },
    load: async (codes: readonly number[]): Promise<void> =>
      keep(await system.query<TypeRow>(`${ROWS} and code = any($1::int[])`, [codes])),
    of: (code: number): KnownType | undefined => {
      if (performance.now() - loadedAt > REFRESH_MS)
        load().catch((thrown: unknown) => log.warn('device types were not read again', { why: String(thrown) }))
      return known.get(code)
    },
    named: (name: string): DeviceTypeDefinition | undefined => [...known.values()].find(({ type }) => type.name === name)?.type,
    need: async (codes: Iterable<number>): Promise<boolean> => {
      const now = performance.now()
      const missing = [...new Set(codes)].filter(
        (code) => code >= FIRST_ROW_TYPE && !known.has(code) && now - (missed.get(code) ?? -MISSED_MS) >= MISSED_MS,
      )
      if (missing.length === 0) return false
      keep(await system.query<TypeRow>(`${ROWS} and code = any($1::int[])`, [missing]))
      for (const code of missing) if (!known.has(code)) missed.set(code, now)
      return missing.some((code) => known.has(code))
    },
  }
}

/** Port `devices.types`: types declared by slices and types stored as rows. Throws if two slices declare the same code. */
export const createTypes = (platform: Pick<Platform, 'port' | 'system' | 'bus' | 'log'>): DeviceTypes => {
  const types = new Map<number, DeviceTypeDefinition>()
  const { slices } = platform.port(registryPort)
  for (const { deviceTypes = [] } of slices)
    for (const type of deviceTypes) {
      const other = types.get(type.code)
      if (other) throw new Error(`device types ${other.name} and ${type.name} have the same code ${type.code}`)
      types.set(type.code, type)
    }
  const sieves = new Map([...types].map(([code, type]) => [code, sieveOf(type)]))
  const resources = new Map<string, ResourceDefinition>(
    slices
      .flatMap((slice) => slice.resources ?? [])
      .flatMap(({ resource }) => (resource.device ? [[resource.device, resource] as const] : [])),
  )
  const rows = createRowTypes(platform)
  platform.bus.on(TYPE_CHANGED, (code) => rows.load([code]))
  return {
    all: [...types.values()],
    typeOf: (code) => types.get(code) ?? (code >= FIRST_ROW_TYPE ? rows.of(code)?.type : undefined),
    named: (name) => [...types.values()].find((type) => type.name === name) ?? rows.named(name),
    resourceOf: (code) => resources.get(code >= FIRST_ROW_TYPE ? ROW_TYPES : (types.get(code)?.name ?? '')),
    sieveOf: (code) => {
      const declared = sieves.get(code)
      if (declared || code < FIRST_ROW_TYPE) return declared
      const row = rows.of(code)
      if (row) row.sieve ??= sieveOf(row.type)
      return row?.sieve
    },
    need: rows.need,
    ready: rows.ready,
  }
}
