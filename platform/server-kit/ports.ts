import { definePort, type Lang, type PortKey } from '@lamplight/kit'
import type { BackupPort } from './backup/port.ts'
import type { Ctx, User } from './context-types.ts'
import type { JobSource } from './job-source.ts'
import type { Platform } from './platform-types.ts'
import type { Route } from './route-types.ts'
import type { ResourceServer, ServerSlice } from './slice-types.ts'

/** A port with what makes its service, once for each process. */
export interface Provided {
  readonly key: PortKey<object>
  readonly make: (platform: Platform) => object
}

/** Says that a slice provides `key`: `ports: [provide(nightsPort, createNights)]`. */
export const provide = <T extends object>(key: PortKey<T>, make: (platform: Platform) => NoInfer<T>): Provided => ({ key, make })

/** What the slices declare, together: handed to the system slice to seed menus, to the contract suite to walk every route. */
export interface Registry {
  readonly slices: readonly ServerSlice[]
  readonly resources: ReadonlyMap<string, ResourceServer>
  readonly routes: readonly Route[]
  /** Long work, for the list of jobs: what the slices declare and the imports by sheets. */
  readonly jobs: readonly JobSource[]
}
export const registryPort = definePort<Registry>('kit.registry')

export const backupsPort = definePort<BackupPort>('kit.backups')

/** Says whose a token is. */
export interface Authenticator {
  readonly authenticate: (token: string, given: { ip: string; userAgent: string }) => Promise<{ user: User; zone: string } | null>
  /** Who these sessions belong to by now; those that are over are missing. */
  readonly who: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, User>>
  /** A user as the rights are now, for work that goes on without a session; null where the account is gone or disabled. */
  readonly user: (userId: string) => Promise<{ user: User; zone: string } | null>
}
/** Provided by the slice of the users. */
export const authenticatorPort = definePort<Authenticator>('kit.authenticator')

/** Makes contexts for work that goes on after the request of a user has been answered. */
export interface Acting {
  /** The user as the rights are now; null where the account is gone or disabled. */
  readonly as: (userId: string, lang: Lang) => Promise<Ctx | null>
}
export const actingPort = definePort<Acting>('kit.acting')

/** The words of dictionaries, for exported files. */
export interface DictionaryWords {
  /** By code of the dictionary: the word of each key, of sealed entries too. */
  readonly words: (codes: readonly string[], lang: Lang) => Promise<ReadonlyMap<string, ReadonlyMap<string, string>>>
}
/** Provided by the slice of the dictionaries. */
export const dictionaryWordsPort = definePort<DictionaryWords>('kit.dictionaryWords')

/**
 * The services of the slices, each made at its first use. Throws where two slices provide one port, or where nobody provides what a slice needs.
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
