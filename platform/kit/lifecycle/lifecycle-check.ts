import type { ResourceDefinition } from '../resource.ts'
import { type LifecycleDefinition, type TransitionCall, type TransitionDefinition, targetsOf } from './lifecycle.ts'

/** A flag always has a value, and a secret is never read. */
const NEVER_EMPTY = new Set(['flag', 'secret'])
const callKey = ({ method = 'POST', path }: TransitionCall): string => `${method} ${path}`
/** The addresses of a transition's calls, each with the parameters that select the transition. */
const addresses = ({ one, many }: TransitionDefinition): string[] =>
  [one, many].flatMap((call) => (call ? [`${callKey(call)} ${JSON.stringify(call.with ?? {})}`] : []))

/** States that rows can reach from their initial states. */
const reached = ({ initial, found = [], states, transitions }: LifecycleDefinition): Set<number> => {
  const seen = new Set([initial, ...found])
  for (let before = -1; before !== seen.size; ) {
    before = seen.size
    for (const transition of Object.values(transitions))
      if (transition.from.some((state) => seen.has(state))) for (const to of targetsOf(transition)) if (to in states) seen.add(to)
  }
  return seen
}

/** Throws if the lifecycle of a resource has a fault. The server calls it at its start; browsers do not load it. */
export const checkLifecycle = (resource: ResourceDefinition, lifecycle: LifecycleDefinition): void => {
  const { states, transitions, relations = {}, conditions = {} } = lifecycle
  const fail = (why: string): never => {
    throw new Error(`lifecycle of ${resource.name}: ${why}`)
  }
  const known = (name: string, list: readonly number[]): void => {
    for (const state of list) if (!(state in states)) fail(`${name} names the unknown state ${state}`)
  }
  known('initial', [lifecycle.initial, ...(lifecycle.found ?? [])])
  known('edit', lifecycle.edit?.in ?? [])
  known('remove', lifecycle.remove?.in ?? [])
  const named = [lifecycle.field, ...Object.values(relations).map(({ field }) => field)]
  for (const { sole } of Object.values(transitions)) named.push(...(sole?.within ?? []), ...(sole?.overlap ? [sole.overlap] : []))
  for (const name of named) if (!(name in resource.fields)) fail(`it names the unknown field ${name}`)
  for (const [state, { requires = [] }] of Object.entries(states))
    for (const name of requires) {
      const field = resource.fields[name]
      if (!field) fail(`the state ${state} requires the unknown field ${name}`)
      if (NEVER_EMPTY.has(field?.kind ?? '')) fail(`the state ${state} requires ${name}, of which nobody sees whether it is empty`)
      if (Number(state) === lifecycle.initial) fail(`${name} is required from the beginning: declare it at the field`)
    }
  if (!resource.fields[lifecycle.field]?.options.readonly) fail(`forms write the state ${lifecycle.field}`)
  const taken = new Set<string>()
  for (const [name, transition] of Object.entries(transitions)) {
    const { from, only, never, also, sole, automatic, one, many, unless = [] } = transition
    known(name, [...from, ...targetsOf(transition)])
    for (const state of from) if (states[state]?.final) fail(`${name} leaves the final state ${state}`)
    for (const relation of [only, never, also])
      if (relation !== undefined && !(relation in relations)) fail(`${name} names the unknown relation ${relation}`)
    for (const condition of unless) if (!(condition in conditions)) fail(`${name} names the unknown condition ${condition}`)
    if ((automatic === true) === (one !== undefined || many !== undefined)) fail(`${name} has a call, or is automatic`)
    if (sole && !transitions[sole.by]?.from.includes(transition.to as number)) fail(`${name}: ${sole.by} does not leave its state`)
    if (one?.by !== undefined && !resource.fields[one.by]?.options.unique) fail(`${name} selects rows by ${one.by}, which is not unique`)
    for (const address of addresses(transition)) {
      if (taken.has(address)) fail(`${name} has the call of another transition: ${address}`)
      taken.add(address)
    }
  }
  for (const condition of lifecycle.remove?.unless ?? [])
    if (!(condition in conditions)) fail(`remove names the unknown condition ${condition}`)
  const seen = reached(lifecycle)
  for (const state of Object.keys(states)) if (!seen.has(Number(state))) fail(`nothing leads to the state ${state}`)
}
