import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** Public holidays and the workdays that make up for them, as rows that the tenant edits: nobody publishes them in a form that programs can read. */
export const specialDay = defineResource({
  name: 'strategies.specialDay',
  label: ['特殊日', 'Special day'],
  about: ['节假日和调休上班日；特殊日策略可按它们执行', 'Public holidays and makeup workdays, which special strategies can follow'],
  code: 'special_day',
  scope: 'tenant',
  roles: 'devices',
  page: { path: '/city/strategyCenter/days', label: ['特殊日', 'Special days'], icon: 'history', sort: 30, parent: 'strategy_settings' },
  api: { base: 'blade-strategy/specialday', verbs: ['page', 'detail', 'submit', 'remove'] },
  list: { sort: 'day' },
  fields: {
    day: f.text({
      label: ['日期', 'Date'],
      required: true,
      unique: true,
      max: 10,
      example: '2026-10-01',
      shape: 'day',
      list: true,
      search: true,
    }),
    name: f.text({ label: ['名称', 'Name'], required: true, max: 60, list: true, search: true }),
    kind: f.choice(
      { 1: ['节假日', 'Holiday'], 2: ['调休上班日', 'Makeup workday'] },
      { label: ['种类', 'Kind'], required: true, initial: 1, list: true, search: true },
    ),
  },
  io: { import: { key: 'day' }, export: true },
})
