import { CLOCK, type StoredEntry } from './strategy-fields.ts'

/** The part of a strategy that a version stores. */
export interface VersionContent {
  readonly entries: readonly StoredEntry[]
  readonly range?: string | null
  readonly dayKind?: number | null
  readonly priority?: number | null
  readonly polar?: number | null
  readonly minBurn?: number | null
}
const SETTINGS = ['range', 'dayKind', 'priority', 'polar', 'minBurn'] as const
export type SettingName = (typeof SETTINGS)[number]
/** A value of a setting; empty if it is not set. */
type Setting = string | number

/** What changes from one content of a strategy to another. */
export interface Difference {
  readonly added: readonly StoredEntry[]
  readonly removed: readonly StoredEntry[]
  /** Switch points with the same trigger, clock time, head and weekdays, but other values: before and after. */
  readonly changed: readonly (readonly [before: StoredEntry, after: StoredEntry])[]
  readonly settings: readonly (readonly [name: SettingName, before: Setting, after: Setting])[]
}

/** Values that mean the same as no value. */
const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '' || value === 0
/** A switch point without the values that mean nothing: equal ones have equal texts. */
const bare = ({ trigger, level, ...rest }: StoredEntry): StoredEntry => ({
  trigger,
  level: level ?? 0,
  ...Object.fromEntries(
    Object.entries(rest)
      .filter(([, value]) => !isNothing(value))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ),
})
const sameText = (one: StoredEntry, other: StoredEntry): boolean => JSON.stringify(one) === JSON.stringify(other)
/** What a switch point is known by while its values change. */
const keyOf = ({ trigger, time, head, weekdays }: StoredEntry): string =>
  [trigger, trigger === CLOCK ? time : '', head ?? 0, weekdays ?? ''].join(' ')

const INITIAL: Readonly<Record<SettingName, Setting>> = { range: '', dayKind: 0, priority: 5, polar: 0, minBurn: 0 }
const settingOf = (content: VersionContent, name: SettingName): Setting => content[name] ?? INITIAL[name]

/** Removes the first match of a list and returns it. */
const take = (from: StoredEntry[], matches: (one: StoredEntry) => boolean): StoredEntry | undefined => {
  const at = from.findIndex(matches)
  return at < 0 ? undefined : from.splice(at, 1)[0]
}

/** Compares two contents of a strategy: switch points that were added, removed or changed, and settings that changed. */
export const differenceOf = (before: VersionContent, after: VersionContent): Difference => {
  const old = before.entries.map(bare)
  const fresh = after.entries.map(bare).filter((entry) => !take(old, (one) => sameText(one, entry)))
  const changed: (readonly [StoredEntry, StoredEntry])[] = []
  const added = fresh.filter((entry) => {
    const former = take(old, (one) => keyOf(one) === keyOf(entry))
    if (former) changed.push([former, entry])
    return !former
  })
  return {
    added,
    removed: old,
    changed,
    settings: SETTINGS.flatMap((name) => {
      const [was, is] = [settingOf(before, name), settingOf(after, name)]
      return was === is ? [] : [[name, was, is] as const]
    }),
  }
}
