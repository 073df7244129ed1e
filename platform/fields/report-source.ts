import { defineReportSource, type ReportSource, type ResourceDefinition, snake, tableOf } from '@lamplight/kit'
import { f } from './model.ts'

/**
 * Returns the rows of a resource as a source of reports, by the day on which they were added. `dimensions`: fields of the resource that are
 * references, choices or texts. Users who are limited to places see the rows of their places if the resource has a project and an area, else all
 * rows. Each answer reads all rows of its days: resources with more than about 100,000 rows need a rollup instead.
 */
export const sourceOfRows = <const D extends ResourceDefinition>(
  resource: D,
  dimensions: readonly (keyof D['fields'] & string)[],
): ReportSource => {
  const { fields, name } = resource
  const isPlaced = 'projectId' in fields && 'areaId' in fields
  return defineReportSource({
    name: `${name}Rows`,
    from: tableOf(resource),
    day: 'create_time',
    rows: true,
    only: { is_deleted: false },
    ...(isPlaced && { place: { project: 'project_id', area: 'area_id' } }),
    dimensions: Object.fromEntries(
      dimensions.flatMap((dimension) => {
        const field = fields[dimension]
        return field ? [[dimension, { column: snake(dimension), field }]] : []
      }),
    ),
    sums: { rows: '*' },
  })
}

/**
 * Returns the history of a lifecycle (docs/adr/0013) as a source of reports: one row for each transition, by its day,
 * with the new state (`state`), the transition and the operator. Users who are limited to places see only their own
 * transitions. Throws if the resource has no lifecycle.
 */
export const sourceOfHistory = ({ name, lifecycle }: ResourceDefinition): ReportSource => {
  if (!lifecycle) throw new Error(`${name} has no lifecycle`)
  const states = Object.fromEntries(Object.entries(lifecycle.states).map(([state, { text }]) => [state, text]))
  return defineReportSource({
    name: `${name}History`,
    from: 'kit_transition',
    day: 'at',
    rows: true,
    only: { resource: name },
    place: { author: 'user_id' },
    dimensions: {
      state: { column: 'to_state', field: f.choice(states, { label: ['状态', 'State'] }) },
      transition: { column: 'transition', field: f.text({ label: ['操作', 'Transition'] }) },
      operator: { column: 'user_name', field: f.text({ label: ['操作人', 'Operator'] }), none: ['平台', 'Platform'] },
    },
    sums: { transitions: '*' },
  })
}
