import { dateOf } from '@lamplight/calendar'
import type { Text } from '@lamplight/kit'
import { KINDS } from '../model/strategy.resource.ts'
import type { StoredEntry } from '../model/strategy-fields.ts'
import type { Draft } from './night/draft.ts'

export interface Template {
  readonly label: Text
  readonly about: Text
  readonly kind: number
  readonly entries: readonly StoredEntry[]
}
const [SUNSET, SUNRISE, DAWN, CLOCK] = [2, 3, 5, 1]
const at = (trigger: number, level: number, offset = 0): StoredEntry => ({ trigger, offset, level })
const clock = (time: string, level: number): StoredEntry => ({ trigger: CLOCK, time, level })
const { normal, special } = KINDS

/** Nights with which a new strategy can begin. */
export const TEMPLATES = {
  allNight: {
    label: ['全夜灯', 'All night'],
    about: ['日落开灯，日出关灯', 'On from sunset to sunrise'],
    kind: normal,
    entries: [at(SUNSET, 100), at(SUNRISE, 0)],
  },
  dimmed: {
    label: ['分时调光', 'Dimmed late at night'],
    about: ['深夜分两级降低亮度，清晨恢复', 'Two lower levels late at night, brighter again in the morning'],
    kind: normal,
    entries: [at(SUNSET, 100), clock('22:30', 70), clock('00:30', 50), at(DAWN, 80, -60), at(SUNRISE, 0)],
  },
  halfNight: {
    label: ['半夜灯', 'Half night'],
    about: ['日落开灯，零点关灯', 'On from sunset to midnight'],
    kind: normal,
    entries: [at(SUNSET, 100), clock('00:00', 0)],
  },
  eveningMorning: {
    label: ['傍晚与清晨', 'Evening and morning'],
    about: ['日落至 23:00、天亮前一小时至日出', 'Sunset to 23:00, and the last hour before dawn'],
    kind: normal,
    entries: [at(SUNSET, 100), clock('23:00', 0), at(DAWN, 100, -60), at(SUNRISE, 0)],
  },
  festival: {
    label: ['节日夜景', 'Festival'],
    about: ['指定日期整夜全亮，优先于常规策略', 'Full light on given dates; wins over the normal strategy'],
    kind: special,
    entries: [at(SUNSET, 100, -15), at(SUNRISE, 0)],
  },
  empty: { label: ['空白', 'Empty'], about: ['从一条空时间轴开始', 'Begin with an empty timeline'], kind: normal, entries: [] },
} as const satisfies Readonly<Record<string, Template>>
export type TemplateName = keyof typeof TEMPLATES
export const isTemplate = (name: string | undefined): name is TemplateName => name !== undefined && Object.hasOwn(TEMPLATES, name)

const FESTIVAL_PRIORITY = 7
const NORMAL_PRIORITY = 5

/** A new strategy from a template. A special one begins with the coming night. */
export const draftFrom = (
  name: TemplateName,
  { label, today, kind, systemType, projectId }: { label: string; today: number; kind: number; systemType: number; projectId: string },
): Draft => {
  const template: Template = TEMPLATES[name]
  const own = name === 'empty' ? kind : template.kind === special ? special : kind
  const night = dateOf(today)
  return {
    name: own === special ? `${label} ${night.slice(5)}` : label,
    kind: own,
    systemType,
    projectId,
    entries: template.entries,
    range: own === special ? `${night}..${night}` : '',
    priority: own === special ? FESTIVAL_PRIORITY : NORMAL_PRIORITY,
    dayKind: 0,
    polar: 0,
    minBurn: 0,
    remark: '',
  }
}
