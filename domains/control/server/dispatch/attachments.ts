import type { ParamValue } from '@lamplight/protocol'
import { optionalPort, type Platform } from '@lamplight/server-kit'
import { type Attachments, attachmentsPort } from '../../model/ports.ts'
import { familiesIn } from '../params/param-answers.ts'

/** Number of values whose messages are kept. */
const KEPT = 100

/** The service of the port `control.attachments`; undefined if no slice provides it. */
export const attachmentsIn = (platform: Pick<Platform, 'port'>): Attachments | undefined => optionalPort(platform, attachmentsPort)

/** A message as it is published. */
export interface Attached {
  readonly kind: 'calendar' | 'firmware'
  readonly text: string
}

/**
 * Returns a function that gives the message to publish before a command: only for a `set` of a family with `attachment`. Messages are kept by value; a value
 * without one is asked for again.
 */
export const createAttacher = (platform: Platform): ((cmd: string | null, args: string | null) => Promise<Attached | null>) => {
  const kept = new Map<string, Attached>()
  let names: readonly string[] | undefined
  return async (cmd, args) => {
    if (cmd !== 'set' || args === null) return null
    names ??= [...familiesIn(platform).values()].filter(({ attachment }) => attachment).map(({ name }) => name)
    if (!names.some((name) => args.includes(`"${name}"`))) return null
    const known = kept.get(args)
    if (known) return known
    const { family, value } = JSON.parse(args) as { readonly family: string; readonly value: ParamValue }
    const found = names.includes(family) ? await attachmentsIn(platform)?.of(family, value) : null
    if (!found) return null
    const made = { kind: found.kind, text: JSON.stringify(found.payload) }
    const [oldest] = kept.size < KEPT ? [] : kept.keys()
    if (oldest !== undefined) kept.delete(oldest)
    kept.set(args, made)
    return made
  }
}
