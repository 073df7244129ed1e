import { definePort, type Lang, type PortKey } from '@lamplight/kit'
import type { BackupPort } from './backup/port.ts'
import type { Ctx, User } from './context-types.ts'
import type { Route } from './http/route-types.ts'
import type { JobSource } from './job-source.ts'
import type { Platform } from './platform-types.ts'
import type { Provided } from './provided.ts'
import type { ResourceServer, ServerSlice } from './slice-types.ts'

/** Declares that a slice provides `key`: `ports: [provide(nightsPort, createNights)]`. */
export const provide = <T extends object>(key: PortKey<T>, make: (platform: Platform) => NoInfer<T>): Provided => ({ key, make })

/** Everything that the slices declare. The system slice seeds menus from it, and the contract suite calls every route. */
export interface Registry {
  readonly slices: readonly ServerSlice[]
  /** Entities with a table, by name. */
  readonly resources: ReadonlyMap<string, ResourceServer>
  /** Rows that are only read, by name. */
  readonly listings: ReadonlyMap<string, ResourceServer>
  readonly routes: readonly Route[]
  /** Sources of the list of jobs: those that slices declare, and sheet imports. */
  readonly jobs: readonly JobSource[]
}
export const registryPort = definePort<Registry>('kit.registry')

export const backupsPort = definePort<BackupPort>('kit.backups')

/** Finds the user of a token. */
export interface Authenticator {
  readonly authenticate: (token: string, filter: { ip: string; userAgent: string }) => Promise<{ user: User; zone: string } | null>
  /** Returns the users of these sessions; ended sessions are missing. */
  readonly who: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, User>>
  /** Returns a user with the present permissions, for work without a session; null if the account is deleted or disabled. */
  readonly user: (userId: string) => Promise<{ user: User; zone: string } | null>
}
/** Provided by the identity slice. */
export const authenticatorPort = definePort<Authenticator>('kit.authenticator')

/** Creates contexts for work that continues after the user's request has been answered. */
export interface Acting {
  /** Returns a context with the user's present permissions; null if the account is deleted or disabled. */
  readonly as: (userId: string, lang: Lang) => Promise<Ctx | null>
  /**
   * Returns a context that sees and may do only what each of these users sees and may do: the rows of the one whose rows all others see, with the
   * permissions that all have. Null if an account is deleted or disabled, or if none of them sees only rows that all others see.
   */
  readonly asAll: (userIds: readonly string[], lang: Lang) => Promise<Ctx | null>
}
export const actingPort = definePort<Acting>('kit.acting')

/** Reads dictionary words for exported files. */
export interface DictionaryWords {
  /** Returns by dictionary code the word of each key, including sealed entries. */
  readonly words: (codes: readonly string[], lang: Lang) => Promise<ReadonlyMap<string, ReadonlyMap<string, string>>>
}
/** Provided by the system slice. */
export const dictionaryWordsPort = definePort<DictionaryWords>('kit.dictionaryWords')

/**
 * Returns the services of the slices, each made at its first use. Throws if two slices provide the
 * same port, or if nobody provides a required one.
 */
export const createPorts = (
  slices: readonly ServerSlice[],
  own: readonly Provided[],
  platform: () => Platform,
): (<T extends object>(key: PortKey<T>) => T) => {
  const makers = new Map<PortKey<object>, Provided['make']>()
  for (const { key, make } of [...own, ...slices.flatMap((slice) => slice.ports ?? [])]) {
    if (makers.has(key)) throw new Error(`two slices provide the port ${key.name}`)
    makers.set(key, make)
  }
  for (const { domain, needs = [] } of slices)
    for (const key of needs)
      if (!makers.has(key)) throw new Error(`the slice ${domain.name} needs the port ${key.name}, and no slice provides it`)
  const made = new Map<PortKey<object>, object>()
  return <T extends object>(key: PortKey<T>): T => {
    const known = made.get(key)
    if (known) return known as T
    const make = makers.get(key)
    if (!make) throw new Error(`no slice provides the port ${key.name}`)
    const service = make(platform())
    made.set(key, service)
    return service as T
  }
}
