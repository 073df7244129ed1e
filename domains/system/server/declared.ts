import type { Dictionary, ParamDefinition, ParamKind } from '@lamplight/kit'
import { type Platform, registryPort } from '@lamplight/server-kit'
import { paramKind, wrongParam } from '../model/params.ts'

const once = <T>(what: string, keyOf: (one: T) => string, all: readonly T[]): ReadonlyMap<string, T> => {
  const found = new Map<string, T>()
  for (const one of all) {
    if (found.has(keyOf(one))) throw new Error(`the ${what} ${keyOf(one)} is declared twice`)
    found.set(keyOf(one), one)
  }
  return found
}
const slicesOf = (platform: Pick<Platform, 'port'>) => platform.port(registryPort).slices

/** Returns the parameters declared by slices, by key. Throws if an initial value does not fit its type. */
export const declaredParams = (platform: Pick<Platform, 'port'>): ReadonlyMap<string, ParamDefinition> => {
  const params = slicesOf(platform).flatMap(({ params = [] }) => params)
  for (const { key, type, value = '', empty } of params)
    if (value === '' ? !empty : wrongParam(type, value)) throw new Error(`parameter ${key}: the value ${value} is not of its type`)
  return once('parameter', ({ key }) => key, params)
}

export const declaredKind = (platform: Pick<Platform, 'port'>, key: string): ParamKind =>
  paramKind(key, declaredParams(platform).get(key)?.type)

/** Returns the dictionaries declared by slices. */
export const declaredDictionaries = (platform: Pick<Platform, 'port'>): readonly Dictionary[] => [
  ...once(
    'dictionary',
    ({ code }) => code,
    slicesOf(platform).flatMap(({ dictionaries = [] }) => dictionaries),
  ).values(),
]
